// The dice of the last action, drawn in a corner with the line that tells their result.

import { h, svg } from "../dom.js";
import { S } from "../strings.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A die that shows a value; with more than six faces it shows a figure. */
function die(value, faces) {
  const pips = faces <= 6 && PIPS[value];
  return svg("svg", { class: "die", viewBox: "-22 -22 44 44", role: "img", "aria-label": String(value) },
    faces <= 6 ? svg("rect", { x: -19, y: -19, width: 38, height: 38, rx: 7 }) : svg("path", { d: "M0-21L20-7 13 17-13 17-20-7Z" }),
    pips ? pips.map(([x, y]) => svg("circle", { cx: x * 10, cy: y * 10, r: 4 })) : svg("text", { y: 7 }, String(value)));
}

/** Show the dice of new lines, or leave what is there if none was thrown. */
export function showDice(corner, lines) {
  const rolled = lines.filter((line) => line.dice?.length);
  if (!rolled.length) return;
  corner.replaceChildren(
    h("button", { class: "quiet close", "aria-label": S.common.close, onclick: () => corner.replaceChildren() }, "×"),
    ...rolled.slice(-3).map((line) => h("div", { class: "throw" },
      h("div", { class: "dice-row" }, line.dice.map((value) => die(value, line.faces || 6))),
      h("p", { class: "small" }, line.text))));
}
