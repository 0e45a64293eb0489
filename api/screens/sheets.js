/** Sheets: what needs more than one tap. Each resolves to what was decided, or to null. */

import { byId, make, streetName } from "./render.js";
import { amount, words } from "./words.js";

const ACTIONS = ["fold", "check", "call", "bet", "raise", "all_in"];
const VOIDED = ["misdeal", "fouled-deck"];
const WITH_TOTAL = ["call", "bet", "raise", "all_in"];
const WITH_AMOUNT = ["bet", "raise"];
const REASONS = ["miscount", "correction", "camera", "intent"];
const LONGEST_FIGURE = 10;

const label = (word) => words(word === "bet" ? "bet-word" : word);
const press = (text, act, attributes = {}) => {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
};

let finish = () => {};

/** Close what is open; it resolves to null. */
export function closeSheet() {
  finish(null);
}

/** Show a sheet until it is decided. `draw` gets a function that decides, and one to draw again. */
function open(draw) {
  finish(null);
  const sheet = byId("sheet");
  return new Promise((resolve) => {
    finish = (decided) => {
      finish = () => {};
      sheet.oncancel = null;
      sheet.close();
      sheet.replaceChildren();
      resolve(decided);
    };
    sheet.oncancel = (event) => {
      event.preventDefault();
      finish(null);
    };
    const redraw = () => sheet.replaceChildren(...draw((decided) => finish(decided), redraw).filter(Boolean));
    redraw();
    sheet.showModal();
  });
}

function ends(go, ready, act, decide) {
  const send = press(go, act, { class: "go" });
  send.disabled = !ready;
  return make("div", { class: "ends" }, press(words("cancel"), () => decide(null)), send);
}

function choices(values, chosen, pick, name = label, attribute = "data-choice") {
  return make(
    "div",
    { class: values === ACTIONS ? "row actions" : "row" },
    ...values.map((value) =>
      press(name(value), () => pick(value), { "aria-pressed": String(value === chosen), [attribute]: value }),
    ),
  );
}

