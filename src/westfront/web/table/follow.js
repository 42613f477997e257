// The machine at work: how far it has thought, and its orders one after another at a pace one can follow, with a skip.

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { S } from "../strings.js";

const [SHORTEST, LONGEST, WHOLE] = [350, 1200, 15000];
const [FIRST, EVERY] = [800, 1000];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const F = S.follow;

/** Whether orders are shown one after another: as chosen in the settings, else unless the system asks for calm. */
const isPaced = () => (settings.pace === "system" ? !calm.matches : settings.pace === "steps");

const isMachine = (table, side) => table.sides[side]?.seat === "machine";

export class Follow {
  constructor(page) {
    this.page = page;
    this.leading = false;
    this.wake = () => {};
    this.bar = h("progress", { max: 1, "aria-label": F.progress });
    this.words = h("span", {});
    this.thinking = h("div", { class: "thinking", hidden: true, role: "status" }, this.words, this.bar);
    page.parts.stage.append(this.thinking);
    page.ctx.on("table", () => this.#watch());
    this.#watch();
  }

  // -- thinking

  /** While a machine is asked, look now and then how far it is. */
  #watch() {
    const { table } = this.page.ctx;
    const thinks = !table.over && isMachine(table, table.view.to_act) && !table.lesson;
    if (!thinks) { clearTimeout(this.timer); this.timer = 0; this.thinking.hidden = true; }
    else if (!this.timer) this.timer = setTimeout(() => this.#look(), FIRST);
  }

  async #look() {
    const { ctx } = this.page;
    const { table } = ctx;
    const now = document.visibilityState === "visible" ? await ctx.api.thinking(ctx.id).catch(() => null) : null;
    if (!this.timer) return;
    if (now && !this.leading) {
      this.thinking.hidden = false;
      this.words.textContent = F.thinks(S.common.side(table.view.to_act));
      if (now.thinks) this.bar.value = Math.min(1, now.spent / now.seconds);
      else this.bar.removeAttribute("value");
    }
    this.timer = setTimeout(() => this.#look(), EVERY);
  }

  // -- following

  /** Whether a table that has come is led up to, order by order; then it is taken in its turn. */
  leads(before, next) {
    if (this.leading) { this.target = next; return true; }
    const isLooking = this.page.at !== null || this.page.isText;
    if (isLooking || !isPaced() || next.side !== before.side || next.log.count <= before.log.count || !isMachine(before, before.view.to_act)) return false;
    this.target = next;
    this.#lead(before.number);
    return true;
  }

  /** What the log tells of behind a number, and where the table stands. */
  #steps(from) {
    const { log, number } = this.target;
    return [...new Set([...log.lines.map((line) => line.number), number])].filter((each) => each > from && each <= number);
  }

  async #lead(from) {
    const { page } = this;
    this.leading = true;
    this.thinking.hidden = true;
    for (let at = from; this.leading;) {
      const steps = this.#steps(at);
      if (!steps.length) break;
      [at] = steps;
      const isLast = at === this.target.number;
      const shown = isLast ? this.#take() : await this.#show(at);
      if (!shown || (isLast && (page.view.question || page.ctx.table.over))) break;
      if (this.#tell(at)) await this.#pause(Math.max(SHORTEST, Math.min(LONGEST, WHOLE / steps.length)));
      if (page.at !== (isLast ? null : at)) break; // somebody looks at something else
    }
    page.quiet();
    this.leading = false;
    if (!this.closed && page.ctx.table !== this.target) this.#take();
  }

  /** Show the table as it was; promises whether it came. */
  async #show(at) {
    const { page } = this;
    const { ctx } = page;
    const { side } = ctx;
    const past = await ctx.api.at(ctx.id, at, side).catch(() => null);
    if (!past || !this.leading || ctx.side !== side) return false;
    [page.past, page.at] = [past.view, at];
    page.draw();
    return true;
  }

  #take() {
    const { page } = this;
    page.quiet();
    if ((page.wanted ?? null) === null) [page.past, page.at] = [null, null];
    page.take(this.target);
    return true;
  }

  /** Say what the log tells of an action; whether it tells anything. */
  #tell(at) {
    const told = this.target.log.lines.filter((line) => line.number === at).map((line) => line.text);
    if (told.length) this.page.say(told.join(". "), { button: [F.skip, () => this.skip()] });
    return told.length > 0;
  }

  #pause(milliseconds) {
    return new Promise((done) => { this.wake = done; setTimeout(done, milliseconds); });
  }

  /** Go on to the present at once. */
  skip() {
    if (!this.leading) return;
    this.leading = false;
    this.page.quiet();
    this.wake();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.timer = 0;
    this.skip();
  }
}
