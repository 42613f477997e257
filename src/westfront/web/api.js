// Everything the client asks of the server, and the tokens of the seats that this browser holds.

import { S } from "./strings.js";

/** What went wrong, as one sentence; `rule` is the number of the rule where one forbids it, `told` all that the server says. */
export class Trouble extends Error {
  constructor(sentence, status = 0, told = {}) {
    super(sentence);
    this.status = status;
    this.rule = told.rule || "";
    this.told = told;
  }
}

const SHELF = "westfront.seats";

function shelf() {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "{}");
  } catch {
    return {};
  }
}

/** The seats of this browser: for each table the token in use and the invitations given out. */
export const seats = {
  all: shelf,
  of: (table) => shelf()[table],
  token: (table) => shelf()[table]?.token ?? "",
  keep(table, seat) {
    const all = shelf();
    all[table] = { ...all[table], ...seat };
    localStorage.setItem(SHELF, JSON.stringify(all));
  },
  forget(table) {
    const all = shelf();
    delete all[table];
    localStorage.setItem(SHELF, JSON.stringify(all));
  },
};

/** A key that no other request has: a repeat with the same key gets the first answer again. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const early = (globalThis.early ??= new Map());

/** The answer to what the start of the page has asked for already, once. */
function askedEarly(path) {
  const answer = early.get(path);
  early.delete(path);
  return answer?.catch(() => null);
}

/** A drawing of ours, as text. */
export const drawing = async (path) => (await fetched("GET", path)).text();

async function fetched(method, path, { token, body, signal, keepalive } = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await (method === "GET" && askedEarly(path)) || await fetch(path, { method, headers, signal, keepalive, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble(S.errors.offline);
  }
  if (answer.ok) return answer;
  let told = {};
  try {
    told = await answer.json();
  } catch { /* an answer that is not ours: a proxy, perhaps */ }
  throw new Trouble(told.error || S.errors.status(answer.status), answer.status, told);
}

/** Do something again when the line breaks or the server is busy, a few times and ever more slowly. */
async function patiently(work) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error.status !== 0 && error.status !== 503) || attempt === 3) throw error;
      await pause(400 * 2 ** attempt);
    }
  }
}

const get = (path, token) => patiently(async () => (await fetched("GET", path, { token })).json());
const post = async (path, body, token) => (await fetched("POST", path, { token, body })).json();

/** A change carries a key, so it can be sent again without being done twice. */
function change(path, body, token) {
  const whole = { key: newKey(), ...body };
  return patiently(() => post(path, whole, token));
}

const query = (facts) => {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
};

const known = new Map();

function once(path) {
  if (!known.has(path)) {
    const answer = get(path);
    known.set(path, answer);
    answer.catch(() => known.delete(path));
  }
  return known.get(path);
}

const at = (table, tail = "") => `/api/tables/${encodeURIComponent(table)}${tail}`;
const mine = seats.token;

