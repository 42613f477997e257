// The table: one page on which a game is played. It holds what the server last said, and everything on the page shows just that.

import { announce, byColour, h, keyed, renew, showOnTab, toast } from "../dom.js";
import { callBack, question, shouldAsk } from "../attention.js";
import { coursePart } from "../course.js";
import { mountClock } from "../clock.js";
import { mountLog } from "../log.js";
import { mountReplay } from "../replay.js";
import { ruleLink } from "../rules.js";
import { isDark, onTheme } from "../settings.js";
import { S } from "../strings.js";
import { Adviser } from "./advice.js";
import { drawBattles } from "./battles.js";
import { whole } from "./changes.js";
import { Counters } from "./counters.js";
import { Decider } from "./decide.js";
import { Curtain } from "./curtain.js";
import { Tray } from "./dice.js";
import { Drag } from "./drag.js";
import { Fan } from "./fan.js";
import { Follow } from "./follow.js";
import { Groups } from "./groups.js";
import { listenToKeys } from "./keys.js";
import { Looking } from "./looking.js";
import { loadDrawing, MapView } from "./map.js";
import { Minimap } from "./minimap.js";
import { nextShare } from "../shares.js";
import { battleSteps } from "../steps.js";
import { complete, Words } from "./offers.js";
import { Overlays, overlaySwitches } from "./overlays.js";
import { boxesPanel, frame, openTab } from "./page.js";
import { Since } from "./since.js";
import { Warnings } from "./warnings.js";

/** Open the table page; promises {close, showAt}. */
export async function openTable(root, { api, tableId, at = null }) {
  const page = new TablePage(root, api, tableId);
  await page.open(at);
  return { close: () => page.close(), showAt: (number) => page.ctx.showAt(number) };
}

/** What nobody needs at once: the card of a lesson, the end, the rules, the people at the table. */
const LATER = {
  lesson: () => import("../lesson.js").then((part) => part.mountLesson),
  end: () => import("../end.js").then((part) => part.mountEnd),
  rules: () => import("../rulebook.js").then((part) => part.mountRules),
  together: () => import("../together.js").then((part) => part.mountTogether),
};

class TablePage extends Looking {
  constructor(root, api, id) {
    super();
    this.root = root;
    this.at = null;
    this.past = null;
    this.hex = null;
    this.unit = null;
    this.busy = false;
    this.sent = null;
    this.rung = null;
    this.ends = [];
    this.mounted = new Set();
    this.listeners = new Map();
    this.ctx = {
      api, id, table: null, side: undefined,
      on: (event, hear) => this.#on(event, hear),
      emit: (event, data) => (this.listeners.get(event) ?? []).forEach((hear) => hear(data)),
      refresh: () => this.refresh(),
      goTo: (name) => this.goTo(this.hexOf(name)),
      pieces: (text) => this.words.pieces(text),
      tell: (text) => this.words.tell(text),
      order: (text) => this.words.sayText(text, this.view.question?.offers),
      showAt: (number) => this.showAt(number),
      play: (from) => this.since.play(from),
      stop: () => this.since.stop(),
      lastTurn: () => this.since.turn,
      act: (action, ask) => this.act(action, ask),
      take: (table) => this.take(table),
    };
  }

