// The clock of a table: how long the side to act still has, shown beside the bar, and said when it becomes urgent.

import { announce, h } from "./dom.js";
import { S } from "./strings.js";

const URGENT = 0.25;
const TICK = 1000;

/** How much time is left, in words. */
export function leftInWords(milliseconds) {
  const minutes = Math.max(0, milliseconds) / 60000;
  if (milliseconds <= 0) return S.clock.over;
  if (minutes < 1) return S.clock.seconds(Math.ceil(minutes * 60));
  if (minutes < 90) return S.clock.minutes(Math.round(minutes));
  if (minutes < 2880) return S.clock.hours(Math.round(minutes / 60));
  return S.clock.days(Math.round(minutes / 1440));
}

/** Mount the clock in the bar of a table; without a pace it is not there. */
export function mountClock(element, ctx) {
  const face = h("p", { class: "clock", role: "timer", hidden: true });
  element.append(face);
  let end = 0;
  let warned = "";
  const show = () => {
    const { clock, view, number } = ctx.table;
    face.hidden = !clock;
    if (!clock) return;
    const left = end - performance.now();
    const isUrgent = left < clock.move * URGENT;
    const isMine = ctx.table.roles.includes(view.to_act);
    const words = S.clock.told(S.common.side(view.to_act), leftInWords(left), isUrgent && (clock.decides ? S.clock.lost : left <= 0 ? "" : S.clock.waits));
    if (face.textContent !== words) face.textContent = words;
    face.classList.toggle("urgent", isUrgent);
    const turn = `${view.to_act} ${left <= 0}`;
    if (!isUrgent || !isMine || warned === turn) return;
    warned = turn;
    announce(words);
    face.dataset.warned = number;
  };
  const update = () => { end = performance.now() + (ctx.table.clock?.left ?? 0); show(); };
  ctx.on("table", update);
  update();
  const timer = setInterval(show, TICK);
  return () => clearInterval(timer);
}
