// The rules of a game to be read and searched: a panel of the table, and a page of its own.

import { api } from "./api.js";
import { h, renew, trouble } from "./dom.js";
import { address, entryOf } from "./rules.js";
import { S } from "./strings.js";

/** How well a rule answers a search: 0 is not at all. */
function rank(rule, words) {
  let score = 0;
  const [id, title, text] = [rule.id.toLowerCase(), rule.title.toLowerCase(), rule.text.toLowerCase()];
  for (const word of words) {
    if (id === word) score += 100;
    else if (id.startsWith(word)) score += 30;
    else if (id.includes(word)) score += 10;
    else if (title.includes(word)) score += 6;
    else if (text.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

/** A text with the words that were looked for marked. */
function marked(text, words) {
  if (!words.length) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return text.split(pattern).map((part, i) => (i % 2 ? h("mark", {}, part) : part));
}

function drawRule(rule, words, game) {
  return h("article", { class: "rule", id: `rule-${rule.id}`, data: { rule: rule.id } },
    h("h2", {}, h("a", { class: "rule-id", href: address(game, rule.id), "aria-label": S.rules.address(rule.id) }, marked(rule.id, words)), " ", marked(rule.title, words),
      rule.kind !== "rule" && h("span", { class: "badge" }, S.rules.kinds[rule.kind] ?? rule.kind)),
    h("p", {}, marked(rule.text, words)));
}

/** The search and the list of one game's rules. */
async function browser(element, game, wanted) {
  const { rules } = await api.gameRules(game);
  const list = h("div", { class: "rule-list" });
  const found = h("p", { class: "small soft", role: "status" });
  const field = h("input", { type: "search", placeholder: S.rules.search, "aria-label": S.rules.search, oninput: () => show() });
  const show = () => {
    const words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length
      ? rules.map((rule) => [rank(rule, words), rule]).filter(([score]) => score).sort((a, b) => b[0] - a[0]).map(([, rule]) => rule)
      : rules;
    renew(list, hits.map((rule) => drawRule(rule, words, game)));
    found.textContent = words.length ? (hits.length ? S.rules.found(hits.length) : S.rules.none) : S.rules.found(rules.length);
  };
  const reveal = (id) => {
    field.value = "";
    show();
    const entry = entryOf(rules, id);
    const place = entry && list.querySelector(`[data-rule="${CSS.escape(entry.id)}"]`);
    for (const other of list.querySelectorAll(".wanted")) other.classList.remove("wanted");
    place?.classList.add("wanted");
    place?.scrollIntoView({ block: "center" });
    const link = place?.querySelector("a");
    link?.focus({ preventScroll: true });
    if (!place) found.textContent = S.rules.unknown(id);
  };
  renew(element, h("div", { class: "rules" }, h("div", { class: "rule-search" }, field, found), list));
  show();
  if (wanted) requestAnimationFrame(() => reveal(wanted));
  return reveal;
}

/** The rules panel of a table. */
export function mountRules(element, ctx) {
  browser(element, ctx.table.game).catch(trouble);
}

/** The page of the rules: of one game, or the choice of a game. */
export async function openRules(main, game, rule) {
  const { games } = await api.games();
  const chosen = games.find((each) => each.id === game) ?? (games.length === 1 ? games[0] : null);
  if (!chosen) {
    renew(main, h("div", { class: "page narrow" }, h("h1", {}, S.rules.title), h("p", { class: "lead" }, S.rules.ours),
      h("ul", { class: "plain rule-games" }, games.map((each) => h("li", {}, h("a", { class: "button", href: `#/rules/${each.id}` }, each.title))))));
    return null;
  }
  const place = h("div");
  const reveal = await browser(place, chosen.id, rule && decodeURIComponent(rule));
  renew(main, h("div", { class: "page narrow" }, h("h1", {}, S.rules.of(chosen.title)), h("p", { class: "soft" }, S.rules.ours),
    h("p", {}, h("a", { class: "button small", href: `#/aids/${chosen.id}` }, S.aids.title)), place));
  return { update: (other, id) => other === chosen.id && (id && reveal(decodeURIComponent(id)), true) };
}
