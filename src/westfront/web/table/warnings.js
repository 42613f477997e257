// What speaks against a destination that the rules allow: an enemy zone, no supply, as things stand now.

import { S } from "../strings.js";

const PAUSE = 250;

/** Warnings about hexes at one table, from the overlays that the server tells; fetched when a way is to be chosen, and again when somebody has moved. */
export class Warnings {
  constructor(page) {
    this.page = page;
    this.known = "";
    this.zone = this.supply = new Set();
  }

  /** A unit is about to go somewhere: find out what speaks against it, a moment later, so that nothing waits for it. */
  expect() {
    const { view, ctx } = this.page;
    const stand = `${ctx.side} ${view.scene.pieces.map((piece) => piece.at).join()}`;
    if (stand === this.known) return;
    this.known = stand;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.#load(view.to_act, stand), PAUSE);
  }

  async #load(side, stand) {
    const { overlays } = await this.page.ctx.api.overlays(this.page.ctx.id, this.page.ctx.side).catch(() => ({ overlays: [] }));
    if (stand !== this.known) return;
    const all = (kind, own) => new Set(overlays.filter((overlay) => overlay.kind === kind && (overlay.side === side) === own).flatMap((overlay) => overlay.hexes));
    this.zone = all("zoc", false);
    this.supply = all("supply", true);
  }

  /** What speaks against a hex, in words. */
  of(hex) {
    return [this.zone.has(hex) && S.table.warnings.zone, this.supply.size > 0 && !this.supply.has(hex) && S.table.warnings.supply].filter(Boolean);
  }

  close() {
    clearTimeout(this.waiting);
  }
}
