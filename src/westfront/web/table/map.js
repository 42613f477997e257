// The map on the stage: drawing, panning, zooming, and which hex lies under a pointer.

import { drawing } from "../api.js";
import { svg } from "../dom.js";

const STEP = 1.35;
const DRAG = 6;
const PRESS = 450;
const LARGEST = 4;
const RIM = 0.2;
const NEAR_RIM = 0.03;
const EDGE = 16;
const FLOATING = 64;
/** How far above the middle of a hex its number stands. */
const NUMBER = 21.4;

const adopted = new Set();

/** The style of a drawing goes to the page as a sheet, once: the content policy allows no style element. */
function adoptStyle(text) {
  if (adopted.has(text)) return;
  adopted.add(text);
  const style = new CSSStyleSheet();
  style.replaceSync(text);
  document.adoptedStyleSheets.push(style);
}

/** A drawing of ours as an element, without its style. */
export async function loadDrawing(address) {
  const bare = (await drawing(address)).replace(/<style>(.*?)<\/style>/gs, (_, text) => { adoptStyle(text); return ""; });
  return document.importNode(new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, true);
}

/** The stage with the map: a board of two drawings that share one system of coordinates, moved as a whole. */
export class MapView {
  constructor(stage, layout) {
    this.stage = stage;
    this.layout = layout;
    this.labels = Object.keys(layout.hexes);
    this.board = document.createElement("div");
    this.board.className = "board";
    this.top = svg("svg", { class: "overlay", viewBox: `0 0 ${layout.width} ${layout.height}`, "aria-hidden": "true" });
    this.groups = Object.fromEntries(
      ["zones", "marks", "since", "counters", "labels", "battles", "names", "path", "point", "cursor", "flash"].map((name) => [name, svg("g", { class: name })]));
    this.top.append(...Object.values(this.groups));
    this.board.append(this.top);
    stage.prepend(this.board);
    this.k = 1;
    this.sharp = 1;
    this.x = this.y = 0;
    this.pointers = new Map();
    this.heard = { tap: () => {}, hover: () => {}, press: () => {}, moved: () => {}, lift: () => false, drag: () => {}, drop: () => {} };
    this.#measure();
    this.#listen();
    this.setGround(this.#blank());
  }

  /** Bare hexes, until the map itself is there. */
  #blank() {
    return svg("svg", { class: "blank", viewBox: `0 0 ${this.layout.width} ${this.layout.height}` }, svg("path", { d: this.#hexsides }));
  }

  /** Lay a drawing under the counters, in place of the one before. */
  setGround(drawing) {
    this.ground?.remove();
    this.ground = drawing;
    drawing.classList.add("ground");
    drawing.setAttribute("aria-hidden", "true");
    drawing.removeAttribute("role");
    drawing.removeAttribute("aria-label");
    this.#complete(drawing);
    this.board.prepend(drawing);
    this.#copyNames(drawing);
    this.#settle();
  }

  get #hexsides() {
    return this.labels.map((label) => this.outline(label)).join("");
  }

  /** The sides of the hexes and their numbers, which the drawing leaves to the page. */
  #complete(drawing) {
    const layer = drawing.querySelector("#layer-numbers");
    if (!layer || layer.childElementCount) return;
    const { e, f } = drawing.querySelector("#map").transform.baseVal.consolidate().matrix;
    drawing.querySelector("#layer-grid").prepend(svg("path", { class: "grid", d: this.#hexsides, transform: `translate(${-e} ${-f})` }));
    layer.append(...this.labels.map((label) => svg("text", { x: this.centre(label)[0] - e, y: (this.centre(label)[1] - f - NUMBER).toFixed(1) }, label)));
  }

  /** The names of places once more, above the counters, where they are seen on demand. */
  #copyNames(drawing) {
    const layer = drawing.querySelector("#layer-names");
    if (!layer) return;
    const names = layer.cloneNode(true);
    names.removeAttribute("id");
    let placed = names;
    for (let parent = layer.parentNode; parent !== drawing; parent = parent.parentNode) placed = svg("g", { transform: parent.getAttribute("transform"), class: parent.getAttribute("class") }, placed);
    this.groups.names.replaceChildren(svg("g", { class: drawing.getAttribute("class").replace("ground", "") }, placed));
  }

  /** The size of the stage, kept: asking the browser for it after a change makes it lay out the whole map at once. */
  #measure() {
    this.wide = this.stage.clientWidth;
    this.tall = this.stage.clientHeight;
  }

  on(event, hear) {
    this.heard[event] = hear;
  }

  // -- where things are

  centre(label) {
    return this.layout.hexes[label];
  }

  /** The hexes that touch a hex. */
  neighbours(label) {
    const [x, y] = this.centre(label);
    const far = (this.layout.size * 1.2) ** 2;
    return this.labels.filter((other) => other !== label && (this.centre(other)[0] - x) ** 2 + (this.centre(other)[1] - y) ** 2 < far);
  }

  /** What lies between two hexes that touch, such as a river or a road. */
  between(a, b) {
    this.joins ??= this.#join();
    return this.joins.get(a < b ? `${a} ${b}` : `${b} ${a}`) ?? [];
  }

  #join() {
    const joins = new Map();
    for (const [word, labels] of Object.entries(this.layout.between)) {
      for (let i = 0; i < labels.length; i += 2) {
        const key = labels.slice(i, i + 2).sort().join(" ");
        joins.set(key, [...(joins.get(key) ?? []), word]);
      }
    }
    return joins;
  }

  /** The corners of a hex, drawn together towards the centre. */
  hexagon(label, part = 1) {
    const [x, y] = this.centre(label);
    const radius = (this.layout.size / Math.sqrt(3)) * part;
    const turn = this.layout.pointy ? Math.PI / 6 : 0;
    return Array.from({ length: 6 }, (_, i) => [x + radius * Math.cos(turn + (i * Math.PI) / 3), y + radius * Math.sin(turn + (i * Math.PI) / 3)]);
  }

  /** The outline of a hex as the data of a path. */
  outline(label, part = 1) {
    return `M${this.hexagon(label, part).map((point) => point.map((n) => n.toFixed(1)).join(" ")).join("L")}Z`;
  }

  /** The hex at a place of the window, or null. */
  hexAt(clientX, clientY) {
    const box = this.stage.getBoundingClientRect();
    const x = (clientX - box.left - this.x) / this.k;
    const y = (clientY - box.top - this.y) / this.k;
    let best = null;
    let least = (this.layout.size * 0.6) ** 2;
    for (const label of this.labels) {
      const [cx, cy] = this.layout.hexes[label];
      const far = (cx - x) ** 2 + (cy - y) ** 2;
      if (far < least) [best, least] = [label, far];
    }
    return best;
  }

  /** Where a hex lies on the stage, in pixels. */
  onStage(label) {
    const [x, y] = this.centre(label);
    return [x * this.k + this.x, y * this.k + this.y];
  }

  // -- moving

  get fitScale() {
    return Math.min(this.wide / this.layout.width, this.tall / this.layout.height);
  }

  panBy(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#show();
  }

  /** Zoom by a factor; the point of the stage stays where it is. */
  zoomBy(factor, at = [this.wide / 2, this.tall / 2]) {
    const k = Math.min(LARGEST, Math.max(this.fitScale * 0.8, this.k * factor));
    this.x = at[0] - ((at[0] - this.x) * k) / this.k;
    this.y = at[1] - ((at[1] - this.y) * k) / this.k;
    this.k = k;
    this.#show();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settle(), 140);
  }

  /** What is seen of the map, to be kept: the place in the middle of the stage, and the scale. */
  get sight() {
    return [(this.wide / 2 - this.x) / this.k, (this.tall / 2 - this.y) / this.k, this.k].join(" ");
  }

  /** See again what was kept; whether there was something. */
  restore(sight) {
    const [x, y, k] = (sight ?? "").split(" ").map(Number);
    if (!(k > 0)) return false;
    this.k = k;
    this.x = this.wide / 2 - x * k;
    this.y = this.tall / 2 - y * k;
    this.#settle();
    return true;
  }

  zoomIn() { this.zoomBy(STEP); }

  zoomOut() { this.zoomBy(1 / STEP); }

  /** Show a box of the map as large as it goes. */
  fit([left, top, right, bottom] = [0, 0, this.layout.width, this.layout.height], largest = LARGEST) {
    const { wide, tall } = this;
    const whole = this.fitScale * 0.8;
    this.k = Math.max(whole, Math.min(largest, wide / (right - left), tall / (bottom - top)));
    this.x = wide / 2 - ((left + right) / 2) * this.k;
    this.y = tall / 2 - ((top + bottom) / 2) * this.k;
    this.#settle();
  }

  /** Bring a hex to the middle; a map seen from far away comes nearer. */
  goTo(label, nearest = 0.9) {
    if (!this.centre(label)) return;
    if (this.k < nearest) { this.k = nearest; }
    const [x, y] = this.centre(label);
    this.x = this.wide / 2 - x * this.k;
    this.y = this.tall / 2 - y * this.k;
    this.#clamp(NEAR_RIM);
    this.#settle();
  }

  /** Bring a place of the map to the middle. */
  centreOn(x, y) {
    this.x = this.wide / 2 - x * this.k;
    this.y = this.tall / 2 - y * this.k;
    this.#show();
  }

  /** Whether a hex is on the stage, below what floats at its upper edge. */
  isInSight(label) {
    const [x, y] = this.onStage(label);
    return x > EDGE && y > FLOATING && x < this.wide - EDGE && y < this.tall - EDGE;
  }

  /** Move just as far as a hex needs to be well in sight. */
  keepInSight(label) {
    const [x, y] = this.onStage(label);
    const rim = Math.min(90, this.wide / 5);
    const dx = x < rim ? rim - x : x > this.wide - rim ? this.wide - rim - x : 0;
    const dy = y < rim ? rim - y : y > this.tall - rim ? this.tall - rim - y : 0;
    if (dx || dy) this.panBy(dx, dy);
  }

  /** Draw the eye to a hex. */
  flash(label) {
    if (!this.centre(label)) return;
    const ring = svg("path", { d: this.outline(label, 1.1) });
    this.groups.flash.append(ring);
    setTimeout(() => ring.remove(), 2200);
  }

  /** Keep the map on the stage; whoever drags may see so much of the table beside it. */
  #clamp(most = RIM) {
    const { wide, tall } = this;
    const within = (at, size, room) => {
      const over = room - size * this.k;
      const rim = room * most;
      return over > 0 ? Math.min(over + rim, Math.max(-rim, at)) : Math.min(rim, Math.max(over - rim, at));
    };
    this.x = within(this.x, this.layout.width, wide);
    this.y = within(this.y, this.layout.height, tall);
  }

