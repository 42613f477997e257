// Find a place: type a name, a hex or a unit; the map goes there and shows it.

import { h } from "../dom.js";
import { S } from "../strings.js";

/** The search field on the map. */
export function findField(page) {
  const list = h("datalist", { id: "places" }, page.game.places.map((place) => h("option", { value: place.name })));
  const field = h("input", {
    type: "search", list: "places", placeholder: S.table.find, "aria-label": S.table.find,
    onblur: () => page.parts.find.classList.remove("asked"),
    onkeydown: (event) => { if (event.key === "Escape") page.parts.stage.focus(); },
  });
  return h("form", { class: "find floating", role: "search", onsubmit: (event) => {
    event.preventDefault();
    const hex = page.hexOf(field.value);
    if (!hex) return page.say(S.table.noPlace(field.value));
    page.goTo(hex);
    page.parts.stage.focus();
    return undefined;
  } }, field, list);
}
