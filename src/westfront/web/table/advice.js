// Advice: what a machine would do in this place, and why. The log says that it was asked for.

import { ask, h, keyed } from "../dom.js";
import { S } from "../strings.js";

const EVERY = 700;
const SHOWN = 3;
const A = S.advice;

export class Adviser {
  constructor(page) {
    this.page = page;
    this.asked = 0;
  }

  /** Whether advice can be asked for now. */
  get isThere() {
    const { ctx, at, view } = this.page;
    return Boolean(ctx.table.advice && at === null && view.question);
  }

  button() {
    return this.isThere ? h("button", { class: "small", data: { key: "advice" }, ...keyed("w", A.key), onclick: () => this.ask() }, A.button) : null;
  }

  /** With somebody else at the table one is asked once whether that is meant, since it cannot be unsaid. */
  async #isMeant() {
    const { ctx } = this.page;
    const alone = ctx.table.lesson || Object.entries(ctx.table.sides).every(([side, seat]) => seat.seat === "machine" || ctx.table.roles.includes(side));
    const key = `westfront.advice.${ctx.id}`;
    if (alone || localStorage.getItem(key)) return true;
    if (!await ask(A.title, A.text, A.button)) return false;
    localStorage.setItem(key, "yes");
    return true;
  }

  async ask() {
    const { page } = this;
    const { ctx } = page;
    if (!this.isThere) return page.say(ctx.table.advice ? A.notNow : A.none);
    if (!await this.#isMeant()) return undefined;
    const mine = (this.asked += 1);
    const { side } = ctx;
    const question = page.view.question.prompt;
    page.say(A.thinking);
    try {
      let told = await ctx.api.askAdvice(ctx.id, ctx.table.number, side);
      while (!told.ready) {
        await new Promise((done) => setTimeout(done, EVERY));
        if (mine !== this.asked || !page.view.question || page.view.question.prompt !== question || ctx.side !== side) return undefined;
        told = await ctx.api.advice(ctx.id, side);
      }
      return this.#tell(told);
    } catch (error) {
      if (error.status !== 409) page.trouble(error);
      page.quiet();
      return undefined;
    }
  }

  /** The order in words with its reason and what was weighed; the first part of it can be done by a button. */
  #tell({ actions, why, weighed, trouble }) {
    const { page } = this;
    if (trouble || !actions.length) return page.say(A.nothing(trouble || why));
    const offered = page.decider.offers?.all ?? [];
    const words = actions.slice(0, SHOWN).map((text) => page.words.sayText(text, offered));
    const first = offered.find((action) => action.text === actions[0]);
    if (first) page.point({ hexes: first.hexes, units: first.units, action: first.text });
    const more = weighed.length ? A.weighed(weighed.slice(0, SHOWN)) : "";
    const button = first ? [S.table.doIt, () => page.decider.commit(first)] : null;
    return page.say(A.told(words, actions.length - words.length, why), { button, more });
  }

  close() {
    this.asked += 1;
  }
}
