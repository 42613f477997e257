// Stepping back through the game: first, previous, a slider, next, now, and playing on. Keys [, ] and k.

import { h, keyed, renew, svg } from "./dom.js";
import { S } from "./strings.js";

/** Signs of the buttons, drawn, so that no font is needed. */
const SIGNS = { first: "M6 5V19M19 5L9 12 19 19Z", previous: "M17 5L7 12 17 19Z", next: "M7 5L17 12 7 19Z", last: "M18 5V19M5 5L15 12 5 19Z", play: "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3ZM10 8L16 12 10 16Z", stop: "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3ZM9 9H15V15H9Z" };
const sign = (name) => svg("svg", { viewBox: "0 0 24 24", class: "step-sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[name] }));

/** Mount the replay bar of a table; at the present it is quiet, in the past a banner says so. */
export function mountReplay(element, ctx) {
  let at = null;
  let aim = null; // where the last step leads, though the answer may not be there yet
  let top = ctx.table?.number ?? 0;
  const slider = h("input", { type: "range", min: 0, max: top, value: top, "aria-label": S.replay.slider, oninput: () => show(Number(slider.value)) });
  const where = h("span", { class: "where", role: "status" });
  const button = (name, key, to) => h("button", { class: "quiet step-button", "aria-label": S.replay[name], ...keyed(key, S.replay[name]), onclick: () => show(to()) }, sign(name));
  const here = () => aim ?? top;
  // Steps go to what the log tells of, not to every unit taken up and put down.
  const before = () => ctx.moments().findLast((number) => number < here()) ?? 0;
  const after = () => ctx.moments().find((number) => number > here()) ?? top;
  const buttons = [
    button("first", "{", () => 0), button("previous", "[", before),
    button("next", "]", after), button("last", "}", () => top),
  ];
  let isPlaying = false;
  const play = () => (isPlaying ? ctx.stop() : ctx.play(at ?? ctx.lastTurn() ?? before()));
  const player = h("button", { class: "quiet step-button", data: { key: "play" }, onclick: play });
  const drawPlayer = () => {
    const words = isPlaying ? S.replay.stop : S.replay.play;
    renew(player, sign(isPlaying ? "stop" : "play"));
    player.setAttribute("aria-label", words);
    for (const [name, value] of Object.entries(keyed("k", words))) player.setAttribute(name, value);
  };
  // The banner lies over the map: whoever looks at the past must know it, whatever panel is open.
  const banner = h("div", { class: "replay-banner", role: "status", hidden: true });
  const show = (number) => {
    const wanted = Math.max(0, Math.min(top, number));
    aim = wanted >= top ? null : wanted;
    ctx.showAt(aim);
  };
  const draw = () => {
    slider.max = top;
    slider.value = here();
    slider.setAttribute("aria-valuetext", at === null ? S.replay.now(top) : S.replay.of(at, top));
    where.textContent = at === null ? S.replay.now(top) : S.replay.of(at, top);
    buttons[0].disabled = buttons[1].disabled = here() === 0;
    buttons[2].disabled = buttons[3].disabled = at === null;
    banner.hidden = at === null;
    if (at !== null) renew(banner, h("span", {}, S.replay.looking(at, top)),
      h("button", { class: "small", data: { key: "now" }, onclick: () => ctx.showAt(null) }, S.replay.back));
  };
  ctx.on("playing", (on) => { isPlaying = on; drawPlayer(); });
  ctx.on("table", () => { top = ctx.table.number; draw(); });
  ctx.on("at", (number) => {
    at = aim = number;
    history.replaceState(null, "", `#/table/${ctx.id}${at === null ? "" : `/at/${at}`}`);
    draw();
  });
  renew(element, h("div", { class: "replay", role: "group", "aria-label": S.replay.label },
    h("div", { class: "replay-bar" }, buttons.slice(0, 2), slider, buttons.slice(2), player), where));
  (element.closest(".table-page") ?? element).append(banner);
  drawPlayer();
  draw();
}
