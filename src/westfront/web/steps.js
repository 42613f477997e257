// The steps of a battle in which both sides decide: where it stands, who decides now, and what has been decided.

import { h } from "./dom.js";
import { S } from "./strings.js";

const state = (step) => (step.now ? "now" : step.done ? "done" : "later");

/** One box of the strip; the eye sees its number, the ear hears all of it. */
function box(step, number, told) {
  const words = S.steps.box(number, step.title, S.steps.states[state(step)], told);
  return h("li", { class: state(step), title: words, "aria-current": step.now && "step" }, h("span", { "aria-hidden": "true" }, `${number}`), h("span", { class: "unseen" }, words));
}

/** The strip of the battle that goes step by step, if there is one. */
export function battleSteps(battles, words) {
  const battle = (battles ?? []).find((each) => each.steps?.length);
  if (!battle) return null;
  const { steps } = battle;
  const numbers = steps.map((step, i) => i + 1).filter((number) => steps[number - 1].now);
  const told = steps.map((step, i) => [i + 1, step]).filter(([, step]) => step.told);
  const by = steps.find((step) => step.by)?.by;
  return [
    h("h2", {}, S.steps.title(battle.targets.map((hex) => words.hex(hex)).join(", "))),
    h("ol", { class: "plain battle-steps", "aria-label": S.steps.label }, steps.map((step, i) => box(step, i + 1, words.tell(step.told)))),
    h("p", { class: "steps-now" }, h("strong", {}, S.steps.now(numbers, numbers.map((number) => steps[number - 1].title))), by ? ` ${S.steps.decides(S.common.side(by))}` : null),
    told.length ? h("details", { data: { key: "steps told" } }, h("summary", {}, S.steps.decided),
      h("ol", { class: "plain steps-told" }, told.map(([number, step]) => h("li", {}, h("span", { class: "soft" }, S.steps.line(number, step.title)), words.tell(step.told))))) : null,
  ];
}
