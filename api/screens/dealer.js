/** The dealer screen: what is shown comes from the link, what is tapped goes to the commands. */

import { ask, pair, send } from "./commands.js";
import { Link } from "./link.js";
import { byId, fitLine, make, render, renderLost, streetName } from "./render.js";
import { askHand, askOpener, askOverride, askPairing, askStreet, askWinners, askWord, closeSheet, showPicture } from "./sheets.js";
import { amount, translatePage, useLanguage, words } from "./words.js";

const NOTICE_MS = 5000;

/** A new answer may come under a finger that is on its way down: taps are not taken for so long. */
const SETTLE_MS = 350;

const options = new URLSearchParams(location.search);
const role = options.get("role") === "floor" ? "floor" : "dealer";
let language = options.get("language") ?? localStorage.getItem("language") ?? navigator.language.slice(0, 2);
if (!["en", "ru"].includes(language)) language = "en";

let view = null;
let changedAt = 0;
let noticeTimer = 0;

function show(next) {
  const before = view;
  view = next;
  if (!before || before.ruling !== view.ruling || before.answer.kind !== view.answer.kind) {
    changedAt = performance.now();
  }
  document.body.dataset.link = "live";
  render(view);
  renderOptions();
  renderWords();
  renderActions();
}

function lost() {
  view = null;
  document.body.dataset.link = "lost";
  closeSheet();
  renderLost();
}

/** A button that acts on what is shown now. The tap belongs to the ruling that the finger met. */
function button(label, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", () => tap(made, act));
  return made;
}

async function tap(target, act) {
  if (!view || performance.now() - changedAt < SETTLE_MS) return;
  target.dataset.busy = "";
  target.disabled = true;
  try {
    await act();
  } catch (refused) {
    notice(refused.message || words("no-answer"));
  } finally {
    delete target.dataset.busy;
    target.disabled = false;
    if (view) renderActions();
  }
}

function notice(text) {
  const place = byId("notice");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (place.hidden = true), NOTICE_MS);
}

const command = (path, body = {}) => send(path, body, role);

function renderOptions() {
  const { ruling } = view;
  const choose = (token) => () => command("choose", { ruling, token });
  byId("options").replaceChildren(
    ...view.answer.options.map((option) =>
      button(optionWords(option), choose(option.token), {
        class: option.proposed ? "proposed" : null,
        "data-token": option.token,
      }),
    ),
  );
  fitLine();
}

/** An answer, and under it where the hand would then stand. */
function optionWords({ line, then }) {
  return make("span", {}, line, then ? make("small", {}, then) : null);
}

/** What the player in turn may say; whether a raise is a bet, the bets tell. */
function renderWords() {
  const { turn, legal } = view;
  byId("who").textContent = turn ? words("says", { seat: words("seat-name", { seat: turn }) }) : "";
  const wagered = view.seats.some((seat) => seat.bet > 0);
  const spoken = [legal?.to_call ? "call" : "check", wagered ? "raise" : "bet", "all_in", "fold"];
  byId("words").lastElementChild.replaceChildren(
    ...spoken.map((word) => {
      const made = button(words(word === "bet" ? "bet-word" : word), () => say(turn, word), { "data-word": word });
      made.disabled = !turn;
      return made;
    }),
  );
}

async function say(seat, word) {
  const said = ["bet", "raise"].includes(word) ? await askWord(seat, word) : { word };
  if (said) await command("word", { seat, ...said });
}

/** The picture that the shown answer rests on, where a camera kept one. */
function pictured() {
  return view?.seats.find((seat) => seat.seat === view.answer.seat && seat.evidence);
}

function renderActions() {
  byId("picture").hidden = !pictured();
  const { answer, stage } = view;
  const playing = stage !== "no_hand";
  const proposed = view.proposal !== null;
  const settled = answer.kind === "ruling" && answer.standing === "confirmed";
  byId("confirm").disabled = !playing || settled;
  byId("undo").disabled = !playing || (view.ruling === 0 && answer.kind !== "press");
  byId("redo").disabled = !view.can_redo;
  byId("override").disabled = !playing;
  byId("onward").lastElementChild.textContent = onwardWords();
  byId("onward").disabled = stage === "betting" || !proposed;
  byId("floor").disabled = !proposed;
}

function onwardWords() {
  if (view.stage === "no_hand") return words("new-hand");
  if (view.stage === "hand_over") return words("who-won");
  const [street] = view.next_streets;
  return street ? words("next-street", { street: streetName(street) }) : words("who-won");
}

async function onward() {
  const { ruling, stage } = view;
  if (stage === "no_hand") {
    const hand = await askHand(view);
    const first = hand && view?.proposal.opener_asked.includes(hand.game);
    const opener = first ? await askOpener(Object.keys(hand.stacks)) : null;
    if (hand && (opener || !first)) await command("hand", { ...hand, first: opener });
  } else if (stage === "hand_over" || view.next_streets.length === 0) {
    const won = await askWinners(view, (body) => ask("pots", body, role));
    if (won) await command("hand-end", { ruling, won });
  } else {
    const several = view.next_streets.length > 1;
    const street = several ? await askStreet(view.next_streets) : view.next_streets[0];
    const inHand = view?.seats.filter((seat) => seat.dealt_in && !seat.folded) ?? [];
    const asked = street && street !== "showdown" && view?.opener_asked;
    const first = asked ? await askOpener(inHand.map((seat) => seat.seat)) : null;
    if (street && (first || !asked)) await command("street", { ruling, street, first });
  }
}

async function override() {
  const { ruling } = view;
  const decided = await askOverride(view);
  if (decided?.misdeal) await command("misdeal", { ruling, ...decided.misdeal });
  if (decided?.retrieve) await command("retrieve", { ruling, ...decided.retrieve });
  if (decided?.override) await command("override", { ruling, ...decided.override });
}

async function askToPair() {
  const code = await askPairing();
  try {
    await pair(code);
    link.restart();
  } catch (refused) {
    notice(refused.message || words("no-answer"));
    askToPair();
  }
}

async function switchLanguage(name) {
  language = name;
  localStorage.setItem("language", name);
  await useLanguage(name);
  translatePage();
  document.title = words("title");
  byId("language").textContent = name === "en" ? "РУ" : "EN";
}

function wire(id, act) {
  const target = byId(id);
  target.addEventListener("click", () => tap(target, act));
}

await switchLanguage(language);
renderLost();
wire("confirm", () => command("confirm", { ruling: view.ruling }));
wire("undo", () => command("undo", { ruling: view.ruling }));
wire("redo", () => command("redo", { ruling: view.ruling }));
wire("override", override);
byId("picture").addEventListener("click", () => showPicture(pictured()));
wire("floor", () => command("floor"));
wire("onward", onward);
byId("language").addEventListener("click", async () => {
  await switchLanguage(language === "en" ? "ru" : "en");
  if (view) show(view);
  else renderLost();
  link.restart({ language });
});
byId("seats").addEventListener("click", async (event) => {
  const seat = event.target.closest("li")?.dataset.seat;
  if (!seat || !view?.seats.find((one) => one.seat === seat)?.dealt_in) return;
  const said = await askWord(seat);
  if (!said) return;
  const enter = () => (said.token ? command(said.token, { seat }) : command("word", { seat, ...said }));
  tap(event.target.closest("li") ?? byId("floor"), enter);
});
new ResizeObserver(fitLine).observe(byId("answer"));

const link = new Link({ role, language, onView: show, onLost: lost, onNotPaired: askToPair });
