// The keyboard: everything that a pointer can do at the table.

import { announce, h, sheet } from "../dom.js";
import { S } from "../strings.js";
import { closeMenu } from "./menu.js";

const PAN = 90;

/** The neighbour of a hex that lies nearest to a direction; between two equal ones the one nearer to the line that is kept. */
function neighbour(map, hex, [dx, dy], keep) {
  const [x, y] = map.centre(hex);
  let best = null;
  let most = 0.35;
  for (const other of map.neighbours(hex)) {
    const [ox, oy] = map.centre(other);
    const length = Math.hypot(ox - x, oy - y);
    let towards = ((ox - x) * dx + (oy - y) * dy) / length;
    if (keep) towards -= Math.abs(dx ? oy - keep[1] : ox - keep[0]) / (length * 100);
    if (towards > most) [best, most] = [other, towards];
  }
  return best;
}

/** Arrows go straight; Home, End and the Page keys go slantwise, as they lie on the number pad. */
const WAYS = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  Home: [-0.8, -0.6], PageUp: [0.8, -0.6], End: [-0.8, 0.6], PageDown: [0.8, 0.6],
};

/** The arrows and Enter belong to the map unless something else that uses them has the focus. */
const isElsewhere = (target, stage) => target !== stage && target.closest?.("button, a, summary, input, .menu, [tabindex='0']");

const isTyping = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");

/** Listen to the keys of a table page; returns a function that ends it. */
export function listenToKeys(page) {
  let keep = null;

  const move = (event) => {
    const way = WAYS[event.key];
    const { map } = page;
    if (event.shiftKey && event.key.startsWith("Arrow")) {
      map.panBy(-way[0] * PAN, -way[1] * PAN);
      return;
    }
    const from = page.hex ?? page.startHex();
    if (!keep || event.key !== page.lastWay) keep = map.centre(from);
    page.lastWay = event.key;
    const next = page.hex ? neighbour(map, from, way, event.key.startsWith("Arrow") ? keep : null) : from;
    if (next) page.select({ hex: next }, { say: true });
  };

  const nextUnit = (step) => {
    const units = page.decider.able;
    if (!units.length) return page.say(S.table.nobodyAble);
    const unit = units[(units.indexOf(page.unit) + step + units.length) % units.length];
    return page.select({ hex: page.counters.places.get(unit).at, unit }, { say: true });
  };

  const nextHex = (step) => {
    const hexes = page.offeredHexes().filter((hex) => page.decider.marks.hexes.has(hex));
    if (!hexes.length) return page.say(S.table.noHexes);
    return page.select({ hex: hexes[(hexes.indexOf(page.hex) + step + hexes.length) % hexes.length] }, { say: true });
  };

  const nextInStack = () => {
    const stack = (page.counters.stacks.get(page.hex) ?? []).filter((piece) => piece.name);
    if (stack.length) page.select({ hex: page.hex, unit: stack[(stack.findIndex((piece) => piece.name === page.unit) + 1) % stack.length].name }, { say: true });
  };

  const letters = {
    n: () => nextUnit(1),
    N: () => nextUnit(-1),
    d: () => nextHex(1),
    D: () => nextHex(-1),
    r: () => page.groups.rest(),
    "?": () => (page.hex ? page.decider.why({ hex: page.hex, unit: page.unit }) : showKeys()),
    f: () => page.parts.orders.querySelector("input.filter")?.focus(),
    w: () => page.adviser.ask(),
    s: () => page.follow.skip(),
    "=": () => page.map.zoomIn(),
  };

  const onMap = {
    Enter: () => page.hex && page.decider.tap({ hex: page.hex, unit: page.unit, whole: !page.unit }),
    " ": nextInStack,
  };

  /** The button that a key presses, as it says itself; the tools of the map serve text mode as well. */
  const buttonOf = (key) => {
    const buttons = [...page.parts.page.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].filter((button) => !button.disabled);
    return buttons.find((button) => button.checkVisibility()) ?? buttons.find((button) => button.classList.contains("tool"));
  };

  const pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (isTyping(event.target)) return;
    const here = !page.isText && !isElsewhere(event.target, page.parts.stage);
    if (event.key === "Escape") {
      closeMenu();
      page.fan.clicked();
      page.quiet();
      page.decider.escape();
    } else if (here && WAYS[event.key]) move(event);
    else if (here && onMap[event.key]) onMap[event.key]();
    else if (letters[event.key]) letters[event.key]();
    else if (buttonOf(event.key)) buttonOf(event.key).click();
    else if (event.key === "u" || event.key === "e") announce(event.key === "u" ? S.table.noUndo : S.table.nothingHere);
    else return;
    event.preventDefault();
  };

  page.keys = { nextUnit: () => nextUnit(1), nextHex: () => nextHex(1) };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** The list of all keys. */
export function showKeys() {
  return sheet(S.table.keysTitle, () => [h("dl", { class: "keys" },
    Object.entries(S.table.keys).map(([name, words]) => [
      h("dt", {}, S.table.keyNames[name].map((key) => h("kbd", {}, key))), h("dd", {}, words)]))]);
}