  #show() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.#place();
    });
  }

  #place() {
    this.#clamp();
    const whole = (n) => Math.round(n * devicePixelRatio) / devicePixelRatio; // half a pixel would blur all of it
    this.board.style.transform = `translate(${whole(this.x)}px, ${whole(this.y)}px) scale(${this.k / this.sharp})`;
    this.heard.moved();
  }

  /** Draw sharply at the scale that was reached; between, the browser only stretches what it has drawn. */
  #settle() {
    this.sharp = this.k;
    for (const drawing of [this.ground, this.top]) {
      if (!drawing) continue;
      drawing.style.width = `${this.layout.width * this.k}px`;
      drawing.style.height = `${this.layout.height * this.k}px`;
    }
    this.stage.dataset.far = String(this.k * this.layout.size < 26);
    this.#place();
  }

  // -- pointers

  #listen() {
    const { stage } = this;
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const box = stage.getBoundingClientRect();
      this.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), [event.clientX - box.left, event.clientY - box.top]);
    }, { passive: false });
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#moved(event));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => this.#up(event));
    stage.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && !this.pointers.size) this.heard.hover(null); });
    this.watch = new ResizeObserver(() => { this.#measure(); this.#show(); });
    this.watch.observe(stage);
  }

  #down(event) {
    if (event.button > 0 || event.target.closest("button, a, input, .menu, .floating")) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.target = event.target;
    clearTimeout(this.pressing);
    if (this.pointers.size > 1) {
      this.start.dragged = true;
      return;
    }
    this.start = { x: event.clientX, y: event.clientY, dragged: false, lifted: false };
    if (event.pointerType === "touch") this.pressing = setTimeout(() => this.#press(event), PRESS);
  }

  /** A finger that rests asks for more than a tap does, and lifts without one. */
  #press(event) {
    if (this.start.dragged || !this.pointers.has(event.pointerId)) return;
    this.start.dragged = true;
    this.heard.press(this.#found(event, this.target));
  }

  #moved(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType === "mouse") this.heard.hover(event.target.closest(".floating, .menu") ? null : this.#found(event, event.target));
      return;
    }
    const before = this.#spread();
    const dx = event.clientX - pointer.x;
    const dy = event.clientY - pointer.y;
    if (!this.start.dragged) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < DRAG) return;
      this.start.dragged = true;
      clearTimeout(this.pressing);
      this.stage.setPointerCapture(event.pointerId);
      this.start.lifted = event.pointerType === "mouse" && this.heard.lift(this.#found(event, this.target));
      this.stage.classList.add("dragging");
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (this.start.lifted) return this.heard.drag(this.#under(event));
    if (this.pointers.size === 1) return this.panBy(dx, dy);
    const now = this.#spread();
    const box = this.stage.getBoundingClientRect();
    this.panBy(now.x - before.x, now.y - before.y);
    this.zoomBy(now.width / before.width, [now.x - box.left, now.y - box.top]);
  }

  #up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.pointers.size) return;
    clearTimeout(this.pressing);
    this.stage.classList.remove("dragging");
    if (this.start.lifted) return this.heard.drop(event.type === "pointerup" ? this.hexAt(event.clientX, event.clientY) : null);
    if (!this.start.dragged && event.type === "pointerup") this.heard.tap(this.#found(event, this.target));
  }

  /** Middle and width of the first two pointers. */
  #spread() {
    const [a, b = a] = [...this.pointers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, width: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  }

  #found(event, target) {
    const counter = target.closest?.("[data-at]");
    const hex = counter?.dataset.at ?? this.hexAt(event.clientX, event.clientY);
    const touch = event.pointerType === "touch";
    return { hex, unit: counter?.dataset.unit ?? null, touch, whole: touch, together: event.shiftKey || Boolean(counter?.dataset.stack) };
  }

  /** Where a pointer stands: its hex, and its place on the map. */
  #under(event) {
    const box = this.stage.getBoundingClientRect();
    return { hex: this.hexAt(event.clientX, event.clientY), x: (event.clientX - box.left - this.x) / this.k, y: (event.clientY - box.top - this.y) / this.k };
  }

  close() {
    this.watch.disconnect();
    clearTimeout(this.settling);
  }
}