export const api = {
  games: () => once("/api/games"),
  game: (game) => once(`/api/games/${encodeURIComponent(game)}`),
  gameRules: (game) => once(`/api/games/${encodeURIComponent(game)}/rules`),
  gameAids: (game, scenario) => once(`/api/games/${encodeURIComponent(game)}/aids${query({ scenario })}`),
  layout: (game, scenario) => once(`/art/${encodeURIComponent(game)}/layout.json${query({ scenario })}`),
  mapAddress: ({ game, scenario, version }, dark) =>
    `/art/${encodeURIComponent(game)}/map.svg${query({ scenario, version, dark: dark ? 1 : 0 })}`,
  countersAddress: ({ game, version }) => `/art/${encodeURIComponent(game)}/counters.svg${query({ version })}`,
  thumbnailAddress: (game, dark) => `/art/${encodeURIComponent(game)}/thumbnail.svg${query({ dark: dark ? 1 : 0 })}`,

  create: (body) => change("/api/tables", body),
  importRecord: (body) => change("/api/tables/import", body),
  lesson: (game) => change(`/api/lessons/${encodeURIComponent(game)}`, {}),
  openTables: () => get("/api/open"),
  sit: (table, side, name) => change(at(table, "/sit"), { side, name }),
  rematch: (table) => change(at(table, "/rematch"), {}, mine(table)),
  publish: (table) => change(at(table, "/publish"), {}, mine(table)),
  askAdvice: (table, number, side) => change(at(table, "/advice"), { number, side }, mine(table)),
  advice: (table, side) => get(at(table, `/advice${query({ side })}`), mine(table)),
  thinking: (table) => get(at(table, "/thinking"), mine(table)),
  mine: (tokens) => post("/api/mine", { tokens }),
  invitation: (table, token) => get(at(table, "/invitation"), token),
  join: (table, token, name) => change(at(table, "/join"), { name }, token),
  renew: (table) => change(at(table, "/renew"), {}, mine(table)),
  invite: (table, role) => change(at(table, "/invite"), { role }, mine(table)),
  withdraw: (table, role) => post(at(table, "/withdraw"), { role }, mine(table)),

  table: (table, side, token = mine(table), since = undefined) => get(at(table, query({ side, since })), token),
  log: (table, from = 0, side) => get(at(table, `/log${query({ from, side })}`), mine(table)),
  at: (table, number, side) => get(at(table, `/at/${number}${query({ side })}`), mine(table)),
  course: (table) => get(at(table, "/course"), mine(table)),
  aids: (table) => get(at(table, "/aids"), mine(table)),
  overlays: (table, side) => get(at(table, `/overlays${query({ side })}`), mine(table)),
  act: (table, number, action, side, ask) => change(at(table, "/actions"), { number, action, side, ask, since: number }, mine(table)),
  undo: (table, number, side) => change(at(table, "/undo"), { number, side, since: number }, mine(table)),
  why: (table, body) => post(at(table, "/why"), body, mine(table)),
  share: (table, share) => change(at(table, "/share"), share, mine(table)),
  resign: (table, number, side) => change(at(table, "/resign"), { number, side }, mine(table)),
  offer: (table, number, kind, to, side) => change(at(table, "/offer"), { number, kind, to, side }, mine(table)),
  answer: (table, number, talk, accept, side) => change(at(table, "/answer"), { number, talk, accept, side }, mine(table)),
  chat: (table) => get(at(table, "/chat"), mine(table)),
  say: (table, text, side) => change(at(table, "/chat"), { text, side }, mine(table)),
  note: (table) => get(at(table, "/note"), mine(table)),
  setNote: (table, text) => fetched("POST", at(table, "/note"), { token: mine(table), body: { text }, keepalive: true }),
  notice: (table, side) => get(at(table, `/notice${query({ side })}`), mine(table)),
  setNotice: (table, body) => post(at(table, "/notice"), body, mine(table)),
  mail: (table, word, code) => post(at(table, `/mail/${word}/${encodeURIComponent(code)}`)),
  record: async (table, side) => (await fetched("GET", at(table, `/record${query({ side })}`), { token: mine(table) })).text(),
  end: (table) => get(at(table, "/end"), mine(table)),
  live,
};

const QUIET = 40000;

/**
 * The doorbell of a table. `ring` hears its numbers after every (re)connection and at every change; it must fetch what is new.
 * `line` hears "live", "broken", or "gone" when the seat is no more. Returns a function that ends it.
 */
function live(table, ring, line = () => {}) {
  let stopped = false;
  let control = null;
  let wake = () => {};
  const hurry = () => { if (document.visibilityState === "visible") wake(); };
  // A stream may outlive a gap in which an answer was lost: after it everything is fetched anew.
  const renewed = () => { control?.abort(); wake(); };
  addEventListener("online", renewed);
  document.addEventListener("visibilitychange", hurry);

  const listen = async () => {
    for (let failures = 0; !stopped; failures += 1) {
      try {
        await hear(() => { failures = 0; });
      } catch (error) {
        if (error.status === 401 || error.status === 403 || error.status === 404) { line("gone"); break; }
      }
      if (stopped) break;
      line("broken");
      const wait = Math.min(15000, 500 * 2 ** failures) * (0.75 + Math.random() / 2);
      await new Promise((done) => { wake = done; setTimeout(done, wait); });
    }
  };

  const hear = async (connected) => {
    control = new AbortController();
    const answer = await fetched("GET", at(table, "/live"), { token: mine(table), signal: control.signal });
    connected();
    line("live");
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const watch = setTimeout(() => control.abort(), QUIET);
      const { value, done } = await reader.read().finally(() => clearTimeout(watch));
      if (done || stopped) return;
      const messages = (text + value).replaceAll("\r", "").split("\n\n");
      text = messages.pop();
      for (const message of messages) {
        const data = message.split("\n").filter((row) => row.startsWith("data:")).map((row) => row.slice(5)).join("\n");
        if (data) ring(JSON.parse(data));
      }
    }
  };

  listen();
  return () => {
    stopped = true;
    control?.abort();
    wake();
    removeEventListener("online", renewed);
    document.removeEventListener("visibilitychange", hurry);
  };
}
