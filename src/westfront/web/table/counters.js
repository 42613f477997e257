// The counters on the map: stacks, badges for what units did, and the glide from hex to hex.

import { svg } from "../dom.js";

const EDGE = 0.62;
const SPREAD = 0.13;

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
  const isTurned = ["reduced", "low morale"].some((state) => statesOf(piece).includes(state));
  return isTurned && document.getElementById(back) ? `#${back}` : `#c-${piece.name}`;
}

/** All counters on the map, kept by name so that a moved one glides. */
export class Counters {
  constructor(map) {
    this.map = map;
    this.edge = map.layout.size * EDGE;
    this.shown = new Map();
    this.places = new Map();
  }

  /** Show the pieces of a scene; what is no longer there goes. */
  show(pieces) {
    this.stacks = stacksOf(pieces);
    const left = new Map(this.shown);
    this.places.clear();
    for (const [at, stack] of this.stacks) {
      if (!this.map.centre(at)) continue;
      for (let depth = stack.length - 1; depth >= 0; depth -= 1) {
        const key = stack[depth].name || `${at} ${depth}`;
        this.#show(key, stack[depth], depth, stack.length);
        left.delete(key);
      }
    }
    for (const [key, { group }] of left) {
      group.remove();
      this.shown.delete(key);
    }
    this.#inOrder();
  }

  /** Where the middle of a counter lies; the lower ones of a stack stand out to the upper left. */
  #place(at, depth, height) {
    const [x, y] = this.map.centre(at);
    const step = Math.min(SPREAD, 0.3 / Math.max(1, height - 1)) * this.map.layout.size;
    const aside = (depth - (height - 1) / 2) * step;
    return [x - aside, y - aside];
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

  /** Frame the units that can be chosen, each in the shape of its verb; a frame belongs to its counter, so that those above cover it. */
  frameAll(shapes) {
    for (const old of this.map.groups.counters.querySelectorAll(".frame")) old.remove();
    for (const [unit, shape] of shapes) this.shown.get(unit)?.group.append(frame(this.edge, shape));
  }

  /** A frame at the place of a unit, above everything. */
  frameAt(unit, shape) {
    const place = this.places.get(unit);
    const drawn = place && frame(this.edge, shape);
    drawn?.setAttribute("transform", `translate(${place.x} ${place.y})`);
    return drawn;
  }
}

function frame(edge, shape) {
  const d = FRAMES[shape % FRAMES.length](edge / 2 + 2.5);
  return svg("g", { class: `frame shape-${shape % FRAMES.length}` }, svg("path", { class: "under", d }), svg("path", { d }));
}

const brackets = (r, arm) => `M${-r} ${-r + arm}V${-r}H${-r + arm}M${r - arm} ${-r}H${r}V${-r + arm}M${r} ${r - arm}V${r}H${r - arm}M${-r + arm} ${r}H${-r}V${r - arm}`;

/** One frame for each verb that is offered, told apart by shape. */
export const FRAMES = [
  (r) => brackets(r, r * 0.55),
  (r) => `M${-r} ${-r}H${r}V${r}H${-r}ZM${-r - 4} ${-r - 4}H${r + 4}V${r + 4}H${-r - 4}Z`,
  (r) => `M0 ${-r * 1.3}A${r * 1.3} ${r * 1.3} 0 1 1 0 ${r * 1.3}A${r * 1.3} ${r * 1.3} 0 1 1 0 ${-r * 1.3}Z`,
  (r) => `M0 ${-r * 1.5}L${r * 1.5} 0 0 ${r * 1.5} ${-r * 1.5} 0Z`,
];
