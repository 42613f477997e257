// What two people agree to when they sit down: the choices of a new table, and the same in words.

import { h } from "./dom.js";
import { S } from "./strings.js";

const A = S.agreement;
const PACES = ["", "live", "day", "week"];

/** The terms of a table before anybody has chosen. */
export const usualTerms = () => ({ listed: false, pace: "", decides: false, advice: null, public: false });

const hasGuest = (seats) => Object.values(seats).includes("link");

/** What is sent of the terms; a clock and the lobby are for tables with a guest, advice by default for those without. */
export function chosenTerms({ listed, pace, decides, advice, public: open }, seats) {
  const guest = hasGuest(seats);
  return { public: open, advice: advice ?? !guest, ...(guest ? { listed, pace, decides: decides && pace !== "" } : {}) };
}

function check(key, label, note, checked, disabled, changed) {
  return h("label", { class: "check-line" },
    h("input", { type: "checkbox", checked, disabled, data: { key }, onchange: (event) => changed(event.target.checked) }),
    h("span", {}, label, h("span", { class: "small soft" }, note)));
}

/** The choices; `state.terms` holds them, `changed` draws them anew. */
export function termChoices(state, changed) {
  const { terms } = state;
  const guest = hasGuest(state.seats);
  const set = (facts) => { Object.assign(terms, facts); changed(); };
  const list = (on) => set(on ? { listed: true, public: true, pace: terms.pace || "day" } : { listed: false });
  return [
    guest && check("listed", A.listed, A.listedNote, terms.listed, false, list),
    guest && h("fieldset", { class: "choices" }, h("legend", {}, A.pace), PACES.map((pace) => h("label", { class: "chip" },
      h("input", { type: "radio", name: "pace", value: pace, checked: terms.pace === pace, data: { key: `pace ${pace}` }, onchange: () => set({ pace }) }),
      h("span", {}, A.paces[pace])))),
    guest && check("decides", A.decides, A.decidesNote, terms.decides && terms.pace !== "", terms.pace === "", (decides) => set({ decides })),
    check("advice", A.advice, A.adviceNote, terms.advice ?? !guest, false, (advice) => set({ advice })),
    check("public", A.public, A.publicNote, terms.public, false, (open) => set({ public: open })),
  ];
}

/** What was agreed upon, in a few short lines. */
export function termsInWords({ pace, decides, advice, public: open }) {
  return [A.told.pace[pace], pace && (decides ? A.told.decides : A.told.warns), advice ? A.told.advice : A.told.noAdvice, open && A.told.public].filter(Boolean);
}

/** The same as a list. */
export const termsList = (terms) => h("ul", { class: "plain terms" }, termsInWords(terms).map((line) => h("li", {}, line)));
