// Statistics of one's own games: played, won, drawn and lost, by game and side, against people and against machines.

import { seats } from "./api.js";
import { h } from "./dom.js";
import { S } from "./strings.js";

const T = S.statistics;

/** The finished games that count: those in which this browser played one side, lessons left out. */
function counted(entries) {
  return entries.filter((entry) => entry.over && entry.roles.length === 1 && !seats.of(entry.table)?.lesson);
}

function outcome(entry) {
  const [winner] = entry.result.split(":");
  return winner === entry.roles[0] ? "won" : entry.roles.length && Object.keys(entry.sides).includes(winner) ? "lost" : "drawn";
}

function rows(entries) {
  const found = new Map();
  for (const entry of entries) {
    const [side] = entry.roles;
    const against = Object.entries(entry.sides).some(([other, seat]) => other !== side && seat.seat === "machine") ? "machine" : "person";
    const key = `${entry.title} ${side} ${against}`;
    const row = found.get(key) ?? { title: entry.title, side, against, played: 0, won: 0, drawn: 0, lost: 0 };
    row.played += 1;
    row[outcome(entry)] += 1;
    found.set(key, row);
  }
  return [...found.values()].sort((a, b) => a.title.localeCompare(b.title) || a.side.localeCompare(b.side));
}

const NUMBERS = ["played", "won", "drawn", "lost"];

/** The table of one's results, or nothing as long as no game has ended. */
export function statistics(entries) {
  const all = rows(counted(entries));
  if (!all.length) return null;
  const total = Object.fromEntries(NUMBERS.map((name) => [name, all.reduce((sum, row) => sum + row[name], 0)]));
  const numbers = (row) => NUMBERS.map((name) => h("td", { class: "number" }, String(row[name])));
  return h("details", { class: "statistics" }, h("summary", {}, T.title(total.played, total.won)),
    h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": T.label }, h("table", {},
      h("thead", {}, h("tr", {}, [T.game, T.side, T.against].map((word) => h("th", { scope: "col" }, word)), NUMBERS.map((name) => h("th", { scope: "col", class: "number" }, T[name])))),
      h("tbody", {}, all.map((row) => h("tr", {}, h("th", { scope: "row" }, row.title), h("td", {}, S.common.side(row.side)), h("td", {}, T.opponents[row.against]), numbers(row)))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 3 }, T.all), numbers(total))))));
}
