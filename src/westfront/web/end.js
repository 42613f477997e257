// The end of a game: result, proof, and the luck of both sides.

import { courseChart } from "./course.js";
import { h, renew, sideClass, svg, trouble } from "./dom.js";
import { afterwards } from "./rematch.js";
import { exportButton } from "./together.js";
import { S } from "./strings.js";

const SPAN = 3;
const place = (deviation) => 150 + (Math.max(-SPAN, Math.min(SPAN, deviation)) / SPAN) * 130;

function luckRow(luck, name) {
  const [x, zero] = [place(luck.deviation), place(0)];
  return h("div", { class: `luck-row ${name}` },
    svg("svg", { viewBox: "0 0 300 34", class: "luck-chart", role: "img", "aria-label": luck.sentence },
      svg("rect", { x: place(-1), y: 4, width: place(1) - place(-1), height: 26, class: "luck-band" }),
      svg("line", { x1: 10, x2: 290, y1: 17, y2: 17, class: "luck-axis" }),
      [-2, -1, 1, 2].map((at) => svg("line", { x1: place(at), x2: place(at), y1: 12, y2: 22, class: "luck-axis" })),
      svg("line", { x1: zero, x2: zero, y1: 3, y2: 31, class: "luck-zero" }),
      svg("line", { x1: zero, x2: x, y1: 17, y2: 17, class: "luck-bar" }),
      name === "side-0" ? svg("circle", { cx: x, cy: 17, r: 7, class: "luck-mark" }) : svg("rect", { x: x - 6, y: 11, width: 12, height: 12, class: "luck-mark" })),
    h("p", { class: "small" }, S.end.said(luck.sentence, luck.dice)));
}

/** Both sides on one scale of standard deviations, bad luck to the left; each side with its own shape of mark. */
function luckChart(luck) {
  const sides = Object.keys(luck);
  if (!sides.some((side) => luck[side].dice)) return h("p", { class: "soft" }, S.end.noDice);
  return h("div", { class: "luck", title: S.end.luckText },
    h("p", { class: "luck-ends small soft", "aria-hidden": "true" }, h("span", {}, S.end.bad), h("strong", {}, S.end.luck), h("span", {}, S.end.good)),
    sides.map((side) => luckRow(luck[side], sideClass(side, sides))));
}

/** Mount the end of a table; while the game goes on it shows nothing. */
export function mountEnd(element, ctx) {
  let shown = "";
  const update = async () => {
    const { over, result } = ctx.table ?? {};
    element.hidden = !over;
    if (!over) { shown = ""; element.replaceChildren(); return; }
    const now = JSON.stringify([result, ctx.table.number, ctx.table.rematch, ctx.table.terms.public]);
    if (shown === now) return;
    shown = now;
    try {
      const [end, course] = await Promise.all([ctx.api.end(ctx.id), ctx.api.course(ctx.id)]);
      renew(element, h("section", { class: "ending", "aria-label": S.end.title },
        h("p", { class: "overline" }, S.end.title),
        h("h2", {}, S.common.result(result, Object.keys(ctx.table.sides))),
        h("p", { class: end.verified ? "verified" : "callout" }, end.sentence),
        Object.keys(course.tracks).length ? courseChart(course, Object.keys(ctx.table.sides)) : null,
        luckChart(end.luck),
        afterwards(ctx),
        h("div", { class: "row" },
          h("button", { class: "small", onclick: () => ctx.showAt(0) }, S.end.replay), exportButton(ctx),
          h("a", { class: "button small", href: `#/new/${ctx.table.game}` }, S.end.again))));
    } catch (error) {
      trouble(error);
    }
  };
  ctx.on("table", update);
  update();
}
