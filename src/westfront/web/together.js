// Everything between the people at a table: seats, talk, notes, offers, links, notices, and leaving.

import { h, ago, ask, download, renew, toast, trouble } from "./dom.js";
import { seatLinks } from "./newgame.js";
import { S } from "./strings.js";

const T = S.together;

/** Run a request, and tell its trouble in a sentence. */
async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    trouble(error);
    return undefined;
  }
}

/** A button that gives the record, or what the side may know of it. */
export function exportButton(ctx) {
  const whole = ctx.table.over || !ctx.table.hidden;
  return h("button", { title: whole ? S.record.export : S.record.exportNote, onclick: () => attempt(async () => {
    download(`${ctx.table.game}-${ctx.id}.${whole ? "westfront" : "txt"}`, await ctx.api.record(ctx.id));
  }) }, whole ? S.record.export : S.record.exportHidden);
}

function part(title, ...content) {
  return h("section", { class: "part" }, h("h3", {}, title), content);
}

function drawSeats(table) {
  return h("ul", { class: "plain seats" }, Object.entries(table.sides).map(([side, seat], index) => {
    const mine = table.roles.includes(side);
    const told = [seat.name || T.kinds[seat.seat], mine && T.you, table.view.to_act === side && !table.over && T.toMove].filter(Boolean);
    const state = seat.seat === "machine" ? T.kinds.machine : seat.seat === "open" ? "" : seat.online ? T.online : T.away;
    return h("li", { class: `side-${index}` }, h("strong", {}, S.common.side(side)), " ", told.join(" · "), state && h("span", { class: seat.online ? "presence here" : "presence" }, state));
  }));
}

function drawOffer(table, ctx) {
  const { offer } = table;
  if (!offer) return null;
  const mine = table.roles.length === 1 && table.roles[0] === offer.by;
  const answer = (accept) => attempt(async () => { await ctx.api.answer(ctx.id, accept); await ctx.refresh(); });
  if (table.roles.length === 0) return h("p", { class: "callout" }, T.offered[offer.kind](offer.by, offer.to));
  if (mine) {
    return h("div", { class: "callout" }, h("p", {}, offer.kind === "draw" ? T.waiting.draw : T.waiting.takeback(offer.to)),
      h("div", { class: "row" }, h("button", { class: "small", data: { key: "withdraw" }, onclick: () => answer(false) }, T.withdraw)));
  }
  return h("div", { class: "callout", role: "alert" }, h("p", {}, T.offered[offer.kind](offer.by, offer.to)),
    h("div", { class: "row" },
      h("button", { class: "small primary", data: { key: "accept" }, onclick: () => answer(true) }, T.accept),
      h("button", { class: "small", data: { key: "decline" }, onclick: () => answer(false) }, T.decline)));
}

function drawOffers(table, ctx) {
  if (table.over || !table.roles.length) return null;
  const offer = (kind, to) => attempt(async () => { await ctx.api.offer(ctx.id, kind, to); await ctx.refresh(); });
  const resign = async (side) => {
    if (await ask(T.resignTitle, T.resignText(side), T.resignYes, { danger: true })) {
      await attempt(async () => { await ctx.api.resign(ctx.id, side); await ctx.refresh(); });
    }
  };
  const to = h("input", { type: "number", min: 0, max: Math.max(0, table.number - 1), value: Math.max(0, table.number - 1), "aria-label": T.takebackTo, data: { key: "to" } });
  return part(T.offers, drawOffer(table, ctx),
    !table.offer && [
      table.number > 0 && h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); offer("takeback", Number(to.value)); } },
        h("label", { class: "row" }, h("span", {}, T.takebackTo), to), h("button", { class: "small", type: "submit" }, T.takeback)),
      h("button", { class: "small", data: { key: "draw" }, onclick: async () => { if (await ask(T.drawTitle, T.drawText, T.draw)) offer("draw"); } }, T.draw),
    ],
    table.roles.map((side) => h("button", { class: "small", data: { key: `resign-${side}` }, onclick: () => resign(side) }, table.roles.length > 1 ? T.resignSide(side) : T.resign)));
}

