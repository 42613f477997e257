// Looking around at a table: what is under the pointer and the cursor, what lies in a hex, and earlier positions.

import { announce, h, renew, sideClass, svg } from "../dom.js";
import { S } from "../strings.js";
import { stackPanel } from "./stacks.js";
import { hexInWords } from "./hexwords.js";

/** What a page of a table can look at; the page itself holds what the server said. */
export class Looking {
  tap(found) {
    this.fan.clicked();
    this.select(found);
    if (found.touch && this.fan.isNeeded(found.hex)) this.fan.open(found.hex);
    else if (found.together && this.groups.actions(found.hex).length) this.groups.takeAll(found.hex);
    else this.decider.tap(found);
  }

  hover(found) {
    if (found?.hex !== this.hovered) {
      this.hovered = found?.hex;
      if (found?.hex && this.counters.stacks.has(found.hex)) this.showStack(found.hex);
      else this.showStack();
    }
    this.fan.hover(found);
    this.decider.hover(found);
  }

  /** Put the cursor on a hex, or on a unit of it. */
  select({ hex, unit = null }, { say = false } = {}) {
    if (!hex) return;
    this.hex = hex;
    this.unit = unit;
    this.map.groups.cursor.replaceChildren(this.#cursor(hex));
    this.showStack();
    this.showText();
    if (say && !this.isText) this.map.keepInSight(hex);
    if (!say) return;
    const fits = this.decider.fitting({ hex, unit });
    this.decider.preview(fits.length === 1 ? fits[0] : null);
    const notes = fits.map((action) => [this.words.say(action), ...this.decider.notes(action)].filter(Boolean).join(", ")).slice(0, 3);
    announce([unit, hexInWords(this, hex), ...notes].filter(Boolean).join(". "));
  }

  /** Draw text mode anew, if it is on and its code is there. */
  showText() {
    if (this.isText) this.textMode?.(this, this.parts.text);
  }

  /** The corners of a hex, so that its sides stay in sight. */
  #cursor(hex) {
    const corners = this.map.hexagon(hex, 0.97);
    const part = ([ax, ay], [bx, by]) => `${ax + (bx - ax) * 0.22} ${ay + (by - ay) * 0.22}`;
    const d = corners.map((corner, i) => `M${part(corner, corners.at(i - 1))}L${corner.join(" ")}L${part(corner, corners[(i + 1) % 6])}`).join("");
    return svg("g", {}, svg("path", { class: "under", d }), svg("path", { d }));
  }

  showStack(hex = this.hex) {
    const pieces = this.counters.stacks.get(hex) ?? [];
    renew(this.parts.pile, hex ? stackPanel({
      title: [this.words.hex(hex), this.groundOf(hex)].filter(Boolean).join(", "), marks: this.marksOf(hex), pieces, columns: this.columns, sideClass: (side) => this.sideClass(side),
      selected: this.unit, buttonsFor: (piece) => this.decider.buttonsFor(piece),
      onpick: (piece) => { this.select({ hex, unit: piece.name }); this.decider.tap({ hex, unit: piece.name }); },
    }) : h("p", { class: "soft" }, S.table.pickHex));
  }

  /** The class that gives a side its colour and its line. */
  sideClass(side) {
    return sideClass(side, Object.keys(this.ctx.table.sides));
  }

  groundOf(hex) {
    return this.map.layout.ground[hex] ?? "";
  }

  marksOf(hex) {
    return Object.entries(this.view.scene.hexes).filter(([, labels]) => labels.includes(hex)).map(([mark]) => mark);
  }

  /** The hexes where something is offered, from west to east; where nothing is, those of a battle that is asked about. */
  placesAsked() {
    const offered = this.offeredHexes();
    return offered.length ? offered : this.view.scene.battles.flatMap((battle) => battle.targets).filter((hex) => this.map.centre(hex));
  }

  /** The hexes where something is offered, from west to east. */
  offeredHexes() {
    const { units, hexes } = this.decider.marks;
    const found = [...hexes.keys(), ...[...units.keys()].map((unit) => this.counters.places.get(unit)?.at)].filter((hex) => this.map.centre(hex));
    return found.sort((a, b) => this.map.centre(a)[0] - this.map.centre(b)[0]);
  }

  /** Where the eye begins: in the middle of what is offered, or of all counters. */
  startHex() {
    const asked = this.placesAsked();
    const places = asked.length ? asked : [...this.counters.stacks.keys()].filter((hex) => this.map.centre(hex));
    const across = places.sort((a, b) => this.map.centre(a)[0] - this.map.centre(b)[0]);
    return across[Math.floor(across.length / 2)] ?? this.map.labels[0];
  }

  /** A question about things that are out of sight brings one of them into sight. */
  bringIntoSight() {
    const asked = this.placesAsked();
    const isSeen = asked.some((hex) => this.map.isInSight(hex));
    if (asked.length && !isSeen) this.map.keepInSight(asked[Math.floor(asked.length / 2)]);
  }

  /** The hex of a number or of the name of a place. */
  hexOf(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return null;
    const unit = [...this.counters.places.keys()].find((name) => name.toLowerCase() === wanted);
    if (unit) return this.counters.places.get(unit).at;
    const places = this.game.places ?? [];
    const place = places.find((one) => one.name.toLowerCase() === wanted) ?? places.find((one) => one.name.toLowerCase().startsWith(wanted))
      ?? places.find((one) => one.name.toLowerCase().includes(wanted));
    return this.map.labels.find((label) => label.toLowerCase() === wanted) ?? place?.hex ?? null;
  }

  goTo(hex) {
    if (!hex) return; // a unit that is no longer on the map
    this.map.goTo(hex);
    this.map.flash(hex);
    this.select({ hex });
  }

  /** A line of the log or a lesson points at places and units; null ends it. */
  point(place) {
    const { map, counters } = this;
    const labels = (place?.hexes ?? []).filter((hex) => map.centre(hex));
    if (place?.action && labels.length && !map.isInSight(labels.at(-1))) map.keepInSight(labels.at(-1));
    const hexes = labels.map((hex) => svg("path", { d: map.outline(hex, 1.04) }));
    for (const button of this.parts.page.querySelectorAll("button[data-action]")) button.classList.toggle("meant", button.dataset.action === place?.action);
    const frames = (place?.units ?? []).map((unit) => counters.frameAt(unit)).filter(Boolean);
    map.groups.point.replaceChildren(...hexes, ...frames);
  }

  find() {
    this.parts.find.classList.add("asked");
    this.parts.find.querySelector("input").focus();
  }

  promptInWords() {
    const { view, ctx } = this;
    if (ctx.table.over) return `${S.table.over}. ${S.common.result(ctx.table.result, Object.keys(ctx.table.sides))}`;
    return view.question ? `${S.common.side(view.to_act)}: ${this.words.tell(view.question.prompt)}` : S.table.waiting(S.common.side(view.to_act));
  }

  /** Show an earlier position, or with null the one on the table. */
  async showAt(number) {
    const { ctx } = this;
    const { side } = ctx;
    const wanted = number === null || number >= ctx.table.number ? null : number;
    this.wanted = wanted;
    try {
      const answer = wanted === null ? null : await ctx.api.at(ctx.id, wanted, side);
      if (this.wanted !== wanted || ctx.side !== side) return; // somebody has stepped on since
      if (wanted === null && this.at === null) return;
      this.past = answer?.view ?? null;
      this.at = wanted;
      this.draw();
    } catch (error) {
      this.wanted = this.at;
      this.trouble(error);
    }
    ctx.emit("at", this.at);
  }
}
