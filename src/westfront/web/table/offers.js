// The offered actions: which of them fit a click, and how each is said in plain words.

/** The words of a game: its verbs in their order, and the names of its places. */
export class Words {
  constructor(game) {
    this.order = Object.keys(game.verbs);
    this.labels = game.verbs;
    this.places = new Map(game.places.map((place) => [place.hex, place.name]));
  }

  /** The label of a verb, for a button or a heading. */
  label(verb) {
    const label = this.labels[verb] || verb;
    return label.charAt(0).toUpperCase() + label.slice(1);
  }

  /** A hex with the name of its place. */
  hex(label) {
    const place = this.places.get(label);
    return place ? `${label} ${place}` : label;
  }

  /** An action in plain words. */
  say(action) {
    const [, ...words] = action.text.split(" ");
    const said = words.map((word) => (action.hexes.includes(word) || action.tail.includes(word) ? this.hex(word) : word.replaceAll("_", " ")));
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

  /** For every unit and hex that a click could choose next: the number of the verb's group, which gives its shape. */
  get marks() {
    const units = new Map();
    const hexes = new Map();
    this.groups.forEach(({ actions }, shape) => {
      for (const action of actions) {
        for (const unit of action.units) if (!this.chosen.includes(unit) && !units.has(unit)) units.set(unit, shape);
        // A unit is chosen before its hex: hexes are marked where no unit is left to choose.
        const unitsLeft = action.units.some((unit) => !this.chosen.includes(unit));
        if (!unitsLeft) for (const hex of action.hexes) if (!this.chosen.includes(hex) && !hexes.has(hex)) hexes.set(hex, shape);
      }
    });
    return { units, hexes };
  }
}

const names = (action, value) => action.units.includes(value) || action.hexes.includes(value) || action.kinds.includes(value);
