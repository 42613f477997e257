// A hex in words: what lies there, who stands there, and what can be done.

import { S } from "../strings.js";
import { sums } from "./counters.js";

/** The units of a hex in a short sentence. */
function crowd(page, hex) {
  const stack = page.counters.stacks.get(hex) ?? [];
  const sides = [...new Set(stack.map((piece) => piece.side))];
  return sides.map((side) => {
    const own = stack.filter((piece) => piece.side === side);
    const added = sums(own, page.columns).map(([name, sum]) => `${name} ${sum}`).join(", ");
    return S.table.crowd(side, own.map((piece) => piece.name || S.table.faceDown).join(", "), added);
  }).join("; ");
}

/** A hex in a sentence: label, place, ground, marks, units, and whether something is offered there. */
export function hexInWords(page, hex) {
  const offered = page.decider.fitting({ hex, whole: true }).length;
  return [page.words.hex(hex), page.groundOf(hex), ...page.marksOf(hex), ...page.warnings.of(hex), crowd(page, hex), ...page.overlays.of(hex).map(S.common.side), offered ? S.table.offeredHere(offered) : ""]
    .filter(Boolean).join(", ");
}
