// The legend: what the marks on the map mean, then the signs of the map itself.

import { h, svg } from "../dom.js";
import { S } from "../strings.js";
import { wedges } from "./battles.js";
import { committed, figuresOf, FRAMES, HELD, POINTED, sign, statesOf } from "./counters.js";
import { shapeIcon } from "./overlays.js";
import { counterPicture } from "./stacks.js";

const row = (picture, words) => h("li", {}, picture, h("span", {}, words));

/** What some states that share a sign have in common, such as "with …" for who goes with whom. */
function inCommon([first, ...others]) {
  const words = first.split(" ").filter((word, i) => others.every((other) => other.split(" ")[i] === word));
  return others.length ? `${words.join(" ")} …` : first;
}

/** The signs of states that are on the map now, each once. */
function signs(page) {
  const bySign = Map.groupBy(new Set(page.view.scene.pieces.flatMap(statesOf)), (state) => sign(state).innerHTML);
  return [...bySign.values()].map((states) => row(svg("svg", { class: "shape-icon", viewBox: "-15 -15 30 30", "aria-hidden": "true" }, sign(states[0])), inCommon(states)));
}

const icon = (name, ...shapes) => svg("svg", { class: `shape-icon ${name}`, viewBox: "-15 -15 30 30", "aria-hidden": "true" }, shapes);
const path = (name, d) => svg("path", { class: name, d });

/** The marks that mean the same in every game. */
function marks() {
  const T = S.table.marks;
  return [
    row(icon("frame held", path("under", HELD(10)), path("", HELD(10))), T.held),
    row(icon("frame pointed", path("", POINTED(9))), T.pointed),
    row(icon("cursor", path("", "M-11-4V-11H-4M4-11H11V-4M11 4V11H4M-4 11H-11V4")), T.cursor),
    row(icon("battle-mark", path("attack", "M-12 3L2 4V9L13 0 2-9V-4L-12-3Z")), T.attack),
    row(icon("battle-mark", path("wedges", wedges([0, 0], 26, false))), T.underAttack),
    row(icon("", svg("g", { transform: "translate(-22.5 0)" }, committed(45))), T.committed),
    row(icon("stack-label", svg("rect", { x: -14, y: -7, width: 28, height: 14, rx: 3 }), svg("text", { y: 4 }, T.labelSample)), T.label),
  ];
}

/** How to read a counter: its figures, and one unit of each kind that is on the map. */
function counters(page) {
  const known = page.view.scene.pieces.filter((piece) => piece.name && figuresOf(piece));
  const kinds = [...new Map(known.map((piece) => [piece.facts.slice(1).join(", "), piece]))].filter(([kind]) => kind);
  const columns = page.columns.join(", ");
  return [columns ? h("p", { class: "small" }, S.table.readCounter(columns)) : null,
    h("ul", { class: "plain legend-list kinds" }, kinds.map(([kind, piece]) => row(counterPicture(piece), `${kind}: ${figuresOf(piece)}`))),
    h("p", { class: "small soft" }, S.table.sizes)];
}

/** A sign of the map; it is our own drawing, from the server. */
function mapSign(page, picture) {
  const kind = page.map.ground.getAttribute("class").replace("ground", "");
  const text = `<svg xmlns="http://www.w3.org/2000/svg" class="${kind}" viewBox="-20 -12 40 24" aria-hidden="true">${picture}</svg>`;
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawn.classList.add("map-sign");
  return document.importNode(drawn, true);
}

/** The panel of the legend. */
export function legendPanel(page) {
  const groups = page.decider.offers?.groups ?? [];
  return [
    h("h2", {}, S.table.legend),
    h("ul", { class: "plain legend-list" },
      groups.map(({ verb, actions }, shape) => row(shapeIcon(shape, actions[0].units.length ? "unit" : "hex", FRAMES), page.words.label(verb))),
      signs(page),
      marks(),
      page.overlays.list.filter((overlay) => page.overlays.on.has(page.overlays.key(overlay))).map((overlay) => row(page.overlays.swatch(overlay), overlay.title))),
    h("h3", {}, S.table.onCounter), counters(page),
    h("h3", {}, S.table.onMap),
    h("ul", { class: "plain legend-list" }, page.map.layout.legend.map(({ label, picture }) => row(mapSign(page, picture), label))),
  ];
}
