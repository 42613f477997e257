// The minimap: the whole board in a corner, a dot for every stack, and a frame for what is on the stage.

import { svg } from "../dom.js";

const number = (n) => n.toFixed(1);

/** The minimap of one table. */
export class Minimap {
  constructor(page) {
    const { width, height } = page.map.layout;
    this.page = page;
    this.dots = svg("g");
    this.frame = svg("rect", { class: "sight" });
    this.element = svg("svg", { class: "minimap floating", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("path", { class: "land", d: page.map.labels.map((label) => page.map.outline(label, 1.04)).join("") }), this.dots, this.frame);
    this.element.addEventListener("pointerdown", (event) => this.#go(event));
    this.element.addEventListener("pointermove", (event) => { if (event.buttons) this.#go(event); });
    page.parts.stage.append(this.element);
    page.map.on("moved", () => this.#look());
  }

  #go(event) {
    const box = this.element.getBoundingClientRect();
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
    for (const [key, value] of Object.entries({ x: -x / k, y: -y / k, width: wide / k, height: tall / k })) this.frame.setAttribute(key, number(value));
  }
}
