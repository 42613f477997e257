// The offered actions: which of them fit a click, and how each is said in plain words.

import { S } from "../strings.js";

const NEAR = 1.6;
const FAR = 6;
/** A word of a text; a number behind a month or the word year is a date, never a hex. */
const WORD = /([\w-]+(?:\.[\w-]+)*)/;
const DATED = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|year) $/;
const WINDS = ["east", "southEast", "south", "southWest", "west", "northWest", "north", "northEast"];

/** The words of a game: its verbs in their order, and the names of its places. */
export class Words {
  constructor(game, layout) {
    this.order = Object.keys(game.verbs);
    this.labels = game.verbs;
    this.layout = layout;
    this.places = new Map(game.places.map((place) => [place.hex, place.name]));
    this.found = new Map();
  }

  /** The label of a verb, for a button or a heading. */
  label(verb) {
    const label = this.labels[verb] || verb;
    return label.charAt(0).toUpperCase() + label.slice(1);
  }

  /** A hex with the name of its place, or of the nearest one. */
  hex(label) {
    const place = this.places.get(label);
    if (place) return `${label} ${place}`;
    if (!this.found.has(label)) this.found.set(label, this.#nearest(label));
    return this.found.get(label);
  }

  #nearest(label) {
    const { hexes, size } = this.layout;
    if (!hexes[label]) return label;
    const [x, y] = hexes[label];
    const far = ([hex]) => Math.hypot(hexes[hex][0] - x, hexes[hex][1] - y) / size;
    const [nearest] = [...this.places].filter(([hex]) => hexes[hex]).sort((a, b) => far(a) - far(b));
    if (!nearest || far(nearest) > FAR) return label;
    if (far(nearest) < NEAR) return S.table.near(label, nearest[1]);
    const [px, py] = hexes[nearest[0]];
    const wind = WINDS[Math.round(((Math.atan2(y - py, x - px) * 4) / Math.PI + 8)) % 8];
    return S.table.off(label, Math.round(far(nearest)), S.table.ways[wind].toLowerCase(), nearest[1]);
  }

  /** A text of the server in pieces, each with the hex that it names: the place stands beside the number, once each, and of a way only where it begins and ends. */
  pieces(text) {
    const found = this.#words(text);
    const isHex = (i) => Boolean(found[i]?.hex);
    const isStep = (i) => found[i]?.text === " " && isHex(i - 1) && isHex(i + 1);
    const named = new Set();
    return found.map((piece, i) => {
      if (isStep(i)) return { text: S.table.way, hex: null };
      if (!piece.hex || named.has(piece.hex) || (isStep(i - 1) && isStep(i + 1))) return piece;
      named.add(piece.hex);
      return { text: this.hex(piece.hex), hex: piece.hex };
    });
  }

  /** The words of a text and what stands between them; a hex keeps the place that stands behind it already. */
  #words(text) {
    const found = [];
    let [at, end] = [0, 0];
    for (const word of text.split(WORD)) {
      const isHex = this.layout.hexes[word] && !DATED.test(text.slice(0, at));
      const piece = isHex && text.startsWith(this.hex(word), at) ? this.hex(word) : word;
      if (at >= end) {
        found.push({ text: piece, hex: isHex ? word : null });
        end = at + piece.length;
      }
      at += word.length;
    }
    return found.filter((each) => each.text);
  }

  /** The same as one text. */
  tell(text) {
    return this.pieces(text ?? "").map((piece) => piece.text).join("");
  }

  /** The text of an action, which may be offered or not, in plain words. */
  sayText(text, offers = []) {
    return this.tell(this.say(complete(offers.find((offer) => offer.text === text) ?? { text, verb: text.split(" ")[0] })));
  }

  /** An action in plain words. */
  say(action) {
    const [, ...words] = action.text.split(" ");
    const isHex = (word) => action.hexes.includes(word) || action.tail.includes(word);
    const said = words.map((word, i) => (isHex(word) ? `${action.units.includes(words[i - 1]) ? "→ " : ""}${this.hex(word)}` : word.replaceAll("_", " ")));
    return [this.label(action.verb), ...said].join(" ");
  }
}

/** An offer with what it does not name as empty lists. */
export const complete = (offer) => ({ units: [], hexes: [], kinds: [], values: [], tail: [], ...offer });

/** What is offered now, sorted by verb, with what has been chosen of it so far. */
export class Offers {
  constructor(words, offered) {
    this.all = offered.map(complete);
    this.chosen = [];
    const verbs = new Set(this.all.map((action) => action.verb));
    this.verbs = words.order.filter((verb) => verbs.has(verb));
  }

  /** The actions that name everything chosen so far. */
  get open() {
    return this.all.filter((action) => this.chosen.every((value) => names(action, value)));
  }

  /** Those that name a unit, a hex or a kind of unit as well as everything chosen. */
  fitting(value) {
    return this.open.filter((action) => names(action, value));
  }

  /** The actions without a place: buttons. */
  get placeless() {
    return this.all.filter((action) => !action.units.length && !action.hexes.length);
  }

  /** The actions that name a unit or a hex, by verb in the order of the game. */
  get groups() {
    const open = this.open.filter((action) => action.units.length || action.hexes.length);
    return this.verbs
      .map((verb) => ({ verb, actions: open.filter((action) => action.verb === verb) }))
      .filter((group) => group.actions.length);
  }

  /** For every unit and hex that a click could choose next: the number of the verb's group, which gives its shape; and the units that are chosen or asked about. */
  get marks() {
    const units = new Map();
    const hexes = new Map();
    const held = [...this.chosen];
    this.groups.forEach(({ actions }, shape) => {
      const free = new Set(actions.flatMap((action) => action.units).filter((unit) => !this.chosen.includes(unit)));
      // Where a single unit is asked about, only its place is open.
      const isAsked = free.size === 1 && actions.every((action) => action.units.length && action.hexes.length);
      if (isAsked) held.push(...free);
      for (const action of actions) {
        for (const unit of action.units) if (!isAsked && free.has(unit) && !units.has(unit)) units.set(unit, shape);
        // A unit is chosen before its hex: hexes are marked where no unit is left to choose.
        const unitsLeft = !isAsked && action.units.some((unit) => free.has(unit));
        if (!unitsLeft) for (const hex of action.hexes) if (!this.chosen.includes(hex) && !hexes.has(hex)) hexes.set(hex, shape);
      }
    });
    return { units, hexes, held };
  }
}

const names = (action, value) => action.units.includes(value) || action.hexes.includes(value) || action.kinds.includes(value);
