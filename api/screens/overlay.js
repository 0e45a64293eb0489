/** The overlay of a broadcast. Without a live link, or with a fault, it shows nothing at all. */

import { Link } from "./link.js";
import { byId, make, streetName } from "./render.js";
import { amount, translatePage, useLanguage, words } from "./words.js";

const WIDTH_PX = 1920;
const HEIGHT_PX = 1080;

const options = new URLSearchParams(location.search);
const language = options.get("language") === "ru" ? "ru" : "en";
const extraScale = Number(options.get("scale")) || 1;

function fit() {
  const scale = Math.min(innerWidth / WIDTH_PX, innerHeight / HEIGHT_PX) * extraScale;
  byId("stage").style.transform = `scale(${scale})`;
}

function show(view) {
  if (!view.live || !view.hand) {
    clear();
    return;
  }
  byId("stakes").textContent = view.hand.game;
  byId("street").textContent = streetName(view.hand.street);
  byId("pot").lastElementChild.textContent = amount(view.pot);
  byId("seats").replaceChildren(...view.seats.filter((seat) => seat.dealt_in).map(plate));
  const ruling = byId("ruling");
  ruling.hidden = !view.ruling;
  ruling.firstElementChild.textContent = view.ruling ? words("seat-name", { seat: view.ruling.seat }) : "";
  ruling.lastElementChild.textContent = view.ruling?.line ?? "";
  byId("stage").dataset.live = "yes";
  byId("debug").hidden = true;
}

function plate(seat) {
  const state = seat.all_in ? words("all-in") : seat.folded ? words("folded") : amount(seat.stack);
  return make(
    "li",
    { "data-seat": seat.seat, "data-turn": seat.turn, "data-folded": seat.folded, "data-all-in": seat.all_in },
    make("p", { class: "name" }, make("b", {}, words("seat-name", { seat: seat.seat })), seat.button ? make("i", {}, "D") : null),
    make("p", { class: "stack" }, state),
    seat.bet ? make("p", { class: "bet" }, amount(seat.bet)) : null,
  );
}

/** Figures are taken away, not hidden: nothing that is wrong can come back into the picture. */
function clear() {
  byId("stage").dataset.live = "no";
  byId("seats").replaceChildren();
  for (const id of ["stakes", "street"]) byId(id).textContent = "";
  byId("pot").lastElementChild.textContent = "";
  for (const part of byId("ruling").children) part.textContent = "";
}

function lost() {
  clear();
  byId("debug").textContent = words("kind-not-live");
  byId("debug").hidden = options.get("debug") !== "1";
}

await useLanguage(language);
translatePage();
fit();
addEventListener("resize", fit);
new Link({ role: "overlay", language, onView: show, onLost: lost });