/** A figure and the keys that write it. */
function keypad(value, write, empty) {
  const text = value === null ? "" : String(value);
  const type = (digits) => {
    const next = (text + digits).replace(/^0+(?=\d)/, "");
    if (next.length <= LONGEST_FIGURE) write(Number(next));
  };
  const digit = (digits) => press(digits, () => type(digits), { "data-key": digits });
  return make(
    "div",
    { class: "keypad" },
    make("p", { class: "figure", "data-empty": empty }, value === null ? "" : amount(value)),
    make(
      "div",
      { class: "keys" },
      ...["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(digit),
      press("⌫", () => write(text.length > 1 ? Number(text.slice(0, -1)) : null), { "aria-label": words("clear") }),
      digit("0"),
      digit("00"),
    ),
  );
}

/** What a player said; `word` is chosen already where one is given. */
export function askWord(seat, word = null) {
  const state = { word, amount: null };
  return open((decide, redraw) => {
    const set = (changes) => {
      Object.assign(state, changes);
      redraw();
    };
    const figured = WITH_AMOUNT.includes(state.word);
    return [
      make("h2", {}, `${words("seat", { seat })} – ${words("say-title")}`),
      make(
        "div",
        { class: figured ? "split" : "" },
        choices(ACTIONS, state.word, (chosen) => set({ word: chosen, amount: null })),
        figured ? keypad(state.amount, (amount) => set({ amount }), words("amount-optional")) : "",
      ),
      ends(words("say-send"), state.word, () => decide(state), decide),
    ];
  });
}

/** What counts instead of the ruling shown: an action, or that the whole hand does not count. */
export function askOverride(view) {
  const seats = view.seats.filter((seat) => seat.dealt_in && !seat.folded).map((seat) => seat.seat);
  const first = view.answer.seat ?? view.turn ?? seats[0];
  const state = { seat: first, action: null, total: null, reason: null };
  return open((decide, redraw) => {
    const set = (changes) => {
      Object.assign(state, changes);
      redraw();
    };
    const needsTotal = WITH_TOTAL.includes(state.action);
    const ready = state.action && state.reason && (!needsTotal || state.total !== null);
    const rule = () => {
      const { seat, action, total } = state;
      const reason = words(`reason-${state.reason}`);
      if (VOIDED.includes(action)) decide({ misdeal: { fouled_deck: action === "fouled-deck", reason } });
      else decide({ override: { seat, action, total: needsTotal ? total : null, reason } });
    };
    return [
      make("h2", {}, words("override-title")),
      ...view.answer.otherwise.map((line) => make("p", { class: "otherwise" }, line)),
      make(
        "div",
        { class: "split" },
        make(
          "div",
          {},
          choices(seats, state.seat, (seat) => set({ seat }), (seat) => words("seat-name", { seat }), "data-seat"),
          make("h3", {}, ""),
          choices(ACTIONS, state.action, (action) => set({ action })),
          make("h3", {}, ""),
          choices(VOIDED, state.action, (action) => set({ action })),
          make("h3", {}, words("reason")),
          choices(REASONS, state.reason, (reason) => set({ reason }), (reason) => words(`reason-${reason}`)),
        ),
        make(
          "div",
          {},
          needsTotal || !state.action ? keypad(state.total, (total) => set({ total }), words("amount-total")) : null,
        ),
      ),
      ends(words("override-send"), ready, rule, decide),
    ];
  });
}

/** Which street begins, where more than one may. */
export function askStreet(streets) {
  return open((decide) => [
    make("h2", {}, words("street-title")),
    choices(streets, null, decide, streetName),
    make("div", { class: "ends" }, press(words("cancel"), () => decide(null))),
  ]);
}

/** Who acts first, where the cards that show decide. */
export function askOpener(seats) {
  return open((decide) => [
    make("h2", {}, words("who-opens")),
    choices(seats, null, decide, (seat) => words("seat-name", { seat }), "data-opener"),
    make("div", { class: "ends" }, press(words("cancel"), () => decide(null))),
  ]);
}

/** A new hand: game, button, and who has how much. */
export function askHand(view) {
  const { number, games, game, button, stacks } = view.proposal;
  const seats = view.seats.map((seat) => seat.seat);
  const state = { game, button, stacks: { ...stacks }, seat: seats[0] };
  return open((decide, redraw) => {
    const set = (changes) => {
      Object.assign(state, changes);
      redraw();
    };
    const write = (value) => set({ stacks: { ...state.stacks, [state.seat]: value ?? 0 } });
    const dealtIn = Object.entries(state.stacks).filter(([, stack]) => stack > 0);
    const begin = () =>
      decide({ number, game: state.game, button: state.button, stacks: Object.fromEntries(dealtIn) });
    const seatName = (seat) => words("seat-name", { seat });
    return [
      make("h2", {}, words("hand-title")),
      choices(games, state.game, (chosen) => set({ game: chosen }), (name) => name),
      make(
        "div",
        { class: "split" },
        make(
          "div",
          {},
          make("h3", {}, words("stacks")),
          stackButtons(seats, state, (seat) => set({ seat })),
          make("h3", {}, words("button")),
          choices(seats, state.button, (seat) => set({ button: seat }), (seat) => seat, "data-button"),
        ),
        make("div", {}, make("h3", {}, seatName(state.seat)), keypad(state.stacks[state.seat] || null, write, "0")),
      ),
      ends(words("hand-send"), dealtIn.length > 1, begin, decide),
    ];
  });
}

function stackButtons(seats, state, pick) {
  return make(
    "div",
    { class: "row stacks" },
    ...seats.map((seat) =>
      press("", () => pick(seat), { "aria-pressed": String(seat === state.seat), "data-stack": seat }),
    ).map((made, index) => {
      const stack = state.stacks[seats[index]];
      made.append(make("span", {}, words("seat-name", { seat: seats[index] })), make("b", {}, stack ? amount(stack) : ""));
      return made;
    }),
  );
}

/** Who took the pot. One tap gives it all; more taps share it evenly; keys correct an amount. */
export function askWinners(view) {
  const seats = view.seats.filter((seat) => seat.dealt_in && !seat.folded).map((seat) => seat.seat);
  const only = seats.length === 1 ? { [seats[0]]: view.pot_to_win } : {};
  const state = { stacks: only, seat: seats[0] };
  return open((decide, redraw) => {
    const share = (seat) => {
      const winners = seats.filter((one) => one === seat || state.stacks[one]);
      const each = Math.floor(view.pot_to_win / winners.length);
      state.stacks = Object.fromEntries(winners.map((one) => [one, each]));
      state.stacks[winners[0]] += view.pot_to_win - each * winners.length;
      state.seat = seat;
      redraw();
    };
    const write = (value) => {
      state.stacks = { ...state.stacks, [state.seat]: value ?? 0 };
      redraw();
    };
    const sum = Object.values(state.stacks).reduce((total, part) => total + part, 0);
    const values = { pot: amount(view.pot_to_win), sum: amount(sum) };
    const differs = sum !== view.pot_to_win;
    return [
      make("h2", {}, words("won-title", values)),
      make(
        "div",
        { class: "split" },
        stackButtons(seats, state, share),
        keypad(state.stacks[state.seat] || null, write, "0"),
      ),
      make("p", { class: "problem" }, differs && sum ? words("won-differs", values) : ""),
      ends(words("won-send"), !differs, () => decide(state.stacks), decide),
    ];
  });
}

/** What betline saw, for who doubts it. */
export function showPicture({ seat, evidence, chips }) {
  const source = `/api/evidence/${encodeURIComponent(evidence)}`;
  return open((decide) => [
    make("h2", {}, words("seen", { seat, chips: chips.map(amount).join(" + ") || "0" })),
    make("img", { src: source, alt: words("picture") }),
    make("div", { class: "ends" }, make("span"), press(words("close"), () => decide(null))),
  ]);
}

/** The pairing code. It is asked for until it is given: without it there is nothing to see. */
export function askPairing() {
  return open((decide) => {
    const field = make("input", { maxlength: "12", autocomplete: "off", autocapitalize: "characters" });
    const give = () => field.value && decide(field.value);
    field.addEventListener("keydown", (event) => event.key === "Enter" && give());
    return [
      make("h2", {}, words("pair-title")),
      make("p", {}, words("pair-text")),
      make("h3", {}, ""),
      field,
      make("div", { class: "ends" }, make("span"), press(words("pair-send"), give, { class: "go" })),
    ];
  });
}
