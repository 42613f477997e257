// A table and what the server says has changed of it, put together again.

const LINES = 60;
const EMPTY = { over: false, result: "", can_undo: false, hints: {}, preview: null, closed: {}, offer: null, lesson: null, warnings: [], clock: null, rematch: "" };

function withEntries(old, changed = {}) {
  return Object.fromEntries(Object.entries({ ...old, ...changed }).filter(([, value]) => value !== null));
}

/** All pieces: new ones, and runs of those that are there. */
function pieces(old, parts) {
  return parts.flatMap((part) => Array.isArray(part) ? old.slice(part[0], part[0] + part[1]) : [part]);
}

function scene(old, { hexes, tracks, boxes, ...rest }) {
  return {
    ...old, phase: "", battles: [], marks: [], ...rest, pieces: pieces(old.pieces, rest.pieces),
    hexes: withEntries(old.hexes, hexes), tracks: withEntries(old.tracks, tracks), boxes: withEntries(old.boxes, boxes),
  };
}

function log(old, { from, count, lines }) {
  const all = [...old.lines.slice(0, Math.max(0, from - old.from)), ...lines].slice(-LINES);
  return { from: count - all.length, count, lines: all };
}

/** The whole table of an answer, which either is one or tells what has changed since the table that it was asked with. */
export function whole(table, answer) {
  if (answer.since === undefined) return answer;
  const { since, view, ...rest } = answer;
  return {
    ...table, ...EMPTY, ...rest, log: log(table.log, answer.log),
    view: { ...table.view, verdict: "", question: null, ...view, scene: scene(table.view.scene, view.scene) },
  };
}
