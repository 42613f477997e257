// The legend: what the marks on the map mean, then the signs of the map itself.

import { h, svg } from "../dom.js";
import { S } from "../strings.js";
import { FRAMES, sign, statesOf } from "./counters.js";
import { shapeIcon } from "./overlays.js";

const row = (picture, words) => h("li", {}, picture, h("span", {}, words));

/** The signs of states that are on the map now. */
function signs(page) {
  const states = new Set(page.view.scene.pieces.flatMap(statesOf));
  return [...states].map((state) => row(svg("svg", { class: "shape-icon", viewBox: "-15 -15 30 30", "aria-hidden": "true" }, sign(state)), state));
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
      page.overlays.list.filter((overlay) => page.overlays.on.has(page.overlays.key(overlay))).map((overlay) => row(page.overlays.swatch(overlay), overlay.title))),
    h("ul", { class: "plain legend-list" }, page.map.layout.legend.map(({ label, picture }) => row(mapSign(page, picture), label))),
  ];
}
