// A battle before it is fought: odds, every modifier with its rule, and the exact chances as bars.

import { h } from "../dom.js";
import { S } from "../strings.js";

const percent = (chance) => `${(chance * 100).toFixed(chance < 0.0995 ? 1 : 0)} %`;

/** The chances of each outcome, the likeliest first. */
export function chanceBars(chances) {
  const sorted = Object.entries(chances).sort((a, b) => b[1] - a[1]);
  return h("ul", { class: "chances plain" }, sorted.map(([outcome, chance]) => h("li", {},
    h("span", { class: "chance-name" }, outcome || S.table.nothingRolled),
    h("span", { class: "chance-bar", "aria-hidden": "true" }, h("span", { style: { width: `${Math.max(1, chance * 100)}%` } })),
    h("span", { class: "chance-number" }, percent(chance)))));
}

/** The panel of a battle under way. */
export function previewPanel(preview, page) {
  return [
    h("h2", {}, preview.title),
    h("table", { class: "battle" }, h("tbody", {}, preview.lines.map((line) => h("tr", {},
      h("th", { scope: "row" }, line.label), h("td", {}, line.value), h("td", {}, line.rule ? page.ruleLink(line.rule) : null))))),
    preview.chances && Object.keys(preview.chances).length ? chanceBars(preview.chances) : null,
    preview.note ? h("p", { class: "soft small" }, preview.note) : null,
  ];
}
