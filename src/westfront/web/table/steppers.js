// So many of a kind: a counter with plus and minus instead of a button for every number.

import { h } from "../dom.js";
import { S } from "../strings.js";
import { counterPicture } from "./stacks.js";

const isCounted = (action) => action.kinds.length === 1 && action.values.length === 1 && /^\d+$/.test(action.values[0]) && !action.units.length && !action.hexes.length;

/** The actions that give a number of a kind, by verb and kind, each with its numbers; only where one has several. */
export function counted(actions) {
  const rows = new Map();
  for (const action of actions.filter(isCounted)) {
    const key = `${action.verb} ${action.kinds[0]}`;
    rows.set(key, [...(rows.get(key) ?? []), action].sort((a, b) => a.values[0] - b.values[0]));
  }
  return [...rows.values()].some((row) => row.length > 1) ? [...rows.values()] : [];
}

/** A counter of a kind, from the map or from the boxes beside it. */
function sample(kind, { pieces, boxes = {} }) {
  return [...pieces, ...Object.values(boxes).flat()].find((each) => each.word === kind && each.name);
}

/** One kind: its counter, minus, the number, plus, and the button that gives the order. */
export function stepper(row, page) {
  const [{ verb, kinds: [kind] }] = row;
  const numbers = row.map((action) => Number(action.values[0]));
  const like = sample(kind, page.view.scene);
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
  const button = (sign, words, by) => h("button", { class: "small step", "aria-label": words(kind), data: { key: `${sign} ${verb} ${kind}` }, onclick: () => step(by) }, sign);
  const [less, more] = [button("−", S.table.less, -1), button("+", S.table.more1, 1)];
  step(0);
  return h("li", { class: "stepper" }, like ? counterPicture(like) : null, h("span", { class: "grow" }, like?.facts?.join(", ") || kind, h("span", { class: "soft small" }, S.table.upTo(numbers.at(-1)))), less, number, more, give);
}
