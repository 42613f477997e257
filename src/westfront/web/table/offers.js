// The offered actions, read by the patterns of the game: which words are units, which are hexes, which fit a click.

const KINDS = new Set(["HEX", "UNIT", "SIDE", "NUMBER", "WORD"]);

/** A pattern such as `move UNIT HEX [via HEX*]` as a list of items; those of the tail may be left out. */
function readPattern(text) {
  const [body, tail = ""] = text.split("[");
  const item = (word, optional) => {
    const bare = word.replace(/\*$/, "");
    return KINDS.has(bare)
      ? { kind: bare.toLowerCase(), many: word.endsWith("*"), optional }
      : { literal: word, optional };
  };
  const [verb, ...fixed] = body.trim().split(/\s+/);
  const rest = tail.replace("]", "").trim();
  return { verb, items: [...fixed.map((w) => item(w, false)), ...(rest ? rest.split(/\s+/).map((w) => item(w, true)) : [])] };
}

/** The grammar of a game: reads an action text into verb and parts, and says it in plain words. */
export class Grammar {
  constructor(game) {
    this.patterns = new Map(game.patterns.map(readPattern).map((pattern) => [pattern.verb, pattern]));
    this.order = [...this.patterns.keys()];
    this.labels = game.verbs;
    this.places = new Map(game.places.map((place) => [place.hex, place.name]));
  }

  /** The parts of an action: {text, verb, parts: [{kind, value, optional}], units, hexes, words}. */
  read(text) {
    const [verb, ...words] = text.split(" ");
    const parts = [];
    const items = this.patterns.get(verb)?.items ?? words.map(() => ({ kind: "word" }));
    let at = 0;
    items.forEach((item, i) => {
      if (at >= words.length) return;
      const ends = items[i + 1]?.literal;
      do {
        parts.push({ kind: item.kind ?? "literal", value: words[at], optional: Boolean(item.optional) });
        at += 1;
      } while (item.many && at < words.length && words[at] !== ends);
    });
    const of = (kind) => parts.filter((part) => part.kind === kind && !part.optional).map((part) => part.value);
    return { text, verb, parts, units: of("unit"), hexes: of("hex"), kinds: of("word"), words: [...of("word"), ...of("number"), ...of("side")] };
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
    const words = action.parts.map((part) => (part.kind === "hex" ? this.hex(part.value) : part.value.replaceAll("_", " ")));
    return [this.label(action.verb), ...words].join(" ");
  }
}

/** What is offered now, sorted by verb, with what has been chosen of it so far. */
export class Offers {
  constructor(grammar, texts) {
    this.grammar = grammar;
    this.all = texts.map((text) => grammar.read(text));
    this.chosen = [];
    const verbs = new Set(this.all.map((action) => action.verb));
    this.verbs = grammar.order.filter((verb) => verbs.has(verb));
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
