// The lobby: my games first, then the games on the shelf.

import { api, seats } from "./api.js";
import { h, ago, ask, renew, trouble } from "./dom.js";
import { leftInWords } from "./clock.js";
import { showOpenTables } from "./opentables.js";
import { statistics } from "./statistics.js";
import { isDark, onTheme, settings } from "./settings.js";
import { S } from "./strings.js";

const FRESH = 15000;

/** The picture of a game's map, in the colours of the page. */
export function mapPicture(game) {
  return h("img", { class: "map-picture", src: api.thumbnailAddress(game.id, isDark()), alt: S.lobby.mapOf(game.title),
    loading: "lazy", data: { game: game.id } });
}

function pips(number) {
  return h("span", { class: "pips", role: "img", "aria-label": S.lobby.complexity(number), title: S.lobby.complexity(number) },
    [1, 2, 3, 4, 5].map((each) => h("span", { class: each <= number ? "pip full" : "pip" })));
}

function card(game) {
  return h("article", { class: "game-card", "aria-labelledby": `game-${game.id}` },
    h("a", { class: "picture", href: `#/new/${game.id}`, tabindex: "-1", "aria-hidden": "true" }, mapPicture(game)),
    h("div", { class: "card-text" },
      h("h3", { id: `game-${game.id}` }, game.title),
      h("p", { class: "facts" }, h("span", {}, game.length), pips(game.complexity), game.hidden && h("span", {}, S.lobby.hidden)),
      h("p", { class: "blurb" }, game.blurb)),
    h("div", { class: "row card-actions" },
      h("a", { class: "button primary", href: `#/new/${game.id}`, "aria-label": S.lobby.playOf(game.title) }, S.lobby.play),
      h("button", { "aria-label": S.lobby.machineOf(game.title), onclick: (event) => beginAgainstMachine(game, event.target) }, S.lobby.machine),
      game.lesson && h("button", { "aria-label": S.lobby.firstBattleOf(game.title), onclick: (event) => beginLesson(game.id, event.target) },
        S.lobby.firstBattle),
      h("a", { class: "button quiet", href: `#/rules/${game.id}`, "aria-label": S.lobby.rulesOf(game.title) }, S.lobby.rules)));
}

/** Set up the guided first battle of a game and go there. */
const beginLesson = (game, button) => begin(button, () => api.lesson(game), { game, lesson: true });

/** A game as recommended, the first side against the machine that is named first, the gentlest. */
function beginAgainstMachine(game, button) {
  const [first, second] = game.sides;
  const machine = Object.keys(game.machines)[0];
  const chosen = { [first]: "me", [second]: `machine:${machine}` };
  return begin(button, () => api.create({ game: game.id, scenario: Object.keys(game.scenarios)[0], options: {}, seats: chosen, name: settings.name }), { game: game.id, role: "seat" });
}

/** Make a table, keep its seat and go there. */
async function begin(button, make, more) {
  button.disabled = true;
  try {
    const { table, tokens } = await make();
    seats.keep(table, { token: tokens.mine, watch: tokens.watch, ...more });
    location.hash = `#/table/${table}`;
  } catch (error) {
    button.disabled = false;
    trouble(error);
  }
}

function standing(entry) {
  const held = seats.of(entry.table);
  if (entry.over) return ["over", S.common.result(entry.result, Object.keys(entry.sides))];
  const left = entry.clock ? ` · ${leftInWords(entry.clock.left)}` : "";
  if (entry.mine) return ["mine", S.lobby.yourTurn + left];
  if (held?.role === "watch") return ["watch", S.lobby.watching];
  return ["theirs", S.lobby.waiting(entry.to_act) + left];
}

