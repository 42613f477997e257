// What happened since I looked: ghosts and arrows of the moves that others made after my last order, and a walk through them.

import { svg } from "../dom.js";
import { S } from "../strings.js";
import { faceOf } from "./counters.js";

const PACE = 1100;
const number = (n) => n.toFixed(1);

/** The units that stand elsewhere than before, or stand no more. */
function changes(before, now) {
  const places = new Map(now.pieces.map((piece) => [piece.name, piece.at]));
  return before.pieces.filter((piece) => piece.name && places.get(piece.name) !== piece.at).map((piece) => ({ piece, to: places.get(piece.name) ?? null }));
}

/** The memory of one table: after which action its seat last gave an order. */
export class Since {
  constructor(page) {
    this.page = page;
    this.playing = 0;
  }

  get #key() {
    return `westfront.since.${this.page.ctx.id}.${this.page.ctx.side}`;
  }

  /** The number of the last action of this seat, or null. */
  get last() {
    const kept = localStorage.getItem(this.#key);
    return kept === null ? null : Number(kept);
  }

  /** After which action the last turn of this seat ended, or null. */
  get turn() {
    return this.from && this.from.side === this.page.ctx.side ? this.from.number : null;
  }

  /** An order was given: what comes after it is new, and what was shown is known. */
  acted(number) {
    this.stop();
    localStorage.setItem(this.#key, String(number));
    this.page.map.groups.since.replaceChildren();
  }

  /** It is this seat's turn: show what the others did meanwhile. */
  async show() {
    const { page, last } = this;
    const { ctx } = page;
    if (last === null || last >= ctx.table.number || !page.view.question || this.shown === ctx.table.number) return;
    this.shown = ctx.table.number;
    const { side } = ctx;
    this.from = { side, number: last };
    ctx.emit("since");
    const past = await ctx.api.at(ctx.id, last, side).catch(() => null);
    if (!past || ctx.side !== side || ctx.table.number !== this.shown) return;
    const found = changes(past.view.scene, ctx.table.view.scene).filter(({ piece }) => page.map.centre(piece.at));
    page.map.groups.since.replaceChildren(...found.map((change) => this.#drawn(change)));
    if (found.length) page.say(S.since.told(found.filter(({ to }) => to).length, found.filter(({ to }) => !to).length), { button: [S.since.play, () => this.play(last)] });
  }

  #drawn({ piece, to }) {
    const { map, counters } = this.page;
    const [ax, ay] = map.centre(piece.at);
    const { edge } = counters;
    const ghost = svg("use", { class: "ghost", href: faceOf(piece), x: ax - edge / 2, y: ay - edge / 2, width: edge, height: edge });
    const end = to && map.centre(to);
    if (!end) return svg("g", { class: "since lost" }, ghost, svg("path", { d: `M${number(ax - edge / 3)} ${number(ay - edge / 3)}l${number(edge / 1.5)} ${number(edge / 1.5)}m0 ${number(-edge / 1.5)}l${number(-edge / 1.5)} ${number(edge / 1.5)}` }));
    const turn = (Math.atan2(end[1] - ay, end[0] - ax) * 180) / Math.PI;
    return svg("g", { class: "since" }, ghost, svg("path", { d: `M${number(ax)} ${number(ay)}L${number(end[0])} ${number(end[1])}` }),
      svg("path", { class: "head", d: "M-12-8L4 0-12 8Z", transform: `translate(${number(end[0])} ${number(end[1])}) rotate(${number(turn)})` }));
  }

  /** Walk through what happened, from moment to moment, at a readable pace; any order ends it, or to ask for it again. */
  async play(from) {
    const { page } = this;
    const mine = (this.playing += 1);
    page.quiet();
    page.ctx.emit("playing", true);
    for (const moment of [from, ...page.ctx.moments().filter((each) => each > from)]) {
      if (mine !== this.playing) return;
      await page.showAt(moment);
      await new Promise((done) => setTimeout(done, PACE));
    }
    if (mine !== this.playing) return;
    this.stop();
    await page.showAt(null);
  }

  stop() {
    this.playing += 1;
    this.page.ctx.emit("playing", false);
  }
}
