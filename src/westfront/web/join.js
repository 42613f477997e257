// Following a link: an invitation asks for a name, a link to watch goes straight to the map.

import { api, seats } from "./api.js";
import { h, linkField, renew, trouble } from "./dom.js";
import { mapPicture } from "./lobby.js";
import { address } from "./newgame.js";
import { set, settings } from "./settings.js";
import { S } from "./strings.js";

/** The page behind an invitation or a link to watch. */
export async function openJoin(main, kind, table, token) {
  const held = seats.of(table);
  const goThere = () => location.replace(`#/table/${table}`);
  if (held?.token === token) { goThere(); return; }
  if (kind === "watch") {
    if (held?.token) { goThere(); return; }
    await api.table(table, undefined, token);
    seats.keep(table, { token, role: "watch", watch: token });
    goThere();
    return;
  }
  const [found, { games }] = await Promise.all([api.table(table, undefined, token), api.games()]);
  const game = games.find((each) => each.id === found.game);
  const name = h("input", { type: "text", maxlength: 40, required: true, autocomplete: "nickname", value: settings.name });
  const sit = async (event) => {
    event.preventDefault();
    try {
      set("name", name.value.trim());
      await api.join(table, token, settings.name);
      seats.keep(table, { token, role: "seat", game: found.game });
      goThere();
    } catch (error) {
      trouble(error);
    }
  };
  renew(main, h("form", { class: "page narrow stack join", onsubmit: sit },
    h("h1", {}, found.roles.length === 1 ? S.join.title(found.roles[0]) : S.join.both),
    game && mapPicture(game),
    h("p", { class: "lead" }, S.join.text(game?.title ?? found.game)),
    game && h("p", {}, game.scenarios[found.scenario]),
    held?.token && held.role !== "watch" && h("div", { class: "callout stack" },
      h("p", {}, S.join.already), linkField(S.seats.own, address(`/join/${table}/${held.token}`))),
    h("label", { class: "field" }, h("span", { class: "label" }, S.join.yourName), name),
    h("div", { class: "row end" }, h("button", { class: "primary big", type: "submit" }, S.join.sit))));
}