function myGame(entry, again) {
  const [kind, words] = standing(entry);
  const people = Object.entries(entry.sides).map(([side, seat]) => `${S.common.side(side)}: ${seat.name || (entry.roles.includes(side) ? S.common.you : S.together.kinds[seat.seat])}`);
  return h("li", { class: `my-game ${kind}` },
    h("img", { class: "map-picture", src: api.thumbnailAddress(entry.game, isDark()), alt: "", data: { game: entry.game } }),
    h("div", { class: "grow" },
      h("h3", {}, h("a", { href: `#/table/${entry.table}` }, entry.title), seats.of(entry.table)?.lesson && h("span", { class: "badge" }, S.lobby.lesson)),
      h("p", { class: "small soft" }, people.join(" · ")),
      h("p", { class: "small soft" }, `${S.lobby.actions(entry.number)} · ${ago(entry.updated)}`)),
    h("p", { class: "standing" }, words),
    h("div", { class: "row" },
      h("a", { class: kind === "mine" ? "button primary" : "button", href: `#/table/${entry.table}`, data: { key: `go ${entry.table}` } },
        entry.over ? S.lobby.look : S.lobby.continueGame, h("span", { class: "unseen" }, `: ${entry.title}`)),
      h("button", { class: "quiet close", "aria-label": `${S.lobby.forget}: ${entry.title}`, title: S.lobby.forget, data: { key: `forget ${entry.table}` }, onclick: async () => {
        if (!(await ask(S.lobby.forgetTitle, S.lobby.forgetText, S.lobby.forgetYes, { danger: true }))) return;
        seats.forget(entry.table);
        again();
      } }, "×")));
}

const ORDER = { mine: 0, theirs: 1, watch: 2, over: 3 };

/** My games, asked for again and again; they are drawn anew only when something has changed. */
async function showMine(place) {
  const held = seats.all();
  const tokens = Object.values(held).map((seat) => seat.token).filter(Boolean);
  const entries = tokens.length ? await api.mine(tokens) : [];
  const known = [...new Map(entries.map((entry) => [entry.table, entry])).values()].filter((entry) => held[entry.table]?.lesson !== "done");
  known.sort((a, b) => ORDER[standing(a)[0]] - ORDER[standing(b)[0]] || (a.updated < b.updated ? 1 : -1));
  const told = JSON.stringify(known.map((entry) => [{ ...entry, clock: null }, ...standing(entry), ago(entry.updated)]));
  if (told === place.told) return;
  place.told = told;
  renew(place, known.length
    ? h("ul", { class: "plain my-games", "aria-label": S.lobby.mineLabel }, known.map((entry) => myGame(entry, () => showMine(place))))
    : h("p", { class: "welcome-note" }, S.lobby.noGames), statistics(known));
}

/** The lobby page. */
export async function openLobby(main) {
  const { games } = await api.games();
  const [mine, open] = [h("div"), h("div")];
  await Promise.all([showMine(mine), showOpenTables(open, games)]);
  renew(main, h("div", { class: "page lobby" },
    h("section", { class: "hero" },
      h("p", { class: "overline" }, S.lobby.overline), h("h1", {}, S.lobby.title), h("p", { class: "lead" }, S.lobby.welcome)),
    h("section", { "aria-labelledby": "mine" }, h("h2", { id: "mine" }, S.lobby.mine), mine),
    h("section", { "aria-labelledby": "open" }, h("h2", { id: "open" }, S.open.title), open),
    h("section", { "aria-labelledby": "shelf" }, h("h2", { id: "shelf" }, S.lobby.shelf), h("div", { class: "shelf" }, games.map(card))),
    h("section", { class: "panel import-note" }, h("div", { class: "grow" }, h("h2", {}, S.lobby.import), h("p", {}, S.lobby.importText)),
      h("a", { class: "button", href: "#/import" }, S.lobby.importButton))));
  const look = () => { showMine(mine).catch(() => {}); showOpenTables(open, games).catch(() => {}); };
  const clock = setInterval(() => { if (document.visibilityState === "visible") look(); }, FRESH);
  const ear = onTheme((dark) => {
    for (const picture of main.querySelectorAll("img[data-game]")) picture.src = api.thumbnailAddress(picture.dataset.game, dark);
  });
  return { close: () => { clearInterval(clock); ear(); } };
}
