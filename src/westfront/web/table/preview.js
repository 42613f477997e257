// A battle before it is fought: odds, every modifier with its rule, and the exact chances as bars.

import { h } from "../dom.js";
import { S } from "../strings.js";
import { chipOf } from "./battles.js";

/** A chance in tenths of a percent; only what is sure is 100, and no trial throws make anything sure. */
function percent(chance, samples) {
  if ((chance === 1 || chance === 0) && !samples) return `${100 * chance} %`;
  if (chance >= 0.9995) return "> 99.9 %";
  return chance < 0.0005 ? "< 0.1 %" : `${(chance * 100).toFixed(1)} %`;
}

/** A figure that must not be broken; a longer value is words. */
const SHORT = 14;
const LONG = 28;
const OUTCOMES = 5;

/** The chances in at most five rows, the likeliest first, with the whole table below; exact, or from so many trial throws. */
export function chanceBars(chances, words, samples = 0) {
  const sorted = Object.entries(chances).map(([outcome, chance]) => [words.tell(outcome), chance]).sort((a, b) => b[1] - a[1]);
  if (sorted.length <= OUTCOMES) return bars(sorted, samples);
  const [first, rest] = [sorted.slice(0, OUTCOMES - 1), sorted.slice(OUTCOMES - 1)];
  const other = [S.table.otherOutcomes(rest.length), rest.reduce((sum, [, chance]) => sum + chance, 0)];
  return [bars([...first, other], samples), h("details", { class: "all-chances" }, h("summary", {}, S.table.allOutcomes(sorted.length)), bars(sorted, samples))];
}

function bars(rows, samples) {
  return h("ul", { class: "chances plain" }, rows.map(([outcome, chance]) => h("li", {},
    h("span", { class: "chance-name" }, outcome || S.table.nothingRolled),
    h("span", { class: "chance-bar", "aria-hidden": "true" }, h("span", { style: { width: `${Math.max(1, chance * 100)}%` } })),
    h("span", { class: "chance-number" }, percent(chance, samples)))));
}

/** The battle in a line, for a bar without room for more: the odds and the likeliest outcomes. */
export function brief(preview, words) {
  const odds = preview.lines.find((line) => line.label.startsWith("odds"));
  const likeliest = Object.entries(preview.chances ?? {}).sort((a, b) => b[1] - a[1]).slice(0, 2);
  return [odds?.value, ...likeliest.map(([outcome, chance]) => `${words.tell(outcome) || S.table.nothingRolled} ${percent(chance)}`)].filter(Boolean).join(" · ");
}

/** A figure stands beside its name; what takes a sentence stands below it, as wide as the panel. */
function lineRows(line, page) {
  const rule = h("td", {}, line.rule ? page.ruleLink(line.rule) : null);
  const [label, value] = [line.label, line.value].map((text) => page.words.tell(text));
  if (value.length <= LONG) return h("tr", {}, h("th", { scope: "row" }, label), h("td", { class: value.length < SHORT && "short" }, value), rule);
  return h("tr", {}, h("th", { scope: "row", colspan: 2 }, label, h("span", { class: "long" }, value)), rule);
}

const linesTable = (lines, page) => h("table", { class: "battle" }, h("tbody", {}, lines.map((line) => lineRows(line, page))));

/** A hex of several, with the odds of its battle and what it lacks. */
function aboutHex(hex, page) {
  const battle = page.view.scene.battles.find((each) => each.targets.includes(hex));
  return [page.words.hex(hex), battle ? h("span", { class: "attack-odds" }, ` ${chipOf(battle, page)}`) : null, battle?.missing ? h("span", { class: "missing small" }, ` ${page.words.tell(battle.missing)}`) : null];
}

/** The panel of a battle under way; what is about one of several hexes is folded under it. */
export function previewPanel(preview, page) {
  const hexes = [...new Set(preview.lines.map((line) => line.about).filter(Boolean))];
  const plain = preview.lines.filter((line) => !line.about);
  const bars = preview.chances && Object.keys(preview.chances).length ? chanceBars(preview.chances, page.words) : null;
  return [
    h("h2", {}, page.words.tell(preview.title)),
    bars,
    plain.length ? linesTable(plain, page) : null,
    hexes.map((hex) => h("details", { open: hexes.length === 1, data: { about: hex } }, h("summary", {}, aboutHex(hex, page)), linesTable(preview.lines.filter((line) => line.about === hex), page))),
    preview.note ? h("p", { class: "soft small" }, page.words.tell(preview.note)) : null,
  ];
}
