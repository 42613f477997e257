// The log: what happened, by turn and phase, each line with its dice, rules, places and address.

import { h, renew, trouble } from "./dom.js";
import { diceRow } from "./dice.js";
import { ruleLink } from "./rules.js";
import { S } from "./strings.js";

/** Whether a line is the heading of a phase. */
const isPhase = (line) => line.kind === "phase" || (!line.hexes?.length && !line.units?.length && /\bphase$/.test(line.text));

/** The address of a line: the game as it stood after its action. */
function address(line, ctx, more) {
  return h("a", { class: "line-number", href: `#/table/${ctx.id}/at/${line.number}`, title: S.log.lineLink(line.number), "aria-label": S.log.lineLink(line.number), ...more }, `${line.number}`);
}

const FEW = 8;
const UNIT = /(\b[\w.-]+\b)/;

/** The text of a line with every hex it names, and its place, as a button that shows it; where it names none, the units, if they are few. */
function withPlaces(line, ctx) {
  const units = new Set(line.units?.length > FEW ? [] : line.units);
  const pieces = ctx.pieces(S.common.side(line.text));
  const show = (name, words) => h("button", { class: "rulelink place", title: S.log.show(words), "aria-label": S.log.show(words), onclick: (event) => { event.stopPropagation(); ctx.goTo(name); } }, words);
  const withUnits = ({ text }) => text.split(UNIT).map((word) => (units.has(word) ? show(word, word) : word));
  if (line.kind === "turn" || !pieces.some((piece) => piece.hex)) return pieces.map(withUnits);
  return pieces.map((piece) => (piece.hex ? show(piece.hex, piece.text) : piece.text));
}

function drawLine(line, ctx) {
  const pointAt = () => { if (line.hexes?.length || line.units?.length) ctx.emit("focus", { hexes: line.hexes ?? [], units: line.units ?? [] }); };
  const leave = () => ctx.emit("focus", null);
  const game = ctx.table.game;
  return h("li", { class: isPhase(line) ? "line phase" : "line", data: { number: line.number, text: ctx.tell(line.text).toLowerCase() }, onmouseenter: pointAt, onmouseleave: leave },
    address(line, ctx, { onfocus: pointAt, onblur: leave }),
    h("div", { class: "line-text" },
      withPlaces(line, ctx), line.dice?.length ? [" ", diceRow(line.dice, line.faces)] : null,
      (line.rules ?? []).map((rule) => [" ", ruleLink(rule, game)])));
}

/** Mount the log of a table. */
export function mountLog(element, ctx) {
  let lines = [];
  let side = null;
  let group = null;
  let busy = false;
  let again = false;
  let at = null;
  // The style sheet turns the box over, so that it stands at its end by itself, also while it cannot be seen.
  const box = h("div");
  const scroller = h("div", { class: "log-lines", role: "region", tabindex: "0", "aria-label": S.log.title }, box);
  const filter = h("input", { type: "search", placeholder: S.log.filter, "aria-label": S.log.filter, oninput: () => sift() });
  const found = h("p", { class: "small soft", role: "status" });
  renew(element, h("div", { class: "log" }, filter, found, scroller));

  const begin = (title, line) => {
    group = h("ol", { class: "plain" });
    box.append(h("section", { class: "log-turn" },
      h("h3", {}, h("span", {}, title, line && (line.rules ?? []).map((rule) => [" ", ruleLink(rule, ctx.table.game)])), line && address(line, ctx)), group));
  };
  const append = (fresh) => {
    for (const line of fresh) {
      if (line.kind === "turn") begin(line.text, line);
      else if (!group) begin(S.log.before);
      if (line.kind !== "turn") group.append(drawLine(line, ctx));
    }
    sift();
    mark(at);
    markSince();
  };
  const rebuild = (all) => {
    box.replaceChildren();
    group = null;
    lines = all;
    if (!all.length) box.append(h("p", { class: "soft empty" }, S.log.empty));
    append(all);
    if (at === null) scroller.scrollTop = 0;
  };
  const sift = () => {
    const words = filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of box.querySelectorAll(".line")) {
      item.hidden = !words.every((word) => item.dataset.text.includes(word));
      shown += item.hidden ? 0 : 1;
    }
    for (const section of box.querySelectorAll(".log-turn")) section.hidden = words.length > 0 && !section.querySelector(".line:not([hidden])");
    found.textContent = words.length ? (shown ? S.log.lines(shown) : S.log.nothing) : "";
  };
  const mark = (number) => {
    at = number;
    for (const item of box.querySelectorAll(".line")) item.classList.toggle("later", at !== null && Number(item.dataset.number) > at);
    const here = at === null ? null : [...box.querySelectorAll(".line")].findLast((item) => Number(item.dataset.number) <= at);
    here?.scrollIntoView({ block: "nearest" });
  };

  /** Lines that come with a table are enough if they join on to what is here; otherwise everything is fetched. */
  const take = (log) => {
    const known = lines.slice(log.from);
    const isSame = (line, i) => line.text === log.lines[i]?.text && line.number === log.lines[i]?.number;
    if (log.from > lines.length) return false;
    if (!known.every(isSame)) { // some were taken back; where one is still the same, so are all before it
      if (log.from && !isSame(known[0], 0)) return false;
      rebuild([...lines.slice(0, log.from), ...log.lines]);
      return true;
    }
    const fresh = log.lines.slice(known.length);
    if (!lines.length && fresh.length) box.replaceChildren();
    lines = [...lines, ...fresh];
    append(fresh);
    return true;
  };
  const update = async () => {
    if (busy) { again = true; return; }
    const same = side === ctx.side;
    side = ctx.side;
    if (!same) rebuild([]); // what one side may read goes before the other sits down
    if (take(ctx.table.log)) return;
    busy = true;
    try {
      rebuild((await ctx.api.log(ctx.id, 0, ctx.side)).lines);
    } catch (error) {
      trouble(error);
    }
    busy = false;
    if (again) { again = false; update(); }
  };
  /** A line across the log where this seat last gave an order. */
  const markSince = () => {
    box.querySelector(".since-line")?.remove();
    const since = ctx.lastTurn();
    const first = since === null ? null : [...box.querySelectorAll(".line")].find((item) => Number(item.dataset.number) > since);
    first?.before(h("li", { class: "since-line" }, S.since.line));
  };
  ctx.moments = () => [...new Set(lines.map((line) => line.number))];
  ctx.on("table", update);
  ctx.on("at", mark);
  ctx.on("since", markSince);
  if (ctx.table) update();
}
