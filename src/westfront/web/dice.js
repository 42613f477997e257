// Dice, drawn as dice.

import { h, svg } from "./dom.js";
import { S } from "./strings.js";

const PIPS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]] };

function face(value, faces) {
  const box = svg("rect", { x: 1, y: 1, width: 38, height: 38, rx: 7, class: "die-face" });
  const marks = faces <= 6 && PIPS[value]
    ? PIPS[value].map(([x, y]) => svg("circle", { cx: x * 10, cy: y * 10, r: 4, class: "die-pip" }))
    : svg("text", { x: 20, y: 28, "text-anchor": "middle", "font-size": 22, class: "die-number" }, `${value}`);
  return svg("svg", { viewBox: "0 0 40 40", class: "die", "aria-hidden": "true" }, box, marks);
}

/** Some dice in a row, read out as their numbers. */
export function diceRow(values, faces) {
  return h("span", { class: "dice-row", role: "img", "aria-label": S.log.dice(values) }, values.map((value) => face(value, faces)));
}
