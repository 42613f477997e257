// A stack opened in full: every counter large, with its figures and states in words, and the sums of each side.

import { h, svg } from "../dom.js";
import { S } from "../strings.js";
import { faceOf, sign, statesOf, sums } from "./counters.js";

/** One counter as a picture of its own. */
export function counterPicture(piece) {
  const signs = statesOf(piece).map((state, i) => {
    const drawn = sign(state);
    drawn.setAttribute("transform", `translate(${0.42 - i * 0.24} -.42) scale(.0105)`);
    return drawn;
  });
  return svg("svg", { class: "counter-picture", viewBox: "-.56 -.56 1.12 1.12", "aria-hidden": "true" },
    svg("use", { href: faceOf(piece), x: -0.5, y: -0.5, width: 1, height: 1 }), signs);
}

/** A unit in words: name, figures, type, states. */
export const inWords = (piece) => (piece.name ? [piece.name, ...(piece.facts ?? []), ...statesOf(piece)].join(", ") : S.table.hiddenUnit(piece.side));

function total(side, sideClass, pieces, columns) {
  const added = sums(pieces, columns).map(([name, sum]) => `${name} ${sum}`).join(", ");
  return h("p", { class: `pile-total ${sideClass}` }, S.table.total(side, pieces.length, added));
}

/** The panel of a hex: its name, the stack, what can be done with each unit. */
export function stackPanel({ title, marks = [], pieces, columns, sideClass, buttonsFor, onpick, selected }) {
  const bySide = grouped(pieces);
  return [
    h("h2", { class: "pile-title" }, title),
    marks.length ? h("p", { class: "soft small" }, marks.join(" · ")) : null,
    pieces.length ? null : h("p", { class: "soft" }, S.table.noUnits),
    [...bySide].map(([side, own]) => [
      total(side, sideClass(side), own, columns),
      h("ul", { class: "pile plain" }, own.map((piece) => h("li", { class: piece.name && piece.name === selected ? "pile-unit chosen" : "pile-unit" },
        h("button", { class: "quiet pile-counter", "aria-label": inWords(piece), data: { key: `unit ${piece.name}`, unit: piece.name ?? "" }, onclick: () => onpick(piece) }, counterPicture(piece)),
        h("div", { class: "pile-words" },
          h("strong", {}, piece.name || S.table.faceDown),
          h("span", { class: "soft" }, [...(piece.facts ?? []), ...statesOf(piece)].join(", ")),
          buttonsFor(piece))))),
    ]),
  ];
}

function grouped(pieces) {
  const sides = new Map();
  for (const piece of pieces) sides.set(piece.side, [...(sides.get(piece.side) ?? []), piece]);
  return sides;
}
