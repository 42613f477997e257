// What can be laid over the map: zones, supply, control and marks, each with its own pattern; the marks of what is offered.

import { h, svg } from "../dom.js";
import { S } from "../strings.js";

const LETTER = 8;
const TOOLS = 62;
const number = (n) => n.toFixed(1);

/** The drawing of each kind of overlay on a tile of 14 by 14; zones of control lean to the left or the right by side. */
const TILES = {
  zoc: () => svg("path", { d: "M7 0V14" }),
  supply: () => svg("circle", { cx: 7, cy: 7, r: 1.6 }),
  control: (side) => svg("path", { d: side > 0 ? "M0 7H14" : "M7 0V14" }),
  mark: () => svg("path", { d: "M4 4L10 10M10 4L4 10" }),
  reach: () => svg("path", { d: "M3 9L7 5 11 9" }),
};

const owner = (side) => ["owner-none", "owner-0", "owner-1"][side + 1] ?? "owner-none";

function pattern(id, kind, side) {
  const turn = kind === "zoc" ? `rotate(${side > 0 ? -45 : 45})` : "";
  return svg("pattern", { id, width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: turn, class: `pattern kind-${kind} ${owner(side)}` },
    (TILES[kind] ?? TILES.mark)(side));
}

/** The rim of a set of hexes, as the data of a path: the sides that no other hex of the set has. */
function rim(map, labels) {
  const seen = new Map();
  for (const label of labels) {
    if (!map.centre(label)) continue;
    const corners = map.hexagon(label);
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 6];
      const key = `${Math.round(a[0] + b[0])} ${Math.round(a[1] + b[1])}`;
      if (seen.has(key)) seen.delete(key);
      else seen.set(key, `M${number(a[0])} ${number(a[1])}L${number(b[0])} ${number(b[1])}`);
    });
  }
  return [...seen.values()].join("");
}

/** The overlays of a table: what there is, what is switched on, and their drawing. */
export class Overlays {
  constructor(map, sides) {
    this.map = map;
    this.sides = sides;
    this.on = new Set();
    this.given = [];
    this.reach = [];
    this.defs = svg("defs");
    this.map.groups.zones.append(this.defs);
    this.drawn = svg("g");
    this.map.groups.zones.append(this.drawn);
  }

  key(overlay) {
    return `${overlay.kind} ${overlay.side ?? ""} ${overlay.title}`;
  }

  /** All that can be laid over the map: what the server tells, and where the unit that was taken up can go. */
  get list() {
    return [...this.given, { kind: "reach", side: "", title: S.table.reach, hexes: this.reach }];
  }

  /** The titles of the overlays that cover a hex, such as supply or a zone of control. */
  of(hex) {
    return this.given.filter((overlay) => overlay.kind !== "mark" && overlay.hexes.includes(hex)).map((overlay) => overlay.title);
  }

  /** Take over what the server tells, and draw what is on. */
  set(given) {
    this.given = given;
    this.draw();
  }

  setReach(hexes) {
    this.reach = hexes;
    this.draw();
  }

  toggle(overlay, on) {
    if (on) this.on.add(this.key(overlay));
    else this.on.delete(this.key(overlay));
    this.draw();
  }

  draw() {
    const shown = this.list.filter((overlay) => this.on.has(this.key(overlay)) && overlay.hexes.length);
    this.defs.replaceChildren();
    this.drawn.replaceChildren(...shown.map((overlay) => this.#draw(overlay)));
  }

  #draw(overlay) {
    const side = this.sides.indexOf(overlay.side);
    const id = `pattern-${overlay.kind}-${overlay.side}`;
    if (!this.defs.querySelector(`#${id}`)) this.defs.append(pattern(id, overlay.kind, side));
    const labels = overlay.hexes.filter((label) => this.map.centre(label));
    return svg("g", { class: `zone kind-${overlay.kind} ${owner(side)}` },
      svg("path", { d: labels.map((label) => this.map.outline(label)).join(""), fill: `url(#${id})` }),
      svg("path", { class: "rim", d: rim(this.map, labels) }));
  }

  /** A small picture of an overlay, for its switch and the legend. */
  swatch(overlay) {
    const side = this.sides.indexOf(overlay.side);
    const id = `swatch-${overlay.kind}-${overlay.side}`;
    return svg("svg", { class: "swatch", viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("defs", {}, pattern(id, overlay.kind, side)),
      svg("rect", { class: `zone kind-${overlay.kind} ${owner(side)}`, x: 1, y: 1, width: 22, height: 22, fill: `url(#${id})` }));
  }
}

/** The marks of hexes, one shape for each verb: ring and dot, cross, square, triangle. */
const HEX_SHAPES = [
  (x, y) => `M${x - 7} ${y}a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z`,
  (x, y) => `M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14`,
  (x, y) => `M${x - 7} ${y - 7}h14v14h-14Z`,
  (x, y) => `M${x} ${y - 8}l8 14h-16Z`,
];

/** Mark a hex that can be clicked: its sign in the middle, or around the counters a ring of the hex. */
export function hexMark(map, label, shape, occupied) {
  const centre = map.centre(label);
  if (!centre) return null;
  const d = occupied ? map.outline(label, 0.93) : HEX_SHAPES[shape % HEX_SHAPES.length](...centre);
  return svg("g", { class: `hexmark shape-${shape % HEX_SHAPES.length}${occupied ? " ringed" : ""}` },
    svg("path", { class: "under", d }), svg("path", { d }));
}

/** Where a note begins that stands over a place: within the stage, and clear of the tools at its left. */
function free(map, x, y, note) {
  const wide = note.length * LETTER;
  const left = Math.max(TOOLS, Math.min(x * map.k + map.x - wide / 2, map.wide - wide - 8));
  const top = Math.max(24, (y - map.layout.size * 0.5) * map.k + map.y);
  return [(left - map.x) / map.k, (top - map.y) / map.k];
}

/** The way of a unit, with an arrow head and what it costs. */
export function pathMark(map, labels, note) {
  const points = labels.map((label) => map.centre(label)).filter(Boolean);
  if (points.length < 2) return null;
  const d = `M${points.map((point) => point.map(number).join(" ")).join("L")}`;
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const label = note && svg("g", { class: "note", transform: `translate(${free(map, bx, by, note).map(number).join(" ")}) scale(${1 / map.k})` },
    svg("text", { class: "under" }, note), svg("text", {}, note));
  return svg("g", { class: "way" }, svg("path", { class: "under", d }), svg("path", { d }),
    svg("path", { class: "head", d: "M-14-10L8 0-14 10Z", transform: `translate(${bx} ${by}) rotate(${turn}) scale(${Math.max(0.8, 0.9 / map.k)})` }), label);
}

/** The icon of a verb's shape, for the list of offers and the legend. */
export function shapeIcon(shape, kind, frames) {
  const d = kind === "unit" ? frames[shape % frames.length](6.5) : HEX_SHAPES[shape % HEX_SHAPES.length](0, 0);
  return svg("svg", { class: "shape-icon", viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    svg("path", { class: `shape-${shape % 4}`, d }));
}

/** A switch for each overlay. */
export function overlaySwitches(overlays) {
  return h("ul", { class: "switches" }, overlays.list.map((overlay) => h("li", {},
    h("label", { class: "switch" },
      h("input", {
        type: "checkbox", checked: overlays.on.has(overlays.key(overlay)),
        onchange: (event) => overlays.toggle(overlay, event.target.checked),
      }),
      overlays.swatch(overlay), h("span", {}, overlay.title)))));
}
