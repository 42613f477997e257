// Finding a game: the open tables of the lobby, and the page on which one agrees and takes a seat.

import { api, seats } from "./api.js";
import { termsInWords, termsList } from "./agreement.js";
import { h, ago, renew, trouble } from "./dom.js";
import { set, settings } from "./settings.js";
import { S } from "./strings.js";

const O = S.open;

function entry({ table, title, scenario, sides, terms, created }, games) {
  const people = Object.entries(sides).filter(([, seat]) => seat.seat !== "open");
  const free = Object.keys(sides).filter((side) => sides[side].seat === "open");
  const isMine = Boolean(seats.of(table));
  const game = games.find((each) => each.title === title);
  return h("li", { class: "open-table" },
    h("div", { class: "grow" },
      h("h3", {}, title, isMine && h("span", { class: "badge" }, O.mine)),
      h("p", { class: "small" }, people.map(([side, seat]) => O.plays(seat.name || S.together.kinds[seat.seat], side)).join(" · ")),
      h("p", { class: "small soft" }, [game?.scenarios[scenario], ago(created)].filter(Boolean).join(" · ")),
      h("p", { class: "small soft" }, termsInWords(terms).join(" · "))),
    h("div", { class: "row" },
      !isMine && free.map((side) => h("a", { class: "button primary", href: `#/sit/${table}/${side}`, "aria-label": O.playOf(side, title), data: { key: `sit ${table} ${side}` } }, O.play(side))),
      terms.public && h("a", { class: "button quiet", href: `#/table/${table}`, "aria-label": O.watchOf(title), data: { key: `watch ${table}` } }, O.watch)));
}

/** Show the open tables in a place; drawn anew only when something has changed. */
export async function showOpenTables(place, games) {
  const { tables } = await api.openTables();
  const told = JSON.stringify(tables.map((table) => [table, ago(table.created), Boolean(seats.of(table.table))]));
  if (told === place.told) return;
  place.told = told;
  renew(place,
    tables.length ? h("ul", { class: "plain open-tables", "aria-label": O.title }, tables.map((table) => entry(table, games))) : h("p", { class: "welcome-note" }, O.none),
    h("p", {}, h("a", { class: "button", href: "#/new", data: { key: "open one" } }, O.openOne)));
}

/** The page that takes a seat: what one agrees to, and one's name. */
export async function openSit(main, table, side) {
  const [{ tables }, { games }] = await Promise.all([api.openTables(), api.games()]);
  const found = tables.find((each) => each.table === table);
  if (!found || found.sides[side]?.seat !== "open") throw new Error(O.gone);
  const name = h("input", { type: "text", maxlength: 40, required: true, autocomplete: "nickname", value: settings.name });
  const sit = async (event) => {
    event.preventDefault();
    try {
      set("name", name.value.trim());
      const { token } = await api.sit(table, side, settings.name);
      seats.keep(table, { token, role: "seat", game: found.game });
      location.replace(`#/table/${table}`);
    } catch (error) {
      trouble(error);
    }
  };
  const game = games.find((each) => each.id === found.game);
  renew(main, h("form", { class: "page narrow stack join", onsubmit: sit },
    h("h1", {}, S.join.title(side)),
    h("p", { class: "lead" }, found.title),
    game && h("p", {}, game.scenarios[found.scenario]),
    h("section", { class: "callout" }, h("h2", {}, S.agreement.title), termsList(found.terms)),
    h("label", { class: "field" }, h("span", { class: "label" }, S.join.yourName), name),
    h("div", { class: "row end" }, h("button", { class: "primary big", type: "submit" }, O.agree))));
}
