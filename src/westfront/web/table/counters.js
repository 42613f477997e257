// The counters on the map: stacks, badges for what units did, and the glide from hex to hex.

import { svg } from "../dom.js";
import { S } from "../strings.js";

const EDGE = 0.75;
const SPREAD = 0.15;
const ASIDE = 0.24;
const DISTINCT = 4;
const DIGIT = 6.4;
const SPACE = 3.3;

/** What a unit did or suffers. */
export const statesOf = (piece) => piece.states ?? [];

/** The figures printed on a unit, or "". */
export const figuresOf = (piece) => (/^[\d(]/.test(piece.facts?.[0] ?? "") ? piece.facts[0] : "");

/** A badge, drawn around 0 0 about 24 wide; a state without a sign of its own has its first letter in a disc. */
export function sign(state) {
  const name = `sign-${state.replaceAll(" ", "-")}`;
  return svg("g", { class: `sign ${name}` }, document.getElementById(name) ? svg("use", { href: `#${name}` })
    : [svg("circle", { r: 10 }), svg("text", { y: 4.7 }, state.charAt(0).toUpperCase())]);
}

/** The pieces by place, the top one first. */
function stacksOf(pieces) {
  const stacks = new Map();
  for (const piece of pieces) {
    if (!stacks.has(piece.at)) stacks.set(piece.at, []);
    stacks.get(piece.at).push(piece);
  }
  return stacks;
}

/** The reference to the drawing of a piece: face up, on its reduced side if it has one, or face down. */
export function faceOf(piece) {
  if (!piece.name) return `#hidden-${piece.side}`;
  const back = `b-${piece.name}`;
  const isTurned = ["reduced", "low morale"].some((state) => statesOf(piece).includes(state) || piece.facts?.includes(state));
  return isTurned && document.getElementById(back) ? `#${back}` : `#c-${piece.name}`;
}

/** The sums of the figures of some pieces, column by column; movement is not added up. */
export function sums(pieces, columns) {
  const rows = pieces.map((piece) => figuresOf(piece).match(/\d+/g)?.map(Number)).filter(Boolean);
  if (!rows.length) return [];
  const wide = Math.max(...rows.map((row) => row.length));
  const names = columns.length >= wide ? columns : Array.from({ length: wide }, (_, i) => (i === wide - 1 ? "move" : S.table.factor(i)));
  return names.slice(0, wide).flatMap((name, i) => (/move/.test(name) ? [] : [[name, rows.reduce((sum, row) => sum + (row[i] ?? 0), 0)]]));
}

/** What the label of a stack says: how many units, and their strengths where all of them are known. */
function labelOf(stack, columns) {
  const added = stack.every(figuresOf) ? sums(stack, columns).map(([, sum]) => sum).join("-") : "";
  return [String(stack.length), added].filter(Boolean).join(" · ");
}

/** All counters on the map, kept by name so that a moved one glides. */
export class Counters {
  constructor(map, columns = []) {
    this.map = map;
    this.columns = columns;
    this.edge = map.layout.size * EDGE;
    this.shown = new Map();
    this.labels = new Map();
    this.places = new Map();
    this.ranks = new Map();
  }

  /** Show the pieces of a scene; what is no longer there goes. */
  show(pieces) {
    this.pieces = pieces;
    this.stacks = stacksOf(pieces);
    const left = new Map(this.shown);
    const unlabelled = new Map(this.labels);
    this.places.clear();
    for (const [at, stack] of this.stacks) {
      if (!this.map.centre(at)) continue;
      stack.sort((a, b) => this.#rank(a) - this.#rank(b));
      for (let depth = stack.length - 1; depth >= 0; depth -= 1) {
        const key = stack[depth].name || `${at} ${depth}`;
        this.#show(key, stack[depth], depth, stack.length);
        left.delete(key);
      }
      if (stack.length > 1) this.#label(at, stack);
      if (stack.length > 1) unlabelled.delete(at);
    }
    for (const [key, { group }] of left) {
      group.remove();
      this.shown.delete(key);
    }
    for (const [at, { group }] of unlabelled) {
      group.remove();
      this.labels.delete(at);
    }
    this.#inOrder();
  }

  /** Units that can act lie above the others of their stack. */
  #rank(piece) {
    return this.ranks.get(piece.name) ?? Infinity;
  }

  /** Where the middle of a counter lies; the lower ones of a stack stand out to the upper left, of many only the first few. */
  #place(at, depth, height) {
    const [x, y] = this.map.centre(at);
    const steps = Math.min(height, DISTINCT) - 1;
    const step = Math.min(SPREAD, ASIDE / Math.max(1, steps)) * this.map.layout.size;
    const aside = (Math.min(depth, steps) - steps / 2) * step;
    return [x - aside, y - aside];
  }

  /** The label at the upper left of a stack, by which the whole of it is taken. */
  #label(at, stack) {
    const text = labelOf(stack, this.columns);
    const [x, y] = this.#place(at, stack.length, stack.length);
    const known = this.labels.get(at);
    if (known?.text === text && known.height === stack.length) return;
    known?.group.remove();
    const wide = [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? DIGIT : SPACE), 7);
    const group = svg("g", { class: "stack-label", transform: `translate(${x - this.edge / 2} ${y - this.edge / 2})` },
      svg("rect", { x: -2, y: -3, width: wide, height: 13, rx: 3 }), svg("text", { x: wide / 2 - 2, y: 7.4 }, text));
    Object.assign(group.dataset, { at, stack: at });
    this.labels.set(at, { group, text, height: stack.length });
    this.map.groups.labels.append(group);
  }

  #show(key, piece, depth, height) {
    const facts = [faceOf(piece), ...statesOf(piece)].join("|");
    const known = this.shown.get(key);
    const group = known?.facts === facts ? known.group : this.#draw(piece);
    if (known && known.group !== group) known.group.replaceWith(group);
    const [x, y] = this.#place(piece.at, depth, height);
    if (known && known.group !== group) this.#glideFrom(group, known.at);
    group.dataset.at = piece.at;
    group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    this.shown.set(key, { group, facts, at: [x, y], order: [y, -depth] });
    if (piece.name) this.places.set(piece.name, { at: piece.at, x, y, depth });
  }

  /** A counter drawn anew begins where the old one stood. */
  #glideFrom(group, [x, y]) {
    group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    group.getBoundingClientRect();
  }

  #draw(piece) {
    const { edge } = this;
    const face = svg("use", { href: faceOf(piece), x: -edge / 2, y: -edge / 2, width: edge, height: edge });
    const states = statesOf(piece).map((state, i) => {
      const drawn = sign(state);
      drawn.setAttribute("transform", `translate(${(edge / 2) - 2 - i * 9.5} ${-edge / 2 + 1}) scale(${edge / 88})`);
      return drawn;
    });
    const group = svg("g", { class: `counter side-${piece.side}` }, face, states);
    if (piece.name) group.dataset.unit = piece.name;
    return group;
  }

  /** Lower counters of a stack first; elements move only if their order has changed. */
  #inOrder() {
    const sorted = [...this.shown.values()].sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1]);
    let before = null;
    for (const { group } of sorted) {
      const next = before ? before.nextSibling : this.map.groups.counters.firstChild;
      if (next !== group) this.map.groups.counters.insertBefore(group, next);
      before = group;
    }
  }

  /** Mark the units that take part in a battle. */
  commit(units) {
    for (const old of this.map.groups.counters.querySelectorAll(".committed")) old.remove();
    for (const unit of units) this.shown.get(unit)?.group.append(committed(this.edge));
  }

  /** Frame the units that can be chosen, each in the shape of its verb, and lay them on top, above all those in hand; a frame belongs to its counter, so that those above cover it. */
  frameAll(shapes, held) {
    for (const old of this.map.groups.counters.querySelectorAll(".frame")) old.remove();
    this.ranks = new Map([...shapes, ...held.map((unit) => [unit, -1])]);
    this.show(this.pieces);
    for (const [unit, shape] of shapes) this.shown.get(unit)?.group.append(frame(this.edge, shape));
    this.hold(held);
  }

  /** Show some units as taken up. */
  hold(units) {
    for (const unit of units) this.shown.get(unit)?.group.append(framed("held", HELD(this.edge / 2 + 3)));
  }

  /** Let a unit go to a hex, as long as nothing else is known of it. */
  slide(unit, to) {
    const [x, y] = this.#place(to, 0, (this.stacks.get(to)?.length ?? 0) + 1);
    this.shown.get(unit).group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  /** A frame at the place of a unit that is pointed at, above everything. */
  frameAt(unit) {
    const place = this.places.get(unit);
    const drawn = place && framed("pointed", POINTED(this.edge / 2 + 2));
    drawn?.setAttribute("transform", `translate(${place.x} ${place.y})`);
    return drawn;
  }
}

