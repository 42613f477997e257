// The rules in our own words: a sheet for one rule, and links that open it.

import { api } from "./api.js";
import { h, sheet, trouble } from "./dom.js";
import { S } from "./strings.js";

/** The address of a rule on the page of its game. */
export const address = (game, id) => `#/rules/${game}/${encodeURIComponent(id)}`;

/** A rule's number that opens its paraphrase. */
export function ruleLink(id, game) {
  return h("button", { class: "rulelink", type: "button", "aria-label": S.rules.rule(id), onclick: (event) => { event.stopPropagation(); showRule(id, game); } }, id);
}

/** Find the entry of a number, however its letters are written. */
export function entryOf(rules, id) {
  return rules.find((rule) => rule.id === id) ?? rules.find((rule) => rule.id.toLowerCase() === id.toLowerCase());
}

/** Open one rule in a sheet. */
async function showRule(id, game) {
  try {
    const { rules } = await api.gameRules(game);
    const rule = entryOf(rules, id);
    await sheet(rule ? rule.title : S.rules.rule(id), (close) => [
      rule ? [h("p", { class: "overline" }, S.rules.rule(rule.id), " · ", S.rules.kinds[rule.kind] ?? rule.kind), h("p", { class: "rule-text" }, rule.text)]
        : h("p", {}, S.rules.unknown(id)),
      h("p", { class: "row end" }, h("a", { class: "button", href: address(game, id), onclick: () => close() }, S.rules.all)),
    ]);
  } catch (error) {
    trouble(error);
  }
}
