// The tray beside the map: the dice of the last battles, each with the lines that tell what they brought.

import { diceRow } from "../dice.js";
import { h, keyed, renew } from "../dom.js";
import { S } from "../strings.js";

const KEPT = 10;
const LINES = 8;

/** The throws among some lines of the log, oldest first: what one action brought, from its first die on. */
function throwsIn(lines) {
  const byAction = new Map();
  for (const line of lines) {
    const told = byAction.get(line.number) ?? [];
    if (told.length || line.dice?.length) byAction.set(line.number, [...told, line]);
  }
  return [...byAction].slice(-KEPT).map(([number, told]) => ({ number, lines: told.slice(0, LINES) }));
}

/** The lines of a throw with their dice. */
export function thrown(lines, words) {
  return lines.map((line) => h("p", { class: "throw" }, line.dice?.length ? [diceRow(line.dice, line.faces), " "] : null, words.tell(S.common.side(line.text))));
}

/** The lines among the news that belong to a throw. */
export const freshThrow = (news) => throwsIn(news).at(-1)?.lines ?? [];

/** The tray of one table. */
export class Tray {
  constructor(element, words) {
    this.element = element;
    this.words = words;
    this.throws = [];
    this.at = 0;
    this.isOpen = false;
  }

  /** Take over the log; a new throw lies on top. */
  take(lines, hasNews) {
    this.throws = throwsIn(lines);
    this.at = this.throws.length - 1;
    if (hasNews) this.isOpen = true;
    this.#draw();
  }

  #draw() {
    const { throws, at } = this;
    const step = (name, by) => h("button", {
      class: "quiet close", "aria-label": S.dice[name], ...keyed(by < 0 ? "," : ".", S.dice[name]), disabled: !throws[at + by], data: { key: `dice ${name}` },
      onclick: () => { this.at += by; this.#draw(); },
    }, by < 0 ? "‹" : "›");
    renew(this.element, throws.length ? [
      h("div", { class: "tray-head" },
        h("button", { class: "quiet tray-title", "aria-expanded": String(this.isOpen), data: { key: "dice open" }, ...keyed("i", S.dice.tray), onclick: () => { this.isOpen = !this.isOpen; this.#draw(); } },
          S.dice.title(at + 1, throws.length)), step("earlier", -1), step("later", 1)),
      this.isOpen ? h("div", { class: "tray-lines", tabindex: "0", role: "group", "aria-label": S.dice.lines }, thrown(throws[at].lines, this.words)) : null,
    ] : []);
  }
}
