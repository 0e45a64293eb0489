/** Draws a view. It never computes a poker figure: what is not in the view is not shown. */

import { amount, words } from "./words.js";

/** The sizes that the one line is tried in, largest first. */
const LINE_SIZES_REM = [7, 6, 5.25, 4.5, 3.9, 3.3, 2.8, 2.3, 1.9];

/** Short for `document.getElementById`. */
export const byId = (id) => document.getElementById(id);

/** Make an element; text is never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A street's name in the screen's language. */
export const streetName = (street) => words(street);

/** Draw everything from one snapshot. */
export function render(view) {
  byId("table").textContent = view.table;
  byId("hand").textContent = view.hand ? handWords(view.hand) : "";
  byId("sources").replaceChildren(...view.sources.map(source));
  byId("alarms").replaceChildren(...view.alarms.map((text) => make("li", {}, text)));
  byId("pot").textContent = amount(view.pot);
  byId("turn").textContent = view.turn ? words("seat", { seat: view.turn }) : words("nobody-acts");
  byId("turn").toggleAttribute("data-seat", view.turn !== null);
  byId("legal").textContent = view.legal ? legalWords(view.legal) : "";
  byId("floor-called").hidden = !view.floor_called;
  byId("seats").replaceChildren(...view.seats.map(seat));
  renderAnswer(view);
}

/** Show that nothing is live, and no figure at all. */
export function renderLost() {
  for (const id of ["sources", "seats", "alarms", "figures", "options"]) byId(id).replaceChildren();
  for (const id of ["hand", "turn", "legal", "pot", "who"]) byId(id).textContent = "";
  byId("picture").hidden = true;
  const answer = byId("answer");
  answer.dataset.kind = "not_live";
  delete answer.dataset.standing;
  byId("kind").textContent = words("kind-not-live");
  byId("line").textContent = words("not-live");
  byId("rule").replaceChildren(words("not-live-rule"));
  fitLine();
}

function handWords(hand) {
  const parts = [hand.game, words("hand-number", { number: hand.number }), streetName(hand.street)];
  if (hand.ante) parts.push(words("ante", { ante: amount(hand.ante) }));
  return parts.join(" · ");
}

function legalWords(legal) {
  const call = legal.to_call ? `${words("to-call")} ${amount(legal.to_call)}` : words("nothing-to-call");
  return [call, raiseWords(legal)].filter(Boolean).join("  ·  ");
}

function raiseWords({ min_raise_to: least, max_raise_to: most }) {
  if (least === null || most === null) return "";
  const values = { least: amount(least), most: amount(most) };
  return words(least < most ? "raise-between" : "raise-only", values);
}

function renderAnswer(view) {
  const { answer } = view;
  const box = byId("answer");
  box.dataset.kind = answer.kind;
  box.dataset.standing = answer.standing ?? "";
  byId("kind").textContent = kindWords(answer);
  byId("line").textContent = answer.line || quietLine(answer);
  byId("rule").replaceChildren(...ruleWords(view));
  byId("figures").replaceChildren(...(answer.kind === "ruling" ? figures(answer) : []));
  fitLine();
}

function kindWords(answer) {
  const seat = answer.seat && answer.kind !== "waiting" ? ` · ${words("seat", { seat: answer.seat })}` : "";
  return words(kindKey(answer)) + seat;
}

function kindKey({ kind, by, standing }) {
  if (kind === "ruling" && by !== "betline") return `kind-by-${by}`;
  if (kind === "ruling" && standing === "confirmed") return "kind-confirmed";
  return `kind-${kind}`;
}

function quietLine({ kind, seat: name }) {
  return words(kind.replace("_", "-"), { seat: name ?? "" });
}

function ruleWords({ answer, last_line: lastLine }) {
  if (["waiting", "round_over", "hand_over", "no_hand"].includes(answer.kind)) {
    const last = lastLine ? words("last-ruling", { line: lastLine }) : "";
    return [last || words(`${answer.kind.replace("_", "-")}-rule`)];
  }
  return [answer.rule, ...answer.changed.map((line) => make("span", { class: "changed" }, line))];
}

/** Total and raise by always stand side by side with their names, so that neither is the other. */
function figures(answer) {
  const wager = answer.total > 0;
  return [
    wager ? figure("total", answer.total) : null,
    wager && answer.raise_by ? figure("raise-by", answer.raise_by) : null,
    answer.give_back ? figure("give-back", answer.give_back, "money") : null,
    answer.to_add ? figure("add", answer.to_add, "money") : null,
  ].filter(Boolean);
}

function figure(key, value, kind = null) {
  return make("li", { class: kind }, make("span", {}, words(key)), make("b", {}, amount(value)));
}

function source({ name, state, reason, remedy }) {
  const told = state === "live" ? name : `${name} – ${words(state)}`;
  return make("li", { "data-state": state, title: [reason, remedy].filter(Boolean).join(". ") }, told);
}

function seat(one) {
  const care = one.give_back || one.to_add || one.unread;
  return make(
    "li",
    {
      "data-seat": one.seat,
      "data-turn": one.turn,
      "data-folded": one.folded,
      "data-out": !one.dealt_in,
    },
    make("p", { class: "name" }, make("b", {}, one.seat), one.button ? make("i", { title: words("button") }, "D") : null),
    make("p", { class: "bet" }, one.bet ? amount(one.bet) : ""),
    make("p", { class: "stack" }, one.dealt_in ? amount(one.stack) : ""),
    make("p", { class: "word", "data-care": Boolean(care) }, seatWords(one)),
  );
}

function seatWords(one) {
  if (!one.dealt_in) return words("out");
  if (one.give_back) return `↩ ${words("seat-back")} ${amount(one.give_back)}`;
  if (one.to_add) return `+ ${words("seat-add")} ${amount(one.to_add)}`;
  if (one.unread) return `? ${words("unread")}`;
  if (one.moving) return `… ${words("reading")}`;
  if (one.folded) return `✕ ${words("folded")}`;
  if (one.all_in) return `▮ ${words("all-in")}`;
  return "";
}

/** The largest size in which the answer fits its box. */
export function fitLine() {
  const box = byId("answer");
  const line = byId("line");
  for (const size of LINE_SIZES_REM) {
    line.style.fontSize = `${size}rem`;
    if (box.scrollHeight <= box.clientHeight && line.scrollWidth <= line.clientWidth) return;
  }
}
