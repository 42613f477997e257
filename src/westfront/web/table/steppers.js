// So many of a kind: a counter with plus and minus instead of a button for every number.

import { h } from "../dom.js";
import { S } from "../strings.js";
import { counterPicture } from "./stacks.js";

const MANY = 3;
const isNumber = (text) => /^\d+$/.test(text);

/** Of what an action gives a number: a kind, a unit, or nothing that has a name. */
const subjectOf = (action) => action.kinds[0] ?? action.units[0] ?? "";

const isCounted = (action) => action.values.length === 1 && isNumber(action.values[0]) && action.kinds.length + action.units.length <= 1 && !action.hexes.length;

/** The actions that give a number of something, by verb and subject, each with its numbers; mere numbers only where they are many. */
export function counted(actions) {
  const rows = new Map();
  for (const action of actions.filter(isCounted)) {
    const key = `${action.verb} ${subjectOf(action)}`;
    rows.set(key, [...(rows.get(key) ?? []), action].sort((a, b) => a.values[0] - b.values[0]));
  }
  return [...rows.values()].filter((row) => subjectOf(row[0]) || row.length > MANY);
}

/** A counter of a kind, or a unit itself, from the map or from the boxes beside it. */
export function sample(subject, { pieces, boxes = {} }) {
  return subject && [...pieces, ...Object.values(boxes).flat()].find((each) => each.name && (each.word === subject || each.name === subject));
}

/** One subject: its counter, minus, the number, plus, and the button that gives the order; what has no choice of numbers is the button alone. */
export function stepper(row, page) {
  const { verb } = row[0];
  const subject = subjectOf(row[0]);
  const numbers = row.map((action) => Number(action.values[0]));
  const like = sample(subject, page.view.scene);
  let at = 0;
  const number = h("output", { class: "count" }, String(numbers[0]));
  const give = h("button", { class: "small", data: { key: row[0].text, action: row[0].text }, onclick: () => page.decider.commit(row[at]) });
  const step = (by) => {
    at = Math.max(0, Math.min(numbers.length - 1, at + by));
    number.textContent = String(numbers[at]);
    less.disabled = at === 0;
    more.disabled = at === numbers.length - 1;
    give.textContent = S.table.give(page.words.label(verb), numbers[at]);
    give.dataset.action = row[at].text;
  };
  const button = (sign, words, by) => h("button", { class: "small step", "aria-label": words(subject || page.words.label(verb)), data: { key: `${sign} ${verb} ${subject}` }, onclick: () => step(by) }, sign);
  const [less, more] = [button("−", S.table.less, -1), button("+", S.table.more1, 1)];
  step(0);
  return h("li", { class: "stepper" }, like ? counterPicture(like) : null,
    h("span", { class: "grow stepper-words" }, like?.facts?.join(", ") || subject || page.words.label(verb), numbers.length > 1 ? h("span", { class: "soft" }, S.table.upTo(numbers.at(-1))) : null),
    numbers.length > 1 ? [less, number, more] : null, give);
}
