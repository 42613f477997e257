// The dice of the last action, drawn in a corner with the line that tells their result.

import { diceRow } from "../dice.js";
import { h } from "../dom.js";
import { S } from "../strings.js";

const LINES = 4;

/** Show the dice of new lines with what they brought, or leave what is there if none was thrown. */
export function showDice(corner, lines) {
  const first = lines.findIndex((line) => line.dice?.length);
  if (first < 0) return;
  corner.replaceChildren(
    h("button", { class: "quiet close", "aria-label": S.common.close, onclick: () => corner.replaceChildren() }, "×"),
    ...lines.slice(first, first + LINES).map((line) => h("div", { class: "throw" },
      line.dice?.length ? diceRow(line.dice, line.faces) : h("p", { class: "small" }, S.common.side(line.text)))));
}
