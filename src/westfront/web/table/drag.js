// Drag and drop: a counter, or a whole stack by its label, is lifted and laid on a hex. It means what two clicks mean.

import { svg } from "../dom.js";
import { faceOf } from "./counters.js";

/** The counter under the pointer, at one table. */
export class Drag {
  constructor(page) {
    this.page = page;
    this.held = null;
    page.map.on("lift", (found) => this.lift(found));
    page.map.on("drag", (under) => this.move(under));
    page.map.on("drop", (hex) => this.drop(hex));
  }

  /** Lift a counter, if something could be done with it; the map stays where it is then. */
  lift(found) {
    const { page } = this;
    const { offers } = page.decider;
    const piece = (page.counters.stacks.get(found.hex) ?? []).find((each) => (found.unit ? each.name === found.unit : found.together));
    if (!piece || !offers || page.busy || page.at !== null || piece.side !== page.view.to_act) return false;
    const single = found.together ? page.groups.actions(found.hex) : offers.fitting(piece.name).filter((action) => !action.hexes.length);
    if (!single.length && !page.decider.marks.hexes.size) return false;
    page.fan.clicked();
    this.held = { ...found, piece, taken: this.#take(found, single) };
    const { edge } = page.counters;
    this.ghost = svg("use", { class: "ghost", href: faceOf(piece), x: -edge / 2, y: -edge / 2, width: edge, height: edge });
    page.map.groups.path.replaceChildren();
    page.map.groups.flash.append(this.ghost);
    return true;
  }

  /** What can be taken up before it is known where it goes is taken up at once: then the map shows where. */
  async #take(found, single) {
    const { page } = this;
    if (found.together && single.length) return page.groups.takeAll(found.hex);
    return single.length === 1 ? page.decider.commit(single[0]) : false;
  }

  move({ hex, x, y }) {
    this.ghost.setAttribute("transform", `translate(${x} ${y})`);
    this.page.decider.hover({ hex });
  }

  async drop(hex) {
    const { held, page } = this;
    this.ghost.remove();
    this.held = null;
    const isTaken = await held.taken;
    const isHome = !hex || hex === held.hex;
    if (isTaken && isHome) return page.decider.escape();
    if (isHome) return undefined;
    page.select({ hex });
    const fits = page.decider.offers?.fitting(hex) ?? [];
    if (!fits.length) {
      if (isTaken) await page.decider.escape();
      return page.decider.why({ hex, unit: held.piece.name });
    }
    if (isTaken || fits.some((action) => action.units.includes(held.piece.name))) return page.decider.tap({ hex });
    return this.#join(held, fits);
  }

  /** Where the place comes first, the units are chosen after it. */
  async #join(held, fits) {
    const { page } = this;
    if (fits.length > 1) return page.decider.tap({ hex: fits[0].hexes[0] });
    if (!await page.decider.commit(fits[0])) return undefined;
    if (held.together) return page.groups.takeAll(held.hex);
    const [joins, ...others] = page.decider.offers?.fitting(held.piece.name) ?? [];
    return joins && !others.length ? page.decider.commit(joins) : undefined;
  }
}
