// Before a phase ends: what was begun and would lapse, and who was left behind.

import { ask } from "../dom.js";
import { S } from "../strings.js";
import { statesOf } from "./counters.js";

const NAMED = 6;
const hasMoved = (piece) => statesOf(piece).some((state) => state.startsWith("moved"));

/** Attacks of the side that lack something. */
function lapsing({ scene, to_act: side }) {
  return scene.battles.filter((battle) => battle.side === side && battle.missing).map((battle) => S.forgotten.attack(battle.targets.join(", "), battle.missing));
}

/** Markers and the like that are left over. */
const leftOver = ({ question }) => (question?.unused ? [S.forgotten.unused(question.unused)] : []);

/** What was told of markers stays told, however many they are by then. */
const keyOf = (words, { question }) => (question?.unused ? words.replace(question.unused, "") : words);

/** Units that may still act, if they are fewer than those that have: whoever moves little has not forgotten the rest. */
function leftBehind(page) {
  const able = page.decider.able.filter((unit) => page.decider.offers.fitting(unit).every((action) => action.units.length === 1));
  const done = page.view.scene.pieces.filter((piece) => piece.side === page.view.to_act && hasMoved(piece)).length;
  if (!able.length || able.length >= done) return [];
  return [S.forgotten.units(able.slice(0, NAMED).join(", "), Math.max(0, able.length - NAMED))];
}

/** Units beside the map that could come; in a battle that takes shape nobody must help. */
function waiting(page) {
  const { places } = page.counters;
  const beside = page.ctx.table.preview ? [] : page.decider.offers.all.filter((action) => action.units.length === 1 && !places.has(action.units[0]));
  const names = [...new Set(beside.map((action) => action.units[0]))];
  return names.length ? [S.forgotten.waiting(names.slice(0, NAMED).join(", "), Math.max(0, names.length - NAMED))] : [];
}

/** Asks once in a phase, if something was forgotten; promises whether to go on. */
export class Forgotten {
  constructor(page) {
    this.page = page;
    this.told = new Set();
  }

  get #phase() {
    const { turn, phase } = this.page.view.scene;
    return `${turn} ${phase} `;
  }

  /** An order is given: in this phase something is done. */
  noted(verb, ends) {
    if (!ends.has(verb)) this.actedIn = this.#phase;
  }

  hasActed() {
    return this.actedIn === this.#phase;
  }

  async agrees() {
    const phase = this.#phase;
    const { page } = this;
    const found = [...lapsing(page.view), ...leftOver(page.view), ...leftBehind(page), ...waiting(page)].filter((words) => !this.told.has(phase + keyOf(words, page.view)));
    if (!found.length) return true;
    for (const words of found) this.told.add(phase + keyOf(words, page.view));
    return ask(S.forgotten.title, page.words.tell(found.join(" ")), S.forgotten.anyway, { no: S.forgotten.back });
  }
}
