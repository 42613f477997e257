// The fan: a stack laid out as a row of counters, from which each unit can be taken, added or dropped.

import { h } from "../dom.js";
import { S } from "../strings.js";
import { counterPicture, inWords } from "./stacks.js";

const REST = 420;
const PARTING = 160;
const TILE = 64;

/** The fan of one table; it opens where a pointer rests on a stack, or a finger presses it. */
export class Fan {
  constructor(page) {
    this.page = page;
    this.hex = null;
    this.element = h("div", {
      class: "fan floating", role: "group", hidden: true, onpointerdown: () => { this.pressed = true; },
      onpointerenter: () => clearTimeout(this.leaving), onpointerleave: (event) => { if (event.pointerType === "mouse") this.#part(); },
    });
    // the finger that opened the fan lies on it when it is lifted: that is no choice yet
    this.element.addEventListener("click", (event) => { if (event.detail && !this.pressed) event.stopPropagation(); }, true);
    page.parts.stage.append(this.element);
  }

  /** The pointer stands over a hex, or over none: whoever rests on a stack sees all of it. */
  hover(found) {
    const hex = found?.hex ?? null;
    if (hex === this.over) return;
    this.over = hex;
    clearTimeout(this.resting);
    if (this.hex && hex && hex !== this.hex) this.#part();
    if (hex && this.#isWorthIt(hex)) this.resting = setTimeout(() => this.open(hex), REST);
  }

  /** A click has said what was wanted: the stack stays as it is until the pointer comes again. */
  clicked() {
    clearTimeout(this.resting);
    this.close();
  }

  /** While a way is chosen, only a stack with a choice of units comes between. */
  #isWorthIt(hex) {
    const height = this.page.counters.stacks.get(hex)?.length ?? 0;
    return height > 1 && (!this.page.overlays.reach.length || this.#able(hex).length > 1);
  }

  /** The units of a stack that a click could choose. */
  #able(hex) {
    const { units } = this.page.decider.marks;
    return (this.page.counters.stacks.get(hex) ?? []).filter((piece) => units.has(piece.name));
  }

  /** Whether a tap on the hex could mean several units. */
  isNeeded(hex) {
    return this.hex !== hex && this.#able(hex).length > 1;
  }

  open(hex) {
    if (!this.page.counters.stacks.has(hex) || !this.page.map.centre(hex)) return;
    this.hex = hex;
    this.pressed = false;
    this.#fill();
  }

  /** After a change the same stack is shown anew, if there is still something to choose from it. */
  renew() {
    if (!this.hex) return;
    if (this.#able(this.hex).length) this.#fill();
    else this.close();
  }

  #fill() {
    const { page, hex, element } = this;
    const stack = page.counters.stacks.get(hex) ?? [];
    const able = this.#able(hex);
    element.setAttribute("aria-label", S.table.stackAt(page.words.hex(hex)));
    element.replaceChildren(...stack.map((piece) => this.#tile(piece)),
      ...(able.length > 1 && page.groups.actions(hex).length > 1 ? [this.#all(hex)] : []));
    element.hidden = false;
    this.#place(stack.length);
  }

  #tile(piece) {
    const { page, hex } = this;
    const shape = page.decider.marks.units.get(piece.name);
    return h("button", {
      class: `quiet fan-unit${shape === undefined ? "" : ` shape-${shape % 4}`}`, "aria-label": inWords(piece), title: inWords(piece), data: { key: `fan ${piece.name}`, unit: piece.name ?? "" },
      onclick: () => { page.select({ hex, unit: piece.name }); page.decider.tap({ hex, unit: piece.name }); },
    }, counterPicture(piece), h("span", { class: "fan-name" }, piece.name || S.table.faceDown));
  }

  #all(hex) {
    const actions = this.page.groups.actions(hex);
    return h("button", { class: "small fan-all", data: { key: "fan all" }, onclick: () => { this.close(); this.page.groups.takeAll(hex); } },
      S.table.wholeStack(this.page.words.label(actions[0].verb), actions.length));
  }

  /** The first counter lies where the stack is, so that nothing changes under a pointer that goes on to click. */
  #place(height) {
    const { map } = this.page;
    const [x, y] = map.onStage(this.hex);
    const columns = Math.max(1, Math.min(height, 6, Math.floor((map.wide - 16) / TILE)));
    this.element.style.setProperty("--columns", columns);
    const { offsetWidth: wide, offsetHeight: tall } = this.element;
    const left = Math.max(4, Math.min(x - TILE / 2 - 6, map.wide - wide - 4));
    const top = Math.max(4, Math.min(y - TILE / 2 - 4, map.tall - tall - 4));
    this.element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  #part() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.close(), PARTING);
  }

  close() {
    clearTimeout(this.leaving);
    this.hex = null;
    this.element.hidden = true;
  }
}