function talk(ctx) {
  const list = h("ol", { class: "plain talk", role: "log", tabindex: "0", "aria-label": T.chat });
  const field = h("input", { type: "text", maxlength: 1000, autocomplete: "off", placeholder: T.chatField, "aria-label": T.chatField });
  const form = h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text) attempt(async () => { await ctx.api.say(ctx.id, text); field.value = ""; await fetchTalk(); });
  } }, h("div", { class: "grow" }, field), h("button", { type: "submit" }, T.say));
  let count = -1;
  const fetchTalk = async () => {
    const { lines } = await ctx.api.chat(ctx.id);
    count = lines.length;
    renew(list, lines.length ? lines.map((line) => h("li", {}, h("strong", {}, line.name || S.common.side(line.side)), " ",
      h("span", { class: "small soft" }, ago(line.when)), h("p", {}, line.text))) : h("li", { class: "soft" }, T.noChat));
    list.scrollTop = list.scrollHeight;
  };
  return {
    element: part(T.chat, list, form),
    update: (table) => {
      form.hidden = !table.roles.length;
      if (table.chat !== count) { count = table.chat; attempt(fetchTalk); }
    },
  };
}

function notes(ctx) {
  const state = h("span", { class: "small soft", role: "status" });
  const field = h("textarea", { rows: 4, maxlength: 20000, "aria-label": T.notesField, placeholder: T.notesField });
  let timer = 0;
  const save = async () => {
    clearTimeout(timer);
    timer = 0;
    state.textContent = T.saving;
    await attempt(async () => { await ctx.api.setNote(ctx.id, field.value); state.textContent = T.saved; });
  };
  field.addEventListener("input", () => { state.textContent = T.unsaved; clearTimeout(timer); timer = setTimeout(save, 800); });
  field.addEventListener("blur", () => { if (timer) save(); });
  attempt(async () => { field.value = (await ctx.api.note(ctx.id)).text; });
  return part(T.notes, field, state);
}

function notice(ctx) {
  const email = h("input", { type: "email", autocomplete: "email", "aria-label": T.emailField, placeholder: T.emailField });
  const hook = h("input", { type: "url", "aria-label": T.hookField, placeholder: T.hookField });
  const kind = h("select", { "aria-label": T.notice, onchange: () => { email.hidden = kind.value !== "email"; hook.hidden = kind.value !== "webhook"; } },
    [["none", T.noticeNone], ["email", T.noticeEmail], ["webhook", T.noticeHook]].map(([value, label]) => h("option", { value }, label)));
  email.hidden = hook.hidden = true;
  const save = (event) => {
    event.preventDefault();
    const body = { email: { email: email.value }, webhook: { webhook: hook.value }, none: { none: true } }[kind.value];
    attempt(async () => { await ctx.api.notice(ctx.id, body); toast(kind.value === "none" ? T.noticeOff : T.noticeKept); });
  };
  return h("form", { class: "stack tight", onsubmit: save }, kind, email, hook, h("div", { class: "row" }, h("button", { class: "small", type: "submit" }, T.noticeSave)));
}

/** Mount the panel of the people at a table. */
export function mountTogether(element, ctx) {
  const people = h("div");
  const offers = h("div");
  const chat = talk(ctx);
  const settled = h("div");
  let built = false;
  const update = () => {
    const { table } = ctx;
    if (!table) return;
    renew(people, drawSeats(table));
    renew(offers, drawOffers(table, ctx) ?? []);
    chat.update(table);
    if (!built) {
      built = true;
      const links = seatLinks(ctx.id);
      renew(settled, table.roles.length > 0 && [notes(ctx), part(T.notice, notice(ctx))], links.length > 0 && part(T.links, links),
        part(S.record.export, exportButton(ctx)));
    }
  };
  renew(element, h("div", { class: "together" }, part(T.seats, people), offers, chat.element, settled));
  ctx.on("table", update);
  update();
}
