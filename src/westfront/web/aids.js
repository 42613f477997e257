// The aids of a game: its tables and charts as pages, one key away, with a mark where the game or the battle stands.

import { api } from "./api.js";
import { h, renew, sheet, trouble } from "./dom.js";
import { ruleLink } from "./rules.js";
import { S } from "./strings.js";

/** A cell with more letters is prose, one with many more makes its whole table words. */
const [LONG, LONGEST] = [16, 60];
const last = new Map();

/** Which cells of an aid are marked: whole columns, whole rows, or where both meet. */
function marking(aid, marks) {
  const own = marks.filter((mark) => mark.aid === aid.key && (mark.column || mark.rows?.length));
  const rowsOf = (mark) => mark.rows ?? [];
  return {
    any: own.length > 0,
    column: (name) => own.some((mark) => mark.column === name),
    row: (name) => own.some((mark) => rowsOf(mark).includes(name)),
    cell: (row, column) => own.some((mark) => (!mark.column || mark.column === column) && (!rowsOf(mark).length || rowsOf(mark).includes(row))),
  };
}

/** A heading that says also to the ear that it is marked. */
function heading(scope, text, isHere, more = {}) {
  return h("th", { scope, role: `${scope === "col" ? "column" : "row"}header`, class: isHere && "here", "aria-current": isHere && "true", ...more },
    text, isHere && h("span", { class: "unseen" }, ` (${S.aids.now})`));
}

/** The lines of an aid as a table; roles are named, since on a narrow screen its cells stand below each other. */
function drawTable(aid, marks, game) {
  const here = marking(aid, marks);
  const isProse = aid.columns.map((_, i) => aid.rows.some((row) => row.cells[i].length > LONG));
  const isLong = aid.rows.some((row) => row.cells.some((text) => text.length > LONGEST));
  const isWords = isLong || isProse.filter(Boolean).length > 1 || (aid.columns.length < 3 && isProse.some(Boolean));
  const ruled = aid.rows.some((row) => (row.rules ?? []).some((rule) => rule !== aid.rule));
  const cell = (row, text, i) => h("td", {
    role: "cell", class: [isProse[i] && "prose", here.any && here.cell(row.cells[0], aid.columns[i]) && "here"].filter(Boolean).join(" ") || undefined,
    title: aid.codes?.[text], data: { column: aid.columns[i] },
  }, text);
  return h("table", { class: `aid ${isWords ? "words" : "figures"}`, role: "table" },
    h("caption", {}, h("span", { class: "caption-text" }, aid.title, aid.rule ? [" ", ruleLink(aid.rule, game)] : null)),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, aid.columns.map((name) => heading("col", name, here.column(name))), ruled && heading("col", S.aids.rule, false))),
    h("tbody", { role: "rowgroup" }, aid.rows.map((row) => h("tr", { role: "row", class: here.row(row.cells[0]) && "here" },
      heading("row", row.cells[0], here.row(row.cells[0])),
      row.cells.slice(1).map((text, i) => cell(row, text, i + 1)),
      ruled && h("td", { role: "cell", class: "rules-cell" }, (row.rules ?? []).map((rule, i) => [i ? ", " : null, ruleLink(rule, game)]))))));
}

/** One aid: the table, what its results mean, and its notes. */
function drawAid(aid, marks, game) {
  const codes = Object.entries(aid.codes ?? {});
  return h("article", { class: "aid-page", data: { aid: aid.key } },
    h("div", { class: "aid-scroll", tabindex: "0", role: "region", "aria-label": aid.title }, drawTable(aid, marks, game)),
    marking(aid, marks).any && h("p", { class: "small here-key" }, S.aids.key),
    codes.length > 0 && [h("h3", {}, S.aids.codes), h("dl", { class: "codes" }, codes.map(([code, words]) => h("div", {}, h("dt", {}, code), h("dd", {}, words))))],
    (aid.notes ?? []).map((note) => h("p", { class: "small soft" }, note)));
}

/** What is marked may lie beyond the edge of a small screen. */
function bringIntoSight(place) {
  const scroller = place.querySelector(".aid-scroll");
  const marked = scroller?.querySelector("td.here");
  if (!marked) return;
  scroller.scrollLeft = marked.offsetLeft - (scroller.clientWidth - marked.offsetWidth) / 2;
  if (marked.closest("tr.here")) marked.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The list of aids with one of them open. */
function browser(aids, marks, game, first, changed = () => {}) {
  const place = h("div", { class: "aid-place" });
  const list = h("ul", { class: "plain aid-list" });
  const choice = h("select", { class: "aid-choice", "aria-label": S.aids.choose, onchange: () => show(choice.value) });
  const show = (key) => {
    const aid = aids.find((each) => each.key === key) ?? aids[0];
    changed(aid.key);
    renew(list, aids.map((each) => h("li", {}, h("button", {
      class: "quiet", type: "button", "aria-current": each.key === aid.key && "page", data: { key: `aid ${each.key}` }, onclick: () => show(each.key),
    }, each.title, marking(each, marks).any && h("span", { class: "here-dot", title: S.aids.now }, h("span", { class: "unseen" }, ` (${S.aids.now})`))))));
    renew(choice, aids.map((each) => h("option", { value: each.key, selected: each.key === aid.key }, each.title)));
    renew(place, drawAid(aid, marks, game));
    requestAnimationFrame(() => bringIntoSight(place));
  };
  show(first);
  return { element: h("div", { class: "aids" }, h("nav", { "aria-label": S.aids.choose }, choice, list), place), show };
}

/** Open the aids of a table: at the table of the battle that is open, or where they were left. */
export async function openAids(ctx, preview, scene) {
  if (document.querySelector("dialog .aids")) return;
  const { game } = ctx.table;
  try {
    const { aids } = await ctx.api.aids(ctx.id);
    const fought = preview?.marks ?? [];
    const marks = [...(scene.marks ?? []), ...fought];
    const first = fought.find((mark) => aids.some((aid) => aid.key === mark.aid))?.aid ?? last.get(game);
    let leave;
    const hear = (event) => { if (event.key === "a" && !event.ctrlKey && !event.metaKey && event.target.tagName !== "SELECT") leave(); };
    document.addEventListener("keydown", hear);
    await sheet(S.aids.title, (close) => {
      leave = close;
      return aids.length ? browser(aids, marks, game, first, (key) => last.set(game, key)).element : h("p", {}, S.aids.none);
    });
    document.removeEventListener("keydown", hear);
  } catch (error) {
    trouble(error);
  }
}

/** The page of the aids of one game, without a table. */
export async function openAidsPage(main, game, key) {
  const [{ aids }, { title }] = await Promise.all([api.gameAids(game), api.game(game)]);
  const { element, show } = browser(aids, [], game, key && decodeURIComponent(key), (now) => history.replaceState(null, "", `#/aids/${game}/${encodeURIComponent(now)}`));
  renew(main, h("div", { class: "page" }, h("h1", {}, S.aids.of(title)), h("p", {}, h("a", { href: `#/rules/${game}` }, S.rules.of(title))), element));
  return { update: (other, wanted) => other === game && (wanted && show(decodeURIComponent(wanted)), true) };
}
