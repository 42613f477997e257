// Once more: a rematch with sides swapped, and a public address for a game that is over.

import { seats } from "./api.js";
import { h, trouble } from "./dom.js";
import { S } from "./strings.js";

const R = S.rematch;

/** The buttons at the end of a game for those who played it. */
export function afterwards(ctx) {
  const { table, id, api } = ctx;
  if (!table.roles.length || table.lesson) return null;
  const attempt = (work) => async (event) => {
    event.currentTarget.disabled = true;
    try {
      await work();
    } catch (error) {
      trouble(error);
      event.target.disabled = false;
    }
  };
  const again = attempt(async () => {
    const made = await api.rematch(id);
    seats.keep(made.table, { token: made.token, role: "seat", game: table.game });
    location.hash = `#/table/${made.table}`;
  });
  const publish = attempt(async () => ctx.take(await api.publish(id)));
  const isThere = table.rematch && seats.of(table.rematch);
  return h("div", { class: "stack tight" },
    table.rematch && !isThere && h("p", { class: "callout" }, R.wanted),
    h("div", { class: "row" },
      isThere ? h("a", { class: "button small primary", href: `#/table/${table.rematch}` }, R.go) : h("button", { class: "small primary", data: { key: "rematch" }, onclick: again }, R.again),
      !table.terms.public && h("button", { class: "small", data: { key: "publish" }, onclick: publish, title: R.publishNote }, R.publish)));
}
