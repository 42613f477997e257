// Battles on the map: an arrow from every attacker, wedges around the hex under attack, a chip with the odds; and all of them as a list.

import { h, svg } from "../dom.js";
import { S } from "../strings.js";
import { sums } from "./counters.js";

const number = (n) => n.toFixed(1);
const LETTER = 7;

/** Six wedges that point at the middle of a hex: it is under attack. */
export function wedges([x, y], size, pointy) {
  const turn = pointy ? 0 : Math.PI / 6;
  return Array.from({ length: 6 }, (_, i) => turn + (i * Math.PI) / 3).map((angle) => {
    const at = (far, aside) => `${number(x + far * Math.cos(angle) - aside * Math.sin(angle))} ${number(y + far * Math.sin(angle) + aside * Math.cos(angle))}`;
    return `M${at(size * 0.5, size * 0.1)}L${at(size * 0.5, -size * 0.1)}L${at(size * 0.37, 0)}Z`;
  }).join("");
}

/** The way from a hex to a target as a tapering arrow that stops short of the middle. */
function arrow([ax, ay], [bx, by], size) {
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
  const at = (along, aside) => `${number(ax + ux * along - uy * aside)} ${number(ay + uy * along + ux * aside)}`;
  const [from, neck, tip] = [size * 0.26, far - size * 0.46, far - size * 0.16];
  const wide = size * 0.075;
  return `M${at(from, wide * 0.4)}L${at(neck, wide)}L${at(neck, wide * 2.6)}L${at(tip, 0)}L${at(neck, -wide * 2.6)}L${at(neck, -wide)}L${at(from, -wide * 0.4)}Z`;
}

/** What the chip of a battle says; of the only one under way the preview may know the odds. */
export function chipOf(battle, page) {
  if (battle.odds) return battle.odds;
  const { preview } = page.ctx.table;
  const odds = page.at === null && page.view.scene.battles.length === 1 && preview?.lines.find((line) => line.label.startsWith("odds"));
  return odds ? odds.value : "";
}

/** The hexes from which a battle is fought, nearest target first. */
function ways(battle, page) {
  const hexes = [...new Set([...battle.units, ...(battle.support ?? [])].map((unit) => page.counters.places.get(unit)?.at))].filter((hex) => hex && !battle.targets.includes(hex));
  return hexes.map((hex) => {
    const from = page.map.centre(hex);
    const far = (target) => Math.hypot(page.map.centre(target)[0] - from[0], page.map.centre(target)[1] - from[1]);
    const isGuns = !battle.units.some((unit) => page.counters.places.get(unit)?.at === hex);
    return { from, to: page.map.centre([...battle.targets].sort((a, b) => far(a) - far(b))[0]), isGuns };
  });
}

/** The chip lies on the far side of the target, so that it hides no attacker. */
function chip(battle, page) {
  const text = chipOf(battle, page);
  if (!text) return null;
  const { size } = page.map.layout;
  const [x, y] = page.map.centre(battle.targets[0]);
  const from = ways(battle, page).map((way) => way.from);
  const [dx, dy] = from.reduce(([sx, sy], [ax, ay]) => [sx + x - ax, sy + y - ay], [0, -0.01]);
  const far = (size * 0.6) / Math.hypot(dx, dy);
  const wide = text.length * LETTER + 10;
  return svg("g", { class: "chip", transform: `translate(${number(x + dx * far * 1.4)} ${number(y + dy * far)})` },
    svg("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }), svg("text", { y: 4.4 }, text));
}

/** Draw every battle that is declared. */
export function drawBattles(page) {
  const { map } = page;
  const { size, pointy } = map.layout;
  const drawn = page.view.scene.battles.filter((battle) => battle.targets.every((hex) => map.centre(hex))).map((battle) => svg("g", { class: `battle-mark ${page.sideClass(battle.side)}` },
    battle.targets.map((hex) => svg("path", { class: "wedges", d: wedges(map.centre(hex), size, pointy) })),
    ways(battle, page).map(({ from, to, isGuns }) => svg("path", { class: isGuns ? "attack guns" : "attack", d: arrow(from, to, size) })),
    chip(battle, page)));
  map.groups.battles.replaceChildren(...drawn);
}

function strength(battle, page) {
  const pieces = page.view.scene.pieces.filter((piece) => battle.units.includes(piece.name));
  return sums(pieces, page.columns).slice(0, 1).map(([name, sum]) => `${name} ${sum}`);
}

/** All battles as a list: who against what, strength, support, odds, and what is missing. */
export function battleList(page) {
  const { battles } = page.view.scene;
  const { preview } = page.ctx.table;
  if (!battles.length || (preview && (battles.length === 1 || preview.lines.some((line) => line.about)))) return null;
  return [h("h3", {}, S.table.attacks(battles.length)), h("ul", { class: "plain attacks" }, battles.map((battle) => h("li", { class: page.sideClass(battle.side) },
    h("button", { class: "quiet attack-line", data: { key: `attack ${battle.targets[0]}` }, onclick: () => page.goTo(battle.targets[0]) },
      h("strong", {}, battle.targets.map((hex) => page.words.hex(hex)).join(", ")), h("span", { class: "attack-odds" }, chipOf(battle, page)),
      h("span", { class: "soft" }, [battle.units.join(" "), ...strength(battle, page), battle.support?.length ? S.table.support(battle.support.join(", ")) : ""].filter(Boolean).join(" · ")),
      battle.note && battle.note !== battle.missing ? h("span", { class: "soft" }, page.words.tell(battle.note)) : null, battle.missing ? h("span", { class: "missing" }, page.words.tell(battle.missing)) : null))))];
}
