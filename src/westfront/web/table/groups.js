// Orders for several units: the same again for the rest of a stack, and whole stacks that go together, one action each.

import { S } from "../strings.js";
import { complete } from "./offers.js";

const isOfOneUnit = (action) => action.units.length === 1 && !action.hexes.length;

/** What was last ordered at one table, and who is to follow. */
export class Groups {
  constructor(page) {
    this.page = page;
    this.trail = [];
    this.mates = [];
    this.following = [];
  }

  get #offered() {
    return (this.page.view.question?.offers ?? []).map(complete);
  }

  /** The unit that was taken up and has not gone anywhere yet, with those who follow it. */
  get inHand() {
    const [first, then] = this.trail;
    const canBePutBack = this.#offered.some((action) => action.verb === "cancel");
    return first && !then && !first.hexes.length && canBePutBack ? [first.units[0], ...this.following] : [];
  }

  /** The actions that choose one unit each of the stack on a hex, all of the same verb. */
  actions(hex) {
    const names = (this.page.counters.stacks.get(hex) ?? []).map((piece) => piece.name);
    const fits = names.flatMap((name) => (this.page.decider.offers?.fitting(name) ?? []).filter((action) => isOfOneUnit(action) && action.units[0] === name));
    const verb = this.page.words.order.find((each) => fits.some((action) => action.verb === each));
    return fits.filter((action) => action.verb === verb);
  }

  /** Remember what was done, and to whom the same could be done: those who stood with the unit. */
  noted(action, mates) {
    if (action.units.length === 1) {
      [this.trail, this.mates] = [[action], mates.filter((name) => name !== action.units[0])];
    } else if (action.hexes.length && this.trail.length === 1 && !this.trail[0].hexes.length) {
      this.trail = [...this.trail, action];
    } else {
      this.forget();
    }
  }

  forget() {
    this.trail = [];
    this.mates = [];
    this.following = [];
  }

  /** Choose every unit of a stack that can be chosen alike; where the first must go before the next can be taken, the others follow it. */
  async takeAll(hex) {
    const [first, ...others] = this.actions(hex);
    if (!first) return false;
    if (!await this.page.decider.commit(first)) return true;
    for (const action of others) {
      if (!this.#offered.some((each) => each.text === action.text)) {
        this.following = others.slice(others.indexOf(action)).map((each) => each.units[0]);
        this.page.decider.mark();
        break;
      }
      if (!await this.page.decider.commit(action)) break;
    }
    return true;
  }

  /** After a unit has gone, those who follow it go the same way. */
  async follow() {
    const last = this.trail.at(-1);
    if (!this.following.length || !last?.hexes.length) return;
    await this.#again(this.following.splice(0));
  }

  /** The same order for the rest of the stack. */
  async rest() {
    if (!this.trail.length) return this.page.say(S.table.noRest);
    return this.#again(this.mates);
  }

  async #again(units) {
    const { trail } = this;
    for (const unit of units) {
      if (!await this.#repeat(trail, unit)) {
        this.page.say(S.table.restStops(unit));
        break;
      }
    }
  }

  async #repeat(trail, unit) {
    for (const step of trail) {
      const text = step.text.split(" ").map((word) => (word === trail[0].units[0] ? unit : word)).join(" ");
      const action = this.#offered.find((each) => each.text === text);
      if (!action) {
        if (step !== trail[0]) await this.page.decider.escape();
        return false;
      }
      if (!await this.page.decider.commit(action)) return false;
    }
    return true;
  }
}