/** The sign of a unit in a battle: an arrowhead at its right edge. */
export const committed = (edge) => svg("path", { class: "committed", d: COMMITTED, transform: `translate(${edge / 2} 0) scale(${edge / 45})` });

const COMMITTED = "M-7-8L5 0-7 8-3 0Z";

const framed = (name, d) => svg("g", { class: `frame ${name}` }, svg("path", { class: "under", d }), svg("path", { d }));

const frame = (edge, shape) => framed(`shape-${shape % FRAMES.length}`, FRAMES[shape % FRAMES.length](edge / 2 + 2.5));

/** The unit in hand: a full frame. */
export const HELD = (r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`;

/** What a line of the log or a lesson points at. */
export const POINTED = (r) => `M0 ${-r * 1.3}L${r * 1.3} 0 0 ${r * 1.3} ${-r * 1.3} 0Z`;

const brackets = (r, arm) => `M${-r} ${-r + arm}V${-r}H${-r + arm}M${r - arm} ${-r}H${r}V${-r + arm}M${r} ${r - arm}V${r}H${r - arm}M${-r + arm} ${r}H${-r}V${r - arm}`;

/** One frame for each verb that is offered, told apart by shape. */
export const FRAMES = [
  (r) => brackets(r, r * 0.55),
  (r) => `M${-r} ${-r}H${r}V${r}H${-r}ZM${-r - 4} ${-r - 4}H${r + 4}V${r + 4}H${-r - 4}Z`,
  (r) => `M0 ${-r * 1.3}A${r * 1.3} ${r * 1.3} 0 1 1 0 ${r * 1.3}A${r * 1.3} ${r * 1.3} 0 1 1 0 ${-r * 1.3}Z`,
  (r) => `M0 ${-r * 1.5}L${r * 1.5} 0 0 ${r * 1.5} ${-r * 1.5} 0Z`,
];