  #on(event, hear) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), hear]);
    return () => this.listeners.set(event, this.listeners.get(event).filter((other) => other !== hear));
  }

  // -- opening

  async open(at) {
    const { ctx } = this;
    const table = await ctx.api.table(ctx.id);
    ctx.table = table;
    const [game, layout, counters] = await Promise.all([
      ctx.api.game(table.game), ctx.api.layout(table.game, table.scenario), loadDrawing(ctx.api.countersAddress(table)),
    ]);
    this.words = new Words(game, layout);
    this.columns = game.figures;
    this.game = game;
    this.parts = frame(this.root, this, game);
    this.map = new MapView(this.parts.stage, layout);
    this.counters = new Counters(this.map, game.figures);
    this.overlays = new Overlays(this.map, byColour(Object.keys(table.sides)));
    this.adviser = new Adviser(this);
    this.decider = new Decider(this);
    this.curtain = new Curtain(this);
    this.tray = new Tray(this.parts.dice, this.words);
    this.groups = new Groups(this);
    this.since = new Since(this);
    this.minimap = new Minimap(this);
    this.warnings = new Warnings(this);
    this.fan = new Fan(this);
    this.drag = new Drag(this);
    this.counters.show([]);
    this.map.on("tap", (found) => this.tap(found));
    this.map.on("hover", (found) => this.hover(found));
    this.map.on("press", ({ hex }) => this.fan.open(hex));
    this.#shelve(counters);
    this.take(table, { first: true });
    if (!this.parts.page.inert) this.home();
    requestAnimationFrame(() => performance.mark("table drawn"));
    this.drawGround();
    this.mountPanels();
    this.follow = new Follow(this);
    this.ends.push(listenToKeys(this), onTheme(() => this.drawGround()));
    const keepSight = () => { if (this.isHome) sessionStorage.setItem(this.#sight, this.map.sight); };
    addEventListener("pagehide", keepSight);
    this.ends.push(() => { keepSight(); removeEventListener("pagehide", keepSight); });
    this.ends.push(ctx.api.live(ctx.id, (bell) => this.ring(bell), (line) => this.line(line)));
    if (at !== null) await this.showAt(at);
  }

  /** The map, the heaviest of all, comes when the table is there already: one can look, read and play meanwhile. */
  async drawGround() {
    const dark = isDark();
    if (this.dark === dark) return;
    this.dark = dark;
    const { table } = this.ctx;
    try {
      const drawing = await loadDrawing(this.ctx.api.mapAddress(table, dark));
      if (this.dark === dark) this.map.setGround(drawing);
    } catch (error) {
      this.trouble(error);
    }
  }

  /** The drawings of all counters, of which the counters on the page are uses. */
  #shelve(drawing) {
    drawing.classList.add("unseen");
    drawing.setAttribute("aria-hidden", "true");
    this.parts.page.prepend(drawing);
  }

  mountPanels() {
    const { ctx, parts } = this;
    const mounts = [[mountLog, parts.panels.log], [mountReplay, parts.replay], [mountClock, parts.clock]];
    this.ends.push(...mounts.map(([mount, place]) => mount(place, ctx)));
    this.ends.push(ctx.on("focus", (place) => this.point(place)), ctx.on("tab", (name) => { if (LATER[name]) this.#mountLater(name, parts.panels[name]); }));
  }

  /** A panel whose code is fetched when its tab is opened first, or when there is something to be seen in it. */
  async #mountLater(name, place) {
    if (this.mounted.has(name)) return;
    this.mounted.add(name);
    const mount = await LATER[name]().catch(() => null);
    if (mount && !this.closed) this.ends.push(mount(place, this.ctx));
    if (mount) return;
    this.mounted.delete(name);
    toast(S.errors.offline, "trouble");
  }

  /** Begin with the part of the map where the counters stand; on a small screen near enough to read them. */
  home() {
    const { map } = this;
    this.isHome = true;
    if (map.restore(sessionStorage.getItem(this.#sight))) return undefined;
    const points = this.view.scene.pieces.map((piece) => map.centre(piece.at)).filter(Boolean);
    if (!points.length) return map.fit();
    const rim = map.layout.size;
    const xs = points.map(([x]) => x).sort((a, b) => a - b);
    const ys = points.map(([, y]) => y).sort((a, b) => a - b);
    map.fit([xs[0] - rim, ys[0] - rim, xs.at(-1) + rim, ys.at(-1) + rim], 1.3);
    const least = matchMedia("(pointer: coarse)").matches ? 52 : 50;
    if (map.k * map.layout.size < least) map.goTo(this.startHex(), least / map.layout.size);
    return undefined;
  }

  get #sight() {
    return `westfront.sight.${this.ctx.id}`;
  }

  // -- what the server says

  get view() {
    return this.past ?? this.ctx.table.view;
  }

  /** Take over a whole table; an answer older than what is shown is dropped, so that two positions never mix. */
  take(table, { first = false } = {}) {
    const { ctx } = this;
    if (!first && table.number < ctx.table.number && table.side === ctx.table.side) return;
    const before = ctx.table;
    ctx.table = table;
    ctx.side = table.side || undefined;
    this.#share();
    const known = first ? table.log.count : this.told ?? table.log.count;
    const news = table.log.lines.slice(Math.max(0, table.log.lines.length - Math.max(0, table.log.count - known)));
    if (this.curtain.passesTo(table, news)) return;
    if (!first && this.drawn === `${table.number} ${table.side}` && this.at === null) {
      this.decider.bar();
      ctx.emit("table", table);
      this.#hearOthers(before, first);
      return;
    }
    this.drawn = `${table.number} ${table.side}`;
    this.told = table.log.count;
    if (before.side !== table.side) this.showAt(null); // what one side saw is not for the other
    this.draw();
    if (!first) this.bringIntoSight();
    this.tray.take(table.log.lines, !first && news.some((line) => line.dice?.length));
    this.#tellNews(news, first ? null : before);
    if (this.overlays.given.length) this.loadOverlays();
    ctx.emit("table", table);
    this.since.show();
    this.#hearOthers(before, first);
    const isTurn = Boolean(table.view.question) && !table.over;
    showOnTab({ isTurn });
    if (!first && isTurn && !this.wasTurn) callBack(document.title, S.attention.turn);
    this.wasTurn = isTurn;
  }

  /** What the others offer or say is told, wherever one looks. */
  #hearOthers(before, first) {
    const { table } = this.ctx;
    const { offer } = table;
    if (offer || table.chat) this.#mountLater("together", this.parts.panels.together);
    if (table.lesson) this.#mountLater("lesson", this.parts.lesson);
    if (table.over) this.#mountLater("end", this.parts.end);
    if (!offer && this.offered?.isConnected) this.quiet();
    const isNew = offer && (first || JSON.stringify(before.offer) !== JSON.stringify(offer));
    if (!isNew || !table.roles.length || table.roles.includes(offer.by)) return;
    this.say(S.together.offered[offer.kind](offer.by, offer.to), { button: [S.table.answer, () => openTab(this, "together")] });
    this.offered = this.parts.telegram.firstElementChild;
  }

  /** Nothing that one side looked at is marked for the other. */
  letGo() {
    this.hex = this.unit = null;
    this.counters.show([]);
    this.fan.close();
    this.groups.forget();
    for (const name of ["cursor", "point", "path", "battles", "since"]) this.map.groups[name].replaceChildren();
    renew(this.parts.pile);
  }

  #tellNews(news, before) {
    if (before === null) return;
    const told = news.slice(-4).map((line) => this.words.tell(line.text));
    const asked = before.view.question?.prompt !== this.view.question?.prompt || before.view.to_act !== this.view.to_act;
    if (told.length || asked) announce([...told, asked ? this.promptInWords() : ""].filter(Boolean).join(". "));
  }

  /** Draw everything from the view; nothing is kept from the one before. */
  draw() {
    this.parts.page.dataset.number = this.view.number;
    this.counters.show(this.view.scene.pieces);
    this.decider.show(this.view);
    this.#steps();
    this.fan.renew();
    drawBattles(this);
    this.minimap.show();
    this.course ??= coursePart(this.ctx);
    renew(this.parts.panels.boxes, this.course.element, boxesPanel(this));
    this.course.update();
    this.showStack();
    this.#tracks();
    this.parts.page.classList.toggle("looking-back", this.at !== null);
    this.showText();
  }

  /** The steps of a battle; what is folded out stays so from step to step. */
  #steps() {
    const isOpen = this.parts.steps.querySelector("details")?.open;
    renew(this.parts.steps, battleSteps(this.view.scene.battles, this.words));
    this.parts.steps.querySelector("details")?.toggleAttribute("open", Boolean(isOpen));
  }

  #tracks() {
    const short = Object.entries(this.view.scene.tracks).filter(([, value]) => value.length < 24);
    renew(this.parts.tracks, short.map(([name, value]) => h("span", {}, `${name} `, h("strong", {}, this.words.tell(value)))));
  }

  /** Fetch what is new; promises whether it came. It is not shown before the answer to what this seat has just done: while that is awaited nothing can be answered. */
  async refresh({ lift = false } = {}) {
    const { ctx } = this;
    const { table, side } = ctx;
    try {
      const answer = await ctx.api.table(ctx.id, side, undefined, side === (table.side || undefined) ? table.number : undefined);
      await this.sent;
      const next = whole(table, answer);
      if ((lift || !this.parts.page.inert) && !this.follow?.leads(table, next)) this.take(next);
      return true;
    } catch (error) {
      this.trouble(error);
      return false;
    }
  }

  /** The doorbell. What an answer that is on its way brings is not fetched as well. */
  ring(bell) {
    if (this.parts.page.inert) return;
    if (this.busy) { this.rung = bell; return; }
    const { table } = this.ctx;
    const came = Object.entries(table.sides).filter(([side, seat]) => seat.seat !== "machine" && seat.online !== bell.here.includes(side));
    const isKnown = ["number", "talk", "chat"].every((count) => bell[count] === table[count]);
    if (!isKnown || came.some(([side]) => !table.roles.includes(side))) { this.refresh(); return; }
    for (const [, seat] of came) seat.online = !seat.online; // it is this page that came
    if (came.length) this.ctx.emit("table", table);
  }

  line(state) {
    const words = state === "gone" ? S.table.gone : S.table.offline;
    this.parts.banner.hidden = state === "live";
    this.parts.banner.textContent = words;
    if (state !== "live") announce(words);
  }

  // -- what the seat does

  /** Take part in the dice, unasked; if that fails they come from the server alone, and the page says so. */
  async #share() {
    const next = this.sharing ? null : await nextShare(this.ctx.table, this.ctx.id);
    if (!next || this.sharing) return;
    this.sharing = true;
    await this.ctx.api.share(this.ctx.id, next).catch(() => null);
    this.sharing = false;
  }

  /** Send an action; promises whether it was taken. One that cannot be taken back is done only after `ask(outlook)` has promised true. */
  async act(action, ask = null) {
    this.#note(action);
    const send = (isUnsure) => this.#send(() => this.ctx.api.act(this.ctx.id, this.ctx.table.number, action, this.ctx.side, isUnsure));
    const answer = await send(ask !== null);
    const isTaken = answer?.outlook ? await ask(answer.outlook) && await send(false) : answer;
    if (isTaken && shouldAsk(this.ctx.table)) this.say(...question());
    if (isTaken) setTimeout(() => this.groups.follow());
    else this.groups.forget();
    return isTaken;
  }

  /** Remember an order, so that it can be given to others. */
  #note(action) {
    const offer = this.view.question?.offers.find((each) => each.text === action);
    const at = this.counters.places.get(offer?.units?.[0])?.at;
    this.groups.noted(complete(offer ?? {}), (this.counters.stacks.get(at) ?? []).map((piece) => piece.name));
  }

  async undo() {
    return this.#send(() => this.ctx.api.undo(this.ctx.id, this.ctx.table.number, this.ctx.side));
  }

  /** Promises true when it was taken, the outlook of what waits for a yes (its chances), or false. */
  async #send(change) {
    if (this.busy) return false;
    this.busy = true;
    this.parts.page.classList.add("busy");
    const { table } = this.ctx;
    try {
      const answer = change();
      this.sent = answer.catch(() => null);
      const next = whole(table, await answer);
      this.busy = false;
      this.quiet();
      this.since.acted(next.number);
      this.take(next);
      return true;
    } catch (error) {
      this.busy = false;
      if (error.status === 428) return { outlook: error.told };
      if (error.status === 409) await this.refresh();
      this.trouble(error);
      return false;
    } finally {
      this.busy = false;
      this.parts.page.classList.remove("busy");
      const { rung } = this;
      this.rung = null;
      if (rung) this.ring(rung);
    }
  }

  // -- switches

  async toggle(name) {
    const { parts } = this;
    const on = !parts.page.classList.contains(`with-${name}`);
    parts.page.classList.toggle(`with-${name}`, on);
    parts.switches[name]?.setAttribute("aria-pressed", String(on));
    if (name === "legend") renew(parts.legend, on ? (await import("./legend.js")).legendPanel(this) : null);
    if (name === "layers") {
      renew(parts.layers, on ? h("p", {}, S.common.loading) : null);
      if (on) await this.loadOverlays();
    }
    if (name === "text") {
      this.isText = on;
      renew(parts.text);
      if (on) ({ textMode: this.textMode } = await import("./textmode.js"));
      this.showText();
      if (on) this.loadOverlays();
      (on ? parts.text.querySelector("h2") : parts.stage)?.focus();
    }
    if (name === "names") announce(on ? S.table.namesUp : S.table.namesDown);
    if (name === "bare") announce(on ? S.table.countersHidden : S.table.countersShown);
  }

  /** The tables and charts of the game, marked where it stands; their code is fetched when they are opened first. */
  async aids() {
    const { openAids } = await import("../aids.js");
    return openAids(this.ctx, this.at === null ? this.ctx.table.preview : null, this.view.scene);
  }

  async loadOverlays() {
    try {
      const { side } = this.ctx;
      const answer = await this.ctx.api.overlays(this.ctx.id, side);
      if (this.ctx.side !== side) return; // the other side has come to the screen
      const marks = Object.entries(this.view.scene.hexes).map(([title, hexes]) => ({ kind: "mark", side: "", title, hexes }));
      this.overlays.set([...answer.overlays, ...marks].filter((overlay) => overlay.hexes.length));
      this.showText();
      if (this.parts.page.classList.contains("with-layers")) renew(this.parts.layers, overlaySwitches(this.overlays));
    } catch (error) {
      this.trouble(error);
    }
  }

  // -- speaking

  /** A telegram at the foot of the map: an answer, a reason, a way that waits for a second tap. */
  say(text, { rule = "", kind = "note", button = null, more = "" } = {}) {
    const told = this.words.tell(S.common.side(text));
    const small = this.words.tell(more);
    renew(this.parts.telegram, h("p", { class: `telegram ${kind}` }, told, " ", rule ? this.ruleLink(rule) : null, small ? h("small", {}, small) : null),
      button ? h("button", { class: "primary small", data: { key: "telegram" }, ...keyed("y", button[0]), onclick: button[1] }, button[0]) : null,
      h("button", { class: "quiet close", "aria-label": S.common.close, onclick: () => this.quiet() }, "×"));
    announce(`${told} ${small}`.trim());
  }

  quiet() {
    renew(this.parts.telegram);
  }

  trouble(error) {
    if (error.rule) this.say(error.message, { rule: error.rule, kind: "why" });
    else toast(this.words.tell(error.message), "trouble");
  }

  ruleLink(id) {
    return ruleLink(id, this.ctx.table.game);
  }

  close() {
    this.closed = true;
    this.ends.forEach((end) => end?.());
    this.map?.close();
    this.warnings?.close();
    this.since?.stop();
    this.adviser?.close();
    this.follow?.close();
    showOnTab({ isTurn: false });
  }
}

