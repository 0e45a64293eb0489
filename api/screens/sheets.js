/** Sheets: what needs more than one tap. Each resolves to what was decided, or to null. */

import { byId, make, streetName } from "./render.js";
import { amount, words } from "./words.js";

const ACTIONS = ["fold", "check", "call", "bet", "raise", "all_in"];
const TOKENS = ["bounty-chip"];
const RETRIEVED = ["hand-lives"];
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
    let decided = false;
    finish = (answer) => {
      finish = () => {};
      decided = true;
      sheet.oncancel = null;
      sheet.close();
      sheet.replaceChildren();
      resolve(answer);
    };
    sheet.oncancel = (event) => {
      event.preventDefault();
      finish(null);
    };
    const redraw = () => decided || sheet.replaceChildren(...draw((answer) => finish(answer), redraw).filter(Boolean));
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
        make(
          "div",
          {},
          choices(ACTIONS, state.word, (chosen) => set({ word: chosen, amount: null })),
          make("h3", {}, ""),
          word ? null : choices(TOKENS, state.word, (chosen) => set({ word: chosen, amount: null })),
        ),
        figured ? keypad(state.amount, (amount) => set({ amount }), words("amount-optional")) : "",
      ),
      ends(words("say-send"), state.word, () => decide(TOKENS.includes(state.word) ? { token: state.word } : state), decide),
    ];
  });
}

/** What counts instead of the ruling shown: an action, or that the whole hand does not count. */
export function askOverride(view) {
  const dealtIn = view.seats.filter((seat) => seat.dealt_in);
  const seats = dealtIn.map((seat) => seat.seat);
  const first = view.answer.seat ?? view.turn ?? seats[0];
  const state = { seat: first, action: null, total: null, reason: null };
  return open((decide, redraw) => {
    const set = (changes) => {
      Object.assign(state, changes);
      redraw();
    };
    const folded = dealtIn.some((seat) => seat.seat === state.seat && seat.folded);
    const needsTotal = WITH_TOTAL.includes(state.action);
    const ready = state.action && state.reason && (!needsTotal || state.total !== null);
    const rule = () => {
      const { seat, action, total } = state;
      const reason = words(`reason-${state.reason}`);
      if (VOIDED.includes(action)) decide({ misdeal: { fouled_deck: action === "fouled-deck", reason } });
      else if (RETRIEVED.includes(action)) decide({ retrieve: { seat, reason } });
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
          choices(seats, state.seat, (seat) => set({ seat, action: null }), (seat) => words("seat-name", { seat }), "data-seat"),
          make("h3", {}, ""),
          choices(ACTIONS, state.action, (action) => set({ action })),
          folded ? choices(RETRIEVED, state.action, (action) => set({ action })) : null,
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

/** Who took the pot, in parts: side pots, boards, high and low. The server does the sum; keys correct an amount. */
export async function askWinners(view, sumUp) {
  const state = { boards: 1, winners: {}, corrected: null, seat: null, pots: await sumUp({ boards: 1, winners: [] }) };
  const of = (part) => state.winners[`${part.pot}/${part.board}`] ?? { high: [], low: [] };
  const shares = () => state.corrected ?? state.pots.won ?? {};
  return open((decide, redraw) => {
    const sum = async (changes) => {
      Object.assign(state, { corrected: null }, changes);
      const winners = Object.entries(state.winners).map(([where, won]) => {
        const [pot, board] = where.split("/").map(Number);
        return { pot, board, ...won };
      });
      state.problem = "";
      try {
        state.pots = await sumUp({ boards: state.boards, winners });
      } catch (error) {
        state.problem = error.message;
      }
      redraw();
    };
    const toggle = (part, half, seat) => {
      const won = of(part);
      const named = won[half].includes(seat) ? won[half].filter((one) => one !== seat) : [...won[half], seat];
      sum({ winners: { ...state.winners, [`${part.pot}/${part.board}`]: { ...won, [half]: named } }, seat });
    };
    const write = (value) => {
      state.corrected = { ...shares(), [state.seat]: value ?? 0 };
      redraw();
    };
    const { parts, boards_most, odd_by_card } = state.pots;
    const seats = view.seats.map((one) => one.seat).filter((seat) => seat in shares());
    state.seat = seats.includes(state.seat) ? state.seat : seats[0];
    const total = Object.values(shares()).reduce((so_far, part) => so_far + part, 0);
    const values = { pot: amount(view.pot_to_win), sum: amount(total) };
    const differs = total !== view.pot_to_win;
    const boards = (chosen) => sum({ boards: Number(chosen), winners: {} });
    const twice = boards_most > 1 && view.seats.filter((one) => one.dealt_in && !one.folded).length > 1;
    return [
      make("h2", {}, words("won-title", values)),
      twice
        ? choices(["1", "2"], String(state.boards), boards, (count) => (count === "1" ? words("run-once") : words("run-twice")), "data-boards")
        : null,
      make(
        "div",
        { class: "split" },
        make("div", {}, ...parts.flatMap((part) => partRows(part, parts, of(part), toggle))),
        state.seat
          ? make(
              "div",
              { class: "shares" },
              stackButtons(seats, { stacks: shares(), seat: state.seat }, (seat) => {
                state.seat = seat;
                redraw();
              }),
              keypad(shares()[state.seat] || null, write, "0"),
            )
          : null,
      ),
      make("p", { class: "problem" }, state.problem || problem(values, differs && total, odd_by_card && !state.corrected)),
      ends(words("won-send"), !differs, () => decide(shares()), decide),
    ];
  });
}

function problem(values, differs, oddByCard) {
  if (differs) return words("won-differs", values);
  return oddByCard ? words("won-odd-by-card") : "";
}

/** Who won one part: a row of those who can, or two where a low hand takes half. */
function partRows(part, parts, won, toggle) {
  const halves = part.split ? ["high", "low"] : ["high"];
  const alone = part.players.length === 1;
  return halves.flatMap((half) => [
    make("h3", {}, parts.length > 1 || part.split ? partName(part, half, parts) : ""),
    make(
      "div",
      { class: "row", "data-part": `${part.pot}/${part.board}/${half}` },
      ...part.players.map((seat) => {
        const attributes = { "aria-pressed": String(alone || won[half].includes(seat)), "data-winner": seat };
        const made = press(words("seat-name", { seat }), () => toggle(part, half, seat), attributes);
        made.disabled = alone;
        return made;
      }),
    ),
  ]);
}

const mainOrSide = (pot) => (pot === 0 ? words("pot-main") : words("pot-side", { number: pot }));
const halfName = (half) => (half === "high" ? words("half-high") : words("half-low"));

function partName(part, half, parts) {
  const several = parts.some((one) => one.pot > 0);
  const boards = parts.some((one) => one.board > 0);
  const names = [
    several ? mainOrSide(part.pot) : "",
    boards ? words("board-number", { number: part.board + 1 }) : "",
    part.split ? halfName(half) : "",
    amount(part.amount),
  ];
  return names.filter(Boolean).join(" · ");
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
