/** Commands: each tap has an id, so that a tap that is sent twice is carried out once. */

import { currentLanguage } from "./words.js";

const ATTEMPTS = 3;
const TIMEOUT_MS = 4000;

/** What the server said no to, in a sentence for the dealer. */
export class RefusedError extends Error {}

/**
 * Ask the server for something.
 *
 * @param {string} path such as `confirm`
 * @param {object} body without its id
 * @param {string} role who asks
 * @throws {RefusedError} with the server's sentence; an empty one where the server did not answer
 */
export const send = (path, body, role) => post(path, { command_id: newId(), ...body }, role);

/** Ask the server what would be, without doing anything. @returns its answer */
export const ask = (path, body, role) => post(path, body, role);

/** Pair this screen. */
export const pair = (code) => post("pair", { code }, "");

async function post(path, body, role) {
  const content = JSON.stringify(body);
  const address = `/api/${path}?role=${role}&language=${currentLanguage()}`;
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: content,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      if (attempt === ATTEMPTS) throw new RefusedError("");
      continue;
    }
    if (answer.ok) return answer.json();
    const { detail } = await answer.json().catch(() => ({ detail: "" }));
    throw new RefusedError(typeof detail === "string" ? detail : "");
  }
}

/** `crypto.randomUUID` exists only over https and on loopback; tablets come by http. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
