// Text mode: the table without a map, for a screen reader or for whoever likes words.

import { h, keyed, renew } from "../dom.js";
import { S } from "../strings.js";
import { hexInWords } from "./hexwords.js";
import { inWords } from "./stacks.js";
import { previewPanel } from "./preview.js";

const LINES = 8;
const LISTED = 60;

/** The six directions of a map, with the angle of each. */
const COMPASS = {
  false: [["north", 270], ["northEast", 330], ["southEast", 30], ["south", 90], ["southWest", 150], ["northWest", 210]],
  true: [["northEast", 300], ["east", 0], ["southEast", 60], ["southWest", 120], ["west", 180], ["northWest", 240]],
};

/** The neighbours of a hex by direction; null where the map ends. */
function compass(map, hex) {
  const [x, y] = map.centre(hex);
  const turned = map.neighbours(hex).map((other) => {
    const [ox, oy] = map.centre(other);
    return [other, (Math.atan2(oy - y, ox - x) * 180) / Math.PI];
  });
  return COMPASS[map.layout.pointy].map(([name, angle]) => {
    const found = turned.find(([, turn]) => Math.abs(((turn - angle + 540) % 360) - 180) < 25);
    return [name, found ? found[0] : null];
  });
}

/** The way to a neighbour in words: what lies between, such as a river, and the hex itself. */
function stepInWords(page, from, to) {
  return [...page.map.between(from, to).map((word) => S.table.text.between(word)), hexInWords(page, to)].join(", ");
}

/** The page of text mode; it is drawn anew with every change. */
export function textMode(page, element) {
  const { ctx, decider, map, words } = page;
  const hex = page.hex ?? page.startHex();
  const stack = page.counters.stacks.get(hex) ?? [];
  const here = decider.fitting({ hex, whole: true });
  const placeless = decider.offers?.placeless ?? [];
  const others = (decider.offers?.open ?? []).filter((action) => !here.includes(action) && !placeless.includes(action));
  const go = (label) => page.select({ hex: label }, { say: true });
  const isHere = element.contains(document.activeElement);
  renew(element,
    h("p", {}, h("button", { class: "small", data: { key: "text map" }, onclick: () => page.toggle("text") }, S.table.text.map)),
    h("section", { "aria-label": S.table.text.question },
      h("h2", { tabindex: "-1" }, S.table.text.question),
      h("p", { id: "text-prompt" }, page.promptInWords()),
      buttons(page, placeless),
      h("div", { class: "order-buttons" }, decider.closed()),
      ctx.table.can_undo && page.at === null ? h("button", { class: "small", data: { key: "text undo" }, onclick: () => decider.undo() }, S.table.undo) : null),
    h("section", { "aria-label": S.table.text.place },
      h("h2", {}, hexInWords(page, hex)),
      stack.length ? h("ul", {}, stack.map((piece) => h("li", {}, `${S.common.side(piece.side)}: ${inWords(piece)}`))) : null,
      here.length ? buttons(page, here.slice(0, LISTED)) : h("button", { class: "small", data: { key: "text why" }, onclick: () => decider.why({ hex }) }, S.table.text.why),
      h("h3", {}, S.table.text.around),
      h("ul", { class: "plain compass" }, compass(map, hex).map(([way, label]) => h("li", {}, label
        ? h("button", { class: "small", data: { key: `way ${way}`, way }, onclick: () => go(label) }, h("strong", {}, S.table.ways[way]), " ", stepInWords(page, hex, label))
        : h("span", { class: "soft" }, `${S.table.ways[way]}: ${S.table.text.edge}`)))),
      h("div", { class: "row" }, h("button", { class: "small", data: { key: "text next" }, ...keyed("n", S.table.keys.next), onclick: () => page.keys.nextUnit() }, S.table.text.nextUnit),
        h("button", { class: "small", data: { key: "text where" }, ...keyed("d", S.table.keys.where), onclick: () => page.keys.nextHex() }, S.table.text.nextHex)),
      jump(page, go)),
    ctx.table.preview && page.at === null ? h("section", { "aria-label": S.table.text.battle }, previewPanel(ctx.table.preview, page)) : null,
    h("section", { "aria-label": S.table.text.orders },
      h("h2", {}, S.table.text.orders),
      h("p", { class: "soft" }, S.table.text.count(others.length)),
      narrowed(page, others)),
    h("section", { "aria-label": S.table.text.boxes },
      h("h2", {}, S.table.text.boxes),
      h("ul", {}, boxesInWords(page.view.scene).map((line) => h("li", {}, words.tell(line))))),
    h("section", { "aria-label": S.table.text.log },
      h("h2", {}, S.table.text.log),
      h("ol", { class: "plain" }, ctx.table.log.lines.slice(-LINES).map((line) => h("li", {}, words.tell(line.text), line.dice?.length ? ` (${S.table.dice(line.dice.join(", "))})` : "")))));
  // What was pressed may be gone with the question that it answered: the reader stands before the next one.
  if (isHere && !element.contains(document.activeElement)) element.querySelector("h2").focus();
}

/** The tracks and boxes beside the map, a line each. */
function boxesInWords({ tracks, boxes = {} }) {
  const named = ({ word, name, side }) => word || name || S.table.hiddenUnit(side);
  return [
    ...Object.entries(tracks).map(([name, value]) => `${name}: ${value}`),
    ...Object.entries(boxes).map(([box, piles]) => `${box}: ${piles.map((like) => S.table.pile(like.count, named(like))).join(", ")}`),
  ];
}

function buttons(page, actions) {
  return h("div", { class: "order-buttons" }, actions.map((action) => {
    const where = action.units.map((unit) => page.counters.places.get(unit)?.at).filter(Boolean).map((at) => S.table.text.at(page.words.hex(at)));
    const button = page.decider.button(action);
    if (where.length && !action.hexes.length) button.append(h("span", { class: "soft note" }, where.join(", ")));
    button.dataset.key = `text ${action.text}`;
    return button;
  }));
}

/** Find a hex by its number or the name of a place. */
function jump(page, go) {
  const field = h("input", { type: "search", "aria-label": S.table.find, placeholder: S.table.find, data: { key: "text find" }, list: "places" });
  return h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    const hex = page.hexOf(field.value);
    if (hex) go(hex);
    else page.say(S.table.noPlace(field.value));
  } }, field, h("button", { class: "small" }, S.table.text.goThere));
}

/** The other orders, with a field to narrow them where they are many. */
function narrowed(page, actions) {
  const list = h("div");
  const show = (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = actions.filter((action) => words.every((word) => page.words.say(action).toLowerCase().includes(word)));
    list.replaceChildren(buttons(page, fits.slice(0, LISTED)),
      ...(fits.length > LISTED ? [h("p", { class: "soft" }, S.table.more(fits.length - LISTED))] : []));
  };
  show("");
  if (actions.length < 9) return list;
  return [h("input", { type: "search", "aria-label": S.table.filter, placeholder: S.table.filter, data: { key: "text filter" }, oninput: (event) => show(event.target.value) }), list];
}
