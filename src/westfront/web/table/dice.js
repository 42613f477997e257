// The dice of the last action, drawn in a corner with the line that tells their result.

import { diceRow } from "../dice.js";
import { h } from "../dom.js";
import { S } from "../strings.js";

const THROWS = 3;

/** Show the dice of new lines, or leave what is there if none was thrown. */
export function showDice(corner, lines) {
  const rolled = lines.filter((line) => line.dice?.length);
  if (!rolled.length) return;
  corner.replaceChildren(
    h("button", { class: "quiet close", "aria-label": S.common.close, onclick: () => corner.replaceChildren() }, "×"),
    ...rolled.slice(-THROWS).map((line) => h("div", { class: "throw" }, diceRow(line.dice, line.faces || 6), h("p", { class: "small" }, line.text))));
}
