// The course of a game: its tracks over the turns as a picture, and as a table for who does not see it.

import { h, renew, sideClass, svg, trouble } from "./dom.js";
import { S } from "./strings.js";

const [WIDE, HIGH, LEFT, TOP, RIGHT, FOOT] = [320, 150, 30, 10, 26, 22];
const MOST = 8;

/** Round numbers from the lowest value to the highest, for the lines across. */
function scale(values) {
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => (high - low) / size <= 5) ?? 200;
  const [first, last] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  return { low: first, high: last, ticks: Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step) };
}

/** A mark of its own shape for each track, as at the end of a game. */
const mark = (index, x, y) => (index === 0 ? svg("circle", { cx: x, cy: y, r: 3.6, class: "course-mark" }) : svg("rect", { x: x - 3.3, y: y - 3.3, width: 6.6, height: 6.6, class: "course-mark" }));

/** The picture of some tracks; sides have their colours. */
export function courseChart(course, sides) {
  const tracks = Object.entries(course.tracks);
  const { low, high, ticks } = scale(tracks.flatMap(([, values]) => values));
  const last = Math.max(1, course.turns.length - 1);
  const at = (i) => LEFT + (i / last) * (WIDE - LEFT - RIGHT);
  const up = (value) => HIGH - FOOT - ((value - low) / (high - low)) * (HIGH - FOOT - TOP);
  const every = Math.ceil(course.turns.length / MOST);
  const name = (track) => S.common.side(track);
  const line = ([track, values], index) => svg("g", { class: `course-track ${sides.includes(track) ? sideClass(track, sides) : ""}` },
    svg("path", { d: values.map((value, i) => `${i ? "L" : "M"}${at(i).toFixed(1)} ${up(value).toFixed(1)}`).join(""), class: "course-line" }),
    values.map((value, i) => mark(index, at(i), up(value))),
    svg("text", { x: at(last) + 7, y: up(values.at(-1)) + 4, class: "course-value" }, `${values.at(-1)}`));
  return h("figure", { class: "course" },
    h("figcaption", {}, h("strong", {}, course.title), h("span", { class: "course-names", "aria-hidden": "true" },
      tracks.map(([track], index) => h("span", { class: sides.includes(track) ? sideClass(track, sides) : "" }, svg("svg", { viewBox: "-5 -5 10 10", class: "course-sign" }, mark(index, 0, 0)), name(track))))),
    svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "course-chart", "aria-hidden": "true" },
      ticks.map((tick) => [svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: up(tick), y2: up(tick), class: tick ? "course-axis" : "course-zero" }), svg("text", { x: LEFT - 5, y: up(tick) + 4, class: "course-tick end" }, `${tick}`)]),
      course.turns.map((turn, i) => (i !== last && (i % every || last - i < every) ? null : svg("text", { x: at(i), y: HIGH - 6, class: "course-tick" }, turn))),
      tracks.map(line)),
    h("table", { class: "unseen" }, h("caption", {}, course.title),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, S.course.turn), tracks.map(([track]) => h("th", { scope: "col" }, name(track))))),
      h("tbody", {}, course.turns.map((turn, i) => h("tr", {}, h("th", { scope: "row" }, turn), tracks.map(([, values]) => h("td", {}, `${values[i]}`)))))));
}

/** The course beside the tracks: it is asked for when it is folded out, and again when it may have changed. */
export function coursePart(ctx) {
  const place = h("div", {});
  let shown = "";
  const update = async () => {
    const now = `${ctx.table.view.scene.turn} ${JSON.stringify(ctx.table.view.scene.tracks)}`;
    if (!element.open || shown === now) return;
    shown = now;
    try {
      const course = await ctx.api.course(ctx.id);
      renew(place, Object.keys(course.tracks).length ? courseChart(course, Object.keys(ctx.table.sides)) : h("p", { class: "soft" }, S.course.none));
    } catch (error) {
      shown = "";
      trouble(error);
    }
  };
  const element = h("details", { class: "course-part", data: { key: "course" }, ontoggle: update }, h("summary", {}, S.course.title), place);
  return { element, update };
}
