// The links to a table: invitations, the one to watch, one's own; whoever set up the table makes them anew or withdraws them.

import { seats } from "./api.js";
import { h, ask, linkField, renew, toast, trouble } from "./dom.js";
import { S } from "./strings.js";

const L = S.seats;

/** The address of a page of this client, to be sent to somebody. */
export const address = (path) => `${location.origin}${location.pathname}#${path}`;

const inviteField = (table, side, token) => linkField(L.invite(side), address(`/join/${table}/${token}`));
const watchField = (table, token) => linkField(L.watch, address(`/watch/${table}/${token}`));

/** The address of a table that anybody may open. */
const publicField = (table) => linkField(S.rematch.address, address(`/table/${table}`));

/** The address of a seat itself, for another device of its owner. */
export const seatField = (table, token) => linkField(L.own, address(`/seat/${table}/${token}`));

/** The links that this browser has for a table just set up. */
export function seatLinks(table) {
  const held = seats.of(table) ?? {};
  return [
    ...Object.entries(held.invites ?? {}).map(([side, token]) => inviteField(table, side, token)),
    held.watch && watchField(table, held.watch),
    held.role !== "watch" && held.token && h("details", {}, h("summary", {}, L.own), h("p", { class: "small soft" }, L.secret), seatField(table, held.token)),
  ].filter(Boolean);
}

/** The links in the panel of a table, with what can be done about them. */
export function mountLinks(ctx) {
  const { api, id } = ctx;
  const element = h("div", { class: "stack tight links" });
  let drawn = "";

  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      trouble(error);
    }
    drawn = "";
    update(ctx.table);
  };
  const keepInvite = (side, token) => {
    const { [side]: _, ...others } = seats.of(id)?.invites ?? {};
    seats.keep(id, { invites: token ? { ...others, [side]: token } : others });
  };
  const invite = (side) => attempt(async () => keepInvite(side, (await api.invite(id, side)).token));
  const watch = () => attempt(async () => seats.keep(id, { watch: (await api.invite(id, "watch")).token }));
  const withdraw = async (role, forget) => {
    if (await ask(L.withdrawTitle, L.withdrawText, L.withdraw)) await attempt(async () => { await api.withdraw(id, role); forget(); });
  };
  const renewOwn = async () => {
    if (!(await ask(L.renewTitle, L.renewText, L.renew))) return;
    await attempt(async () => { seats.keep(id, { token: (await api.renew(id)).token }); toast(L.renewed); });
  };
  const button = (key, label, act) => h("button", { class: "small", type: "button", data: { key }, onclick: act }, label);

  const ofSide = (side, kind, token) => h("div", { class: "stack tight" },
    kind === "open" && token ? inviteField(id, side, token) : h("p", { class: "small soft" }, kind === "open" ? L.isOut(side) : L.isEmpty(side)),
    h("div", { class: "row" }, button(`invite ${side}`, kind === "open" ? L.again(side) : L.make(side), () => invite(side)),
      kind === "open" && button(`withdraw ${side}`, L.withdrawOf(side), () => withdraw(side, () => keepInvite(side)))));
  const ofWatch = (token, host) => h("div", { class: "stack tight" },
    token ? watchField(id, token) : null,
    host && h("div", { class: "row" }, button("invite watch", token ? L.watchAgain : L.watchMake, watch),
      token && button("withdraw watch", L.watchWithdraw, () => withdraw("watch", () => seats.keep(id, { watch: undefined })))));

  const update = (table) => {
    const held = seats.of(id) ?? {};
    const free = Object.entries(table.sides).filter(([, seat]) => seat.seat === "open" || seat.seat === "empty").map(([side, seat]) => [side, seat.seat]);
    const now = JSON.stringify([free, held, table.host, table.terms.public]);
    if (now === drawn) return;
    drawn = now;
    const isSeat = table.roles.length > 0;
    renew(element,
      table.terms.public && publicField(id),
      table.host && free.map(([side, kind]) => ofSide(side, kind, held.invites?.[side])),
      (held.watch || table.host) && ofWatch(held.watch, table.host),
      isSeat && h("details", {}, h("summary", {}, L.own), h("p", { class: "small soft" }, L.secret), seatField(id, held.token),
        h("div", { class: "row" }, button("renew", L.renew, renewOwn))));
  };
  return { element, update };
}
