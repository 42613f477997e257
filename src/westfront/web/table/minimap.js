// The minimap: the whole board in a corner, a dot for every stack, and a frame for what is on the stage.

import { h, svg } from "../dom.js";

/** How wide and tall it is at most, in pixels. */
const [WIDE, TALL] = [152, 168];

/** The minimap of one table. */
export class Minimap {
  constructor(page) {
    const { width, height } = page.map.layout;
    this.page = page;
    this.dots = svg("g");
    // the frame lies over the picture, not in it: moving it paints nothing anew
    this.frame = h("div", { class: "sight" });
    this.scale = Math.min(WIDE / width, TALL / height);
    this.picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width: width * this.scale, height: height * this.scale },
      svg("path", { class: "land", d: page.map.labels.map((label) => page.map.outline(label, 1.04)).join("") }), this.dots);
    this.element = h("div", { class: "minimap floating", "aria-hidden": "true" }, this.picture, this.frame);
    this.element.addEventListener("pointerdown", (event) => this.#go(event));
    this.element.addEventListener("pointermove", (event) => { if (event.buttons) this.#go(event); });
    page.parts.stage.append(this.element);
    page.map.on("moved", () => this.#look());
  }

  #go(event) {
    const box = this.picture.getBoundingClientRect();
    const { width, height } = this.page.map.layout;
    this.page.map.centreOn(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
  }

  /** A dot for every stack, in the colour and the shape of its side. */
  show() {
    const { map, counters } = this.page;
    const r = map.layout.size * 0.42;
    this.dots.replaceChildren(...[...counters.stacks].filter(([hex]) => map.centre(hex)).map(([hex, [{ side }]]) => {
      const [x, y] = map.centre(hex);
      const name = this.page.sideClass(side);
      return name === "side-0" ? svg("circle", { class: name, cx: x, cy: y, r }) : svg("rect", { class: name, x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    }));
    this.#look();
  }

  #look() {
    const { x, y, k, wide, tall } = this.page.map;
    const part = this.scale / k;
    Object.assign(this.frame.style, { transform: `translate(${-x * part}px, ${-y * part}px)`, width: `${wide * part}px`, height: `${tall * part}px` });
  }
}
