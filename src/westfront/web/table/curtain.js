// The curtain between two sides at one screen, where something is hidden from one of them.

import { h, renew, sheet } from "../dom.js";
import { S } from "../strings.js";
import { freshThrow, thrown } from "./dice.js";

/** The curtain of one table. */
export class Curtain {
  constructor(page) {
    this.page = page;
    this.side = null;
  }

  /** In a hot-seat the other side comes to the screen: behind the curtain if something is hidden. Gives whether it does. */
  passesTo(table, news) {
    const next = table.view.to_act;
    if (table.over || table.roles.length < 2 || !table.roles.includes(next)) return false;
    const isUnseen = table.hidden && this.side !== next;
    if (table.side === next && !isUnseen) return false;
    this.page.ctx.side = next;
    if (isUnseen) this.#fall(next, freshThrow(news));
    else this.page.refresh();
    return true;
  }

  /** It falls when whoever threw dice has seen them. */
  async #fall(side, dice) {
    const { page } = this;
    this.side = side;
    page.parts.page.inert = true;
    if (dice.length) await sheet(S.dice.before, (close) => [thrown(dice, page.words), h("div", { class: "row end" }, h("button", { class: "primary", autofocus: true, data: { key: "seen" }, onclick: () => close() }, S.dice.seen))]);
    if (this.side !== side) return;
    page.letGo();
    renew(page.parts.curtain, h("div", { class: "curtain-words" },
      h("h2", {}, S.table.curtain(S.common.side(side))), h("p", {}, S.table.curtainWhy),
      h("button", { class: "primary", data: { key: "curtain" }, onclick: () => this.#lift(side) }, S.table.lift(S.common.side(side)))));
    page.parts.curtain.querySelector("button").focus();
  }

  /** It goes up when the table of the new side is there; until then the one before it must not be seen. */
  async #lift(side) {
    const { page } = this;
    const { parts } = page;
    const isThere = await page.refresh({ lift: true });
    if (!isThere || this.side !== side) return;
    parts.page.inert = false;
    parts.curtain.replaceChildren();
    if (!page.isHome) page.home();
    parts.stage.focus();
  }
}
