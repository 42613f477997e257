// Following a link: an invitation asks for a name and becomes a seat, one's own seat is taken along, a link to watch goes straight to the map.

import { termsList } from "./agreement.js";
import { api, seats } from "./api.js";
import { h, renew, trouble } from "./dom.js";
import { seatField } from "./links.js";
import { mapPicture } from "./lobby.js";
import { set, settings } from "./settings.js";
import { S } from "./strings.js";

/** The page behind a link to a table. */
export async function openJoin(main, kind, table, token) {
  const held = seats.of(table);
  const goThere = () => location.replace(`#/table/${table}`);
  const isSeated = held?.token && held.role !== "watch";
  if (held?.token === token || (kind === "watch" && held?.token)) { goThere(); return; }
  const keep = (facts) => { seats.keep(table, facts); goThere(); };
  if (kind === "watch") {
    await api.table(table, undefined, token);
    keep({ token, role: "watch", watch: token });
    return;
  }
  const [found, { games }] = await Promise.all([kind === "join" ? api.invitation(table, token) : api.table(table, undefined, token), api.games()]);
  const take = (fresh) => keep({ token: fresh, role: found.roles.length ? "seat" : "watch", game: found.game });
  if (kind === "seat" && !isSeated) { take(token); return; }
  const name = kind === "join" && h("input", { type: "text", maxlength: 40, required: true, autocomplete: "nickname", value: settings.name });
  const sit = async (event) => {
    event.preventDefault();
    try {
      if (!name) { take(token); return; }
      set("name", name.value.trim());
      take((await api.join(table, token, settings.name)).token);
    } catch (error) {
      trouble(error);
    }
  };
  const game = games.find((each) => each.id === found.game);
  renew(main, h("form", { class: "page narrow stack join", onsubmit: sit },
    h("h1", {}, found.roles.length === 1 ? S.join.title(found.roles[0]) : S.join.both),
    game && mapPicture(game),
    name && h("p", { class: "lead" }, S.join.text(found.title, found.by)),
    game && h("p", {}, game.scenarios[found.scenario]),
    name && h("section", { class: "callout" }, h("h2", {}, S.agreement.title), termsList(found.terms)),
    isSeated && h("div", { class: "callout stack" }, h("p", {}, S.join.already), seatField(table, held.token)),
    name && h("label", { class: "field" }, h("span", { class: "label" }, S.join.yourName), name),
    h("div", { class: "row end" }, h("button", { class: "primary big", type: "submit" }, S.join.sit))));
}
