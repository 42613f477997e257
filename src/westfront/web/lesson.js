// The guided first battle: one card that says what to do now and why.

import { h, announce, keyed, renew, trouble } from "./dom.js";
import { ruleLink } from "./rules.js";
import { seats } from "./api.js";
import { S } from "./strings.js";

/** What an action names on the map, so that it can be pointed at. */
function named(action, table) {
  const words = new Set(action.split(/\s+/));
  const pieces = table.view.scene.pieces.filter((piece) => words.has(piece.name));
  const hint = table.hints?.[action];
  return { units: pieces.map((piece) => piece.name), action,
    hexes: [...new Set([...pieces.map((piece) => piece.at), ...[...words].filter((word) => /^\d{3,4}$/.test(word)), ...(hint?.path ?? [])])] };
}

/** After the card has taken its place, and the map has heard how much is left for it. */
const onceSettled = (work) => requestAnimationFrame(() => requestAnimationFrame(work));

/** Mark on the map what a step is about, and bring it into sight. */
function point(lesson, ctx, inSight) {
  const place = named(lesson.do, ctx.table);
  if (inSight && place.hexes.length) ctx.goTo(place.hexes.at(-1));
  ctx.emit("focus", place);
}

function stepCard(lesson, ctx) {
  const game = ctx.table.game;
  const ready = Boolean(ctx.table.view.question); // a whole order need not stand in the list
  const doIt = async (event) => {
    event.target.disabled = true;
    try {
      await ctx.act(lesson.do);
    } catch (error) {
      trouble(error);
      event.target.disabled = false;
    }
  };
  return [
    h("progress", { max: lesson.steps, value: lesson.step, "aria-label": S.lesson.step(lesson.step + 1, lesson.steps) }),
    h("p", { class: "lesson-say" }, ctx.tell(lesson.say) || S.lesson.wait, lesson.rule && [" ", ruleLink(lesson.rule, game)]),
    h("div", { class: "row lesson-do" }, h("strong", {}, ctx.order(lesson.do)),
      h("button", { class: "small", data: { key: "show" }, ...keyed("m", S.lesson.show), onclick: () => point(lesson, ctx, true) }, S.lesson.show),
      h("button", { class: "small primary", data: { key: "do" }, ...keyed("x", S.lesson.doIt), disabled: !ready, onclick: doIt }, S.lesson.doIt)),
  ];
}

function endCard(lesson, ctx) {
  return [
    h("h3", {}, S.lesson.doneTitle),
    h("p", {}, ctx.tell(lesson.say)),
    h("div", { class: "row" },
      h("a", { class: "button primary", href: `#/new/${ctx.table.game}` }, S.lesson.whole),
      h("a", { class: "button", href: `#/rules/${ctx.table.game}` }, S.lesson.readRules),
      h("a", { class: "button quiet", href: "#/" }, S.lesson.lobby)),
  ];
}

/** Mount the card of a lesson; a table without one shows nothing. */
export function mountLesson(element, ctx) {
  let told = "";
  const update = () => {
    const lesson = ctx.table?.lesson;
    element.hidden = !lesson;
    if (!lesson) { element.replaceChildren(); return; }
    const kept = lesson.done ? "done" : true;
    if (seats.of(ctx.id)?.lesson !== kept) seats.keep(ctx.id, { lesson: kept });
    renew(element, h("section", { class: "lesson-card", "aria-label": S.lesson.overline }, h("header", {}, h("h2", {}, lesson.title), !lesson.done && h("span", { class: "overline" }, S.lesson.step(lesson.step + 1, lesson.steps))),
      lesson.done ? endCard(lesson, ctx) : stepCard(lesson, ctx)));
    const words = lesson.done ? S.lesson.doneTitle : lesson.say;
    if (words === told) return;
    told = words;
    if (words) announce(ctx.tell(words));
    if (lesson.done) ctx.emit("focus", null);
    else onceSettled(() => point(lesson, ctx, matchMedia("(max-width: 52rem)").matches));
  };
  ctx.on("table", update);
  update();
}
