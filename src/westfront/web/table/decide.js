// Deciding: the bar that says who must do what, the orders that can be given, and what a click on the map means.

import { h, keyed, renew, sheet } from "../dom.js";
import { S } from "../strings.js";
import { battleList } from "./battles.js";
import { FRAMES } from "./counters.js";
import { Forgotten } from "./forgotten.js";
import { complete, Offers } from "./offers.js";
import { hexMark, pathMark, shapeIcon } from "./overlays.js";
import { closeMenu, openMenu } from "./menu.js";
import { counted, sample, stepper } from "./steppers.js";
import { counterPicture } from "./stacks.js";
import { brief, chanceBars, previewPanel } from "./preview.js";

const MENU = 10;
const LISTED = 40;
const FILTER_FROM = 13;
const FEW = 4;
const ENDS = new Set(["done", "end"]);
const GOES_ON = new Set([...ENDS, "confirm"]);
const hasWords = (action) => action.kinds.length + action.values.length > 0;

/** What a seat decides, at one table. */
export class Decider {
  constructor(page) {
    this.page = page;
    this.offers = null;
    this.before = null;
    this.done = null;
    this.isAsking = false;
    this.filter = "";
    this.tapped = "";
    this.opened = new Set();
    this.forgotten = new Forgotten(page);
    this.calm = new Set(JSON.parse(localStorage.getItem(this.#calmKey) ?? "[]"));
  }

  get #calmKey() {
    return `westfront.calm.${this.page.ctx.id}`;
  }

  /** Take over a new table: what was chosen or filtered belonged to the one before. */
  show(view) {
    closeMenu();
    const question = view.question;
    this.before = this.offers;
    this.offers = question ? new Offers(this.page.words, question.offers) : null;
    this.filter = "";
    this.tapped = "";
    this.mark();
    this.bar();
    this.orders();
  }

  // -- what is marked on the map

  /** The units and hexes that a click could choose, each with the shape of its verb, and the units in hand. */
  get marks() {
    const { units, hexes, held } = this.offers?.marks ?? { units: new Map(), hexes: new Map(), held: [] };
    const isPlaceAsked = hexes.size > 0 && !units.size;
    return { units: new Map([...[...this.#ofKind.keys()].map((unit) => [unit, 0]), ...units]), hexes, held: isPlaceAsked ? [...held, ...this.#named] : held };
  }

  /** The units that the question names: where only a place is asked for, it is theirs. */
  get #named() {
    return this.page.view.question.prompt.split(/[\s,:;?]+/).filter((word) => this.page.counters.places.has(word));
  }

  mark() {
    const { map, counters } = this.page;
    const { units, hexes, held } = this.marks;
    map.groups.marks.replaceChildren(...[...hexes].map(([hex, shape]) => hexMark(map, hex, shape, counters.stacks.has(hex))).filter(Boolean));
    counters.commit(this.page.view.scene.battles.flatMap((battle) => battle.units));
    counters.frameAll(units, [...new Set([...held, ...this.page.groups.inHand])]);
    map.groups.path.replaceChildren();
    const reach = [...hexes.keys()].filter((hex) => this.offers.fitting(hex).some((action) => this.hint(action)?.path?.length));
    this.page.overlays.setReach(reach);
    if (reach.length) this.page.warnings.expect();
  }

  /** The units of a battle under way that are chosen by their kind, such as for losses, each with the word for it. */
  get #ofKind() {
    const { battles, pieces } = this.page.view.scene;
    const kinds = new Set((this.offers?.open ?? []).filter((action) => !action.hexes.length).flatMap((action) => action.kinds));
    const isFighting = (piece) => battles.some((battle) => battle.units.includes(piece.name) || battle.targets.includes(piece.at));
    return new Map(pieces.filter((piece) => piece.name && kinds.has(piece.word) && isFighting(piece)).map((piece) => [piece.name, piece.word]));
  }

  // -- the bar

  bar() {
    const { ctx, parts } = this.page;
    const { table } = ctx;
    const { view } = this.page;
    const orders = this.#inBar;
    const next = orders.findLast((action) => GOES_ON.has(action.verb));
    const buttons = orders.map((action, i) => h("button", {
      class: GOES_ON.has(action.verb) ? "primary small" : "small", data: { key: action.text, action: action.text }, ...keyed(action === next ? "e" : String(i + 1), this.page.words.say(action)), onclick: () => this.commit(action),
    }, this.page.words.say(action)));
    renew(parts.bar,
      h("div", { class: "who" },
        h("span", { class: `flag ${this.page.sideClass(table.over ? table.result.split(":")[0] : view.to_act || table.side)}` }, this.#who()),
        h("span", { class: "turn" }, view.scene.turn)),
      h("p", { class: "prompt", id: "prompt" }, h("span", { class: "prompt-words", title: this.#prompt() }, this.#prompt()), " ", this.offers ? this.page.ruleLink(view.question.rule) : null),
      this.page.at === null && table.preview ? h("p", { class: "brief" }, brief(table.preview, this.page.words)) : null,
      h("div", { class: "bar-buttons" }, this.closed(), buttons, this.page.adviser.button(),
        h("button", { class: "small", disabled: !table.can_undo || this.page.at !== null, data: { key: "undo" }, onclick: () => this.undo(), ...keyed("u", S.table.undo) }, S.table.undo)));
  }

  /** What the question knows but does not offer now, such as to be done: pressed, each tells its reason. */
  closed() {
    const { ctx, at, words } = this.page;
    const closed = at === null ? Object.entries(ctx.table.closed) : [];
    return closed.map(([verb, { rule, sentence }]) => h("button", {
      class: "small closed", data: { key: `closed ${verb}`, closed: verb }, ...keyed("W", S.table.whyNot(words.label(verb))), onclick: () => this.page.say(sentence, { rule, kind: "why" }),
    }, S.table.whyNot(words.label(verb))));
  }

  /** The orders for the bar: those of one word, and others while they are few; what goes on stands last. */
  get #inBar() {
    const placeless = this.offers?.placeless ?? [];
    const few = placeless.length <= FEW && !this.#rows.length;
    return placeless.filter((action) => few || !hasWords(action)).sort((a, b) => GOES_ON.has(a.verb) - GOES_ON.has(b.verb));
  }

  #who() {
    const { ctx, view } = this.page;
    if (ctx.table.over) return S.table.over;
    const name = ctx.table.sides?.[view.to_act]?.name;
    return name ? `${S.common.side(view.to_act)}: ${name}` : S.common.side(view.to_act);
  }

  #prompt() {
    const { ctx, view, at } = this.page;
    if (this.page.follow?.leading) return S.follow.prompt(S.common.side(view.to_act));
    if (at !== null) return S.table.lookingBack(at, ctx.table.number);
    if (ctx.table.over) return S.common.result(ctx.table.result, Object.keys(ctx.table.sides));
    if (!view.question) return S.table.waiting(S.common.side(view.to_act));
    const chosen = this.offers.chosen;
    return this.page.words.tell(chosen.length ? S.table.chosen(chosen.join(", ")) : view.question.prompt);
  }

  // -- the list of orders

  /** What gives a number of something that is not on the map, as rows. */
  get #rows() {
    return counted((this.offers?.open ?? []).filter((action) => !action.units.some((unit) => this.page.counters.places.has(unit))));
  }

  orders() {
    const { parts, ctx } = this.page;
    const { offers } = this;
    const groups = offers?.groups ?? [];
    const placeless = offers?.placeless ?? [];
    const total = groups.reduce((sum, group) => sum + group.actions.length, 0);
    renew(parts.preview, ctx.table.preview && this.page.at === null ? previewPanel(ctx.table.preview, this.page) : null, battleList(this.page));
    renew(parts.orders,
      offers || ctx.table.over || this.page.at !== null ? null : h("p", { class: "soft" }, this.#prompt()),
      total >= FILTER_FROM ? h("input", {
        type: "search", class: "filter", placeholder: S.table.filter, "aria-label": S.table.filter, value: this.filter, data: { key: "filter" },
        oninput: (event) => { this.filter = event.target.value; this.#lists(lists); },
      }) : null,
      this.#countedOrWorded(placeless));
    const lists = h("div", { class: "order-lists" });
    parts.orders.append(lists);
    this.#lists(lists);
  }

  /** Orders without a place that are too many for the bar: numbers of a kind as counters with plus and minus, others as buttons. */
  #countedOrWorded(placeless) {
    const rows = this.#rows;
    const others = placeless.filter((action) => hasWords(action) && !rows.flat().includes(action));
    return [rows.length ? h("ul", { class: "plain steppers" }, rows.map((row) => stepper(row, this.page))) : null,
      (placeless.length > FEW || rows.length) && others.length ? this.#buttons(others) : null];
  }

  #lists(place) {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (action) => words.every((word) => this.page.words.say(action).toLowerCase().includes(word));
    const rows = new Set(this.#rows.flat());
    const { units } = this.marks;
    renew(place, (this.offers?.groups ?? []).map(({ verb, actions }, shape) => {
      const shown = actions.filter((action) => fits(action) && !rows.has(action));
      if (!shown.length) return null;
      const open = words.length > 0 || shown.length < FILTER_FROM || this.opened.has(verb);
      const remember = (event) => { this.opened[event.target.open ? "add" : "delete"](verb); };
      return h("details", { class: "order-group", open, ontoggle: remember },
        h("summary", {}, shapeIcon(shape, actions[0].units.some((unit) => units.has(unit)) || !actions[0].hexes.length ? "unit" : "hex", FRAMES),
          h("span", { class: "grow" }, this.page.words.label(verb)), h("span", { class: "soft" }, String(shown.length))),
        this.#buttons(shown.slice(0, LISTED)),
        shown.length > LISTED ? h("p", { class: "soft small" }, S.table.more(shown.length - LISTED)) : null);
    }));
  }

  #buttons(actions) {
    return h("div", { class: "order-buttons" }, actions.map((action) => this.button(action)));
  }

  /** A button for one action; with the pointer or the focus on it the map shows what it would do. */
  button(action) {
    const note = this.page.words.tell(this.hint(action)?.note);
    const aside = [...action.kinds, ...action.units].filter((name) => !this.page.counters.places.has(name));
    const like = aside.length === 1 ? sample(aside[0], this.page.view.scene) : null;
    const said = this.page.words.say(action);
    return h("button", {
      class: "small order", title: like ? said : undefined, data: { key: action.text, action: action.text }, onclick: () => this.commit(action),
      onpointerenter: (event) => this.#pointed(event, action), onpointerleave: () => this.preview(null), onfocus: () => this.preview(action),
    }, like ? [counterPicture(like), [this.page.words.label(action.verb), ...(like.facts ?? aside), ...action.values].join(" ")] : said, note ? h("span", { class: "soft note" }, note) : null);
  }

  /** The buttons for one unit, in its stack. */
  buttonsFor({ name }) {
    const fits = this.fitting({ unit: name });
    if (!fits.length || fits.length > 4) return null;
    return h("span", { class: "pile-buttons" }, fits.map((action) => this.button(action)));
  }

  // -- what a click means

  hint(action) {
    return this.page.ctx.table.hints?.[action.text];
  }

  /** What an action costs and what speaks against it, in words. */
  notes(action) {
    const { note, warning } = this.hint(action) ?? {};
    return [note, warning].filter(Boolean).map((text) => this.page.words.tell(text));
  }

  /** The actions that a click on a unit or a hex could mean. */
  fitting({ hex, unit, word, whole = false }) {
    if (!this.offers) return [];
    const ofUnit = [unit, word ?? this.#ofKind.get(unit)].filter(Boolean).flatMap((name) => this.offers.fitting(name));
    if (ofUnit.length && !whole) return ofUnit;
    const ofHex = hex ? this.offers.fitting(hex) : [];
    if (ofHex.length && !whole) return ofHex;
    const stack = this.page.counters.stacks.get(hex) ?? [];
    return [...new Set([...ofHex, ...stack.flatMap((piece) => [piece.name, this.#ofKind.get(piece.name)].filter(Boolean).flatMap((name) => this.offers.fitting(name)))])];
  }

  /** Draw the way of an action and what it costs. */
  preview(action) {
    const { map } = this.page;
    const hint = action && this.hint(action);
    map.groups.path.replaceChildren(...[hint?.path?.length ? pathMark(map, hint.path, [...this.notes(action), ...this.page.warnings.of(hint.path.at(-1))].join(" · ")) : null].filter(Boolean));
  }

  /** A finger that comes upon a button is pressing it: nothing may move under it. */
  #pointed(event, action) {
    this.preview(action);
    if (event.pointerType === "mouse") this.#unfold(action.hexes);
  }

  /** Of a battle at one of several hexes, show what counts at the hex that is pointed at. */
  #unfold(hexes) {
    const folds = [...this.page.parts.preview.querySelectorAll("details[data-about]")];
    if (folds.some((fold) => hexes.includes(fold.dataset.about))) for (const fold of folds) fold.open = hexes.includes(fold.dataset.about);
  }

  /** The pointer stands over something: show what a click would do. */
  hover(found) {
    const fits = found ? this.fitting(found) : [];
    this.preview(fits.length === 1 ? fits[0] : null);
    this.#unfold(fits.flatMap((action) => action.hexes));
    this.page.parts.stage.classList.toggle("pointing", fits.length > 0);
  }

  /** A click, a tap or Enter on a hex or a unit. */
  async tap(found) {
    if (!this.offers || this.page.at !== null) return undefined;
    const fits = this.fitting(found);
    const other = this.#otherUnit(found);
    if (!fits.length) return other ? this.#instead(other) : this.#nothing(found);
    if (other && !fits.some((action) => action.units.includes(found.unit))) return this.#menu(fits, found.hex, other);
    if (fits.length === 1) return this.#only(fits[0], found);
    const free = new Set(fits.flatMap((action) => [...action.units, ...action.hexes]).filter((value) => !this.offers.chosen.includes(value)));
    if (fits.length <= MENU || free.size <= 2) return this.#menu(fits, found.hex);
    this.offers.chosen.push(found.unit && fits[0].units.includes(found.unit) ? found.unit : found.hex);
    return this.#renew();
  }

  #renew() {
    this.mark();
    this.bar();
    this.orders();
  }

  /** The only thing that fits is done; a finger sees the way first and taps again. */
  #only(action, found) {
    const way = this.hint(action)?.path?.length;
    if (found.touch && way && this.tapped !== action.text) {
      this.tapped = action.text;
      this.preview(action);
      this.page.say([this.page.words.say(action), this.notes(action).join(", ")].filter(Boolean).join(": "), { button: [S.table.doIt, () => this.commit(action)] });
      return undefined;
    }
    return this.commit(action);
  }

  #menu(actions, hex, other = null) {
    const item = (action, act) => ({
      label: this.page.words.say(action), note: this.page.words.tell(this.hint(action)?.note), key: action.text, focus: () => this.preview(action), act,
    });
    const items = actions.map((action) => item(action, () => this.commit(action)));
    if (other) items.push(item(other, () => this.#instead(other)));
    const { stage } = this.page.parts;
    const place = this.page.map.centre(hex) ? this.page.map.onStage(hex) : [stage.clientWidth, stage.clientHeight / 3];
    openMenu(stage, place, items, S.table.menu(this.page.words.hex(hex)));
  }

  get #cancel() {
    return this.offers.all.find((action) => action.text === "cancel");
  }

  /** What would be done with a unit if the one taken up were put back: only where the question before offered just that. */
  #otherUnit({ unit }) {
    if (!unit || !this.#cancel || this.done?.units.includes(unit)) return null;
    const again = this.before?.fitting(unit) ?? [];
    return again.length === 1 ? again[0] : null;
  }

  async #instead(action) {
    if (await this.page.ctx.act("cancel")) await this.commit(action);
  }

  /** Nothing fits: the unit taken up is put back, or the choice begins anew, or there is a reason. */
  async #nothing(found) {
    const { offers } = this;
    if (found.unit && this.#cancel && this.done?.units.includes(found.unit)) {
      await this.page.ctx.act("cancel");
    } else if (offers.chosen.length) {
      offers.chosen = [];
      this.#renew();
      if (this.fitting(found).length) await this.tap(found);
    } else {
      await this.why(found, { act: true });
    }
  }

  /** Ask for the rule that forbids something here; what is not offered but may be done is shown, if there is to be acted. */
  async why({ hex, unit }, { act = false } = {}) {
    const { page } = this;
    const { ctx } = page;
    try {
      const answer = await ctx.api.why(ctx.id, { unit: unit || undefined, hex: hex || undefined, side: ctx.side });
      const [first] = answer.refusals;
      if (act && answer.offered.length) this.#menu(answer.offered.map(complete), hex);
      else if (first) page.say(first.sentence, { rule: first.rule, kind: "why" });
      else if (answer.offered.length) page.say(S.table.canDo(answer.offered.map((offer) => page.words.say(complete(offer))).slice(0, 3).join("; ")));
      else page.say(S.table.nothingHere);
    } catch (error) {
      page.trouble(error);
    }
  }

  // -- acting

  /** Do it, after asking once where it cannot be taken back. */
  async commit(action) {
    if (this.page.busy || this.isAsking || this.page.at !== null) return false;
    this.preview(null);
    if (ENDS.has(action.verb) && !await this.forgotten.agrees()) return false;
    this.isAsking = true;
    const ask = this.calm.has(action.verb) ? null : (outlook) => this.#asked(action, outlook);
    const before = this.done;
    this.done = action;
    this.forgotten.noted(action.verb, ENDS);
    this.#foresee(action, before);
    const isTaken = await this.page.ctx.act(action.text, ask).finally(() => { this.isAsking = false; });
    if (isTaken) return true;
    this.done = before;
    this.page.draw(); // what was foreseen did not come
    return false;
  }

  /** What a click does is seen before the server has answered: the unit in hand or on its way, and the order in the bar. */
  #foresee(action, before) {
    const { counters, parts, words } = this.page;
    const way = this.hint(action)?.path ?? [];
    const going = way.length ? [...(before?.units ?? []), ...action.units].find((unit) => counters.places.get(unit)?.at === way[0]) : null;
    if (going) counters.slide(going, way.at(-1));
    counters.hold(action.units);
    parts.bar.querySelector(".prompt-words").textContent = S.table.doing(words.say(action));
  }

  async #asked(action, { chances, samples }) {
    const never = h("input", { type: "checkbox" });
    const known = chances && Object.keys(chances).some((outcome) => outcome !== "");
    // Whoever has given orders in a phase may end it by one click; what was forgotten has been said.
    if (!known && chances !== null && ENDS.has(action.verb) && this.forgotten.hasActed()) return true;
    const words = known ? S.table.chancesAre : chances === null ? S.table.willBeSeen : S.table.isFinal;
    const answer = await sheet(this.page.words.say(action), (close) => [
      h("p", {}, words),
      known ? chanceBars(chances, this.page.words, samples) : null,
      known && samples ? h("p", { class: "soft small" }, S.table.sampled(samples)) : null,
      h("label", { class: "switch" }, never, h("span", {}, S.table.neverAsk(this.page.words.label(action.verb)))),
      h("div", { class: "row end" },
        h("button", { onclick: () => close(false) }, S.common.cancel),
        h("button", { class: "primary", autofocus: true, data: { key: "go on" }, onclick: () => close(true) }, this.page.words.label(action.verb))),
    ]);
    if (answer && never.checked) {
      this.calm.add(action.verb);
      localStorage.setItem(this.#calmKey, JSON.stringify([...this.calm]));
    }
    return answer === true;
  }

  async undo() {
    return this.page.undo();
  }

  /** Escape: drop what was chosen, or put back the unit that was taken up. */
  async escape() {
    if (this.offers?.chosen.length) {
      this.offers.chosen = [];
      this.#renew();
    } else if (this.offers?.all.some((action) => action.text === "cancel")) {
      await this.page.ctx.act("cancel");
    }
    this.preview(null);
  }

  /** The units on the map that can act, in reading order. */
  get able() {
    const places = this.page.counters.places;
    return [...this.marks.units.keys()].filter((unit) => places.has(unit))
      .sort((a, b) => places.get(a).x - places.get(b).x || places.get(a).y - places.get(b).y);
  }
}
