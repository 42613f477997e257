// Everything between the people at a table: seats, talk, notes, offers, links, notices, and leaving.

import { h, ago, ask, download, renew, sideClass, toast, trouble } from "./dom.js";
import { termsList } from "./agreement.js";
import { mountLinks } from "./links.js";
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
  return h("button", { class: "small", data: { key: "export" }, onclick: () => attempt(async () => {
    download(`${ctx.table.game}-${ctx.id}.${whole ? "westfront" : "txt"}`, await ctx.api.record(ctx.id, ctx.side));
  }) }, whole ? S.record.export : S.record.exportHidden);
}

function part(title, ...content) {
  return h("section", { class: "part" }, h("h3", {}, title), content);
}

function drawSeats(table) {
  return h("ul", { class: "plain seats" }, Object.entries(table.sides).map(([side, seat]) => {
    const mine = table.roles.includes(side);
    const told = [seat.name || T.kinds[seat.seat], mine && T.you, table.view.to_act === side && !table.over && T.toMove].filter(Boolean);
    const state = seat.seat === "machine" ? T.kinds.machine : seat.seat === "open" || seat.seat === "empty" ? "" : seat.online ? T.online : T.away;
    return h("li", { class: sideClass(side, Object.keys(table.sides)) }, h("strong", {}, S.common.side(side)), " ", told.join(" · "), state && h("span", { class: seat.online ? "presence here" : "presence" }, state));
  }));
}

/** Where the dice come from, and what else whoever plays here should know. */
function drawDice({ dice, warnings }) {
  const told = dice.opened.length === 2 ? T.dice.mixed : dice.thrown ? T.dice.alone : T.dice.waiting;
  return [h("p", { class: "small" }, told, " ", h("span", { class: "soft", title: dice.commitment }, T.dice.promise(dice.commitment))),
    dice.fresh ? h("p", { class: "small" }, T.dice.fresh) : null,
    dice.takebacks ? h("p", { class: "small" }, T.dice.takebacks(dice.takebacks)) : null,
    warnings.map((warning) => h("p", { class: "callout small" }, warning))];
}

/** The offer on the table, if there is one, with what this seat can do about it. */
function drawOffer(table, ctx) {
  const { offer } = table;
  if (!offer) return null;
  const answer = (accept) => attempt(async () => { await ctx.api.answer(ctx.id, table.number, table.talk, accept, ctx.side); await ctx.refresh(); });
  const said = T.offered[offer.kind](offer.by, offer.to);
  if (!table.roles.length) return h("p", { class: "callout" }, said);
  if (table.roles.includes(offer.by)) {
    return h("div", { class: "callout" }, h("p", {}, T.waiting[offer.kind](offer.to)),
      h("div", { class: "row" }, h("button", { class: "small", data: { key: "withdraw" }, onclick: () => answer(false) }, T.withdraw)));
  }
  return h("div", { class: "callout", role: "alert" }, h("p", {}, said),
    h("div", { class: "row" },
      h("button", { class: "small primary", data: { key: "accept" }, onclick: () => answer(true) }, T.accept),
      h("button", { class: "small", data: { key: "decline" }, onclick: () => answer(false) }, T.decline)));
}

/** What the sides can offer each other; a number somebody has typed stays, whatever the others do meanwhile. */
function offers(ctx) {
  const make = (kind, to) => attempt(async () => { await ctx.api.offer(ctx.id, ctx.table.number, kind, to, ctx.side); await ctx.refresh(); });
  const resign = async (side) => {
    const { number } = ctx.table;
    if (await ask(T.resignTitle, T.resignText(side), T.resignYes, { danger: true })) {
      await attempt(async () => { await ctx.api.resign(ctx.id, number, side); await ctx.refresh(); });
    }
  };
  const to = h("input", { type: "number", min: 0, required: true });
  const back = h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); make("takeback", Number(to.value)); } },
    h("label", { class: "row" }, h("span", {}, T.takebackTo), to), h("button", { class: "small", type: "submit" }, T.takeback));
  const [offer, others] = [h("div"), h("div", { class: "row" })];
  const element = part(T.offers, offer, back, others);
  let proposed = "";
  const update = (table) => {
    element.hidden = Boolean(table.over || !table.roles.length || table.lesson);
    renew(offer, drawOffer(table, ctx));
    back.hidden = Boolean(table.offer || !table.number);
    to.max = table.number - 1;
    // A table that stands still says in its warning to which action it must go back.
    const wanted = table.warnings.join(" ").match(/back to action (\d+)/)?.[1] ?? String(table.number - 1);
    if (to.value === proposed) to.value = proposed = wanted;
    const alone = Object.values(table.sides).some((seat) => seat.seat === "machine");
    renew(others,
      !table.offer && !alone && h("button", { class: "small", data: { key: "draw" }, onclick: async () => { if (await ask(T.drawTitle, T.drawText, T.draw)) make("draw"); } }, T.draw),
      table.roles.map((side) => h("button", { class: "small", data: { key: `resign-${side}` }, onclick: () => resign(side) }, table.roles.length > 1 ? T.resignSide(side) : T.resign)));
  };
  return { element, update };
}

/** The talk between the seats; a line comes with the doorbell, which tells how many there are. */
function talk(ctx) {
  const list = h("ol", { class: "plain talk", tabindex: "0", "aria-label": T.chat });
  const field = h("input", { type: "text", maxlength: 1000, autocomplete: "off", placeholder: T.chatField, "aria-label": T.chatField });
  let shown = -1;
  const show = ({ count, lines }) => {
    if (count < shown) return; // an answer that was overtaken
    shown = count;
    renew(list, lines.length ? lines.map((line) => h("li", {}, h("strong", {}, line.name || S.common.side(line.side)), " ",
      h("span", { class: "small soft" }, ago(line.when)), h("p", {}, line.text))) : h("li", { class: "soft" }, T.noChat));
    list.scrollTop = list.scrollHeight;
  };
  const form = h("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = ""; // at once: what is typed while the line is on its way belongs to the next one
    const said = await attempt(() => ctx.api.say(ctx.id, text, ctx.side));
    if (said) show(said);
    else field.value ||= text;
  } }, h("div", { class: "grow" }, field), h("button", { type: "submit" }, T.say));
  return {
    element: part(T.chat, list, form),
    update: (table) => { if (table.chat !== shown) attempt(async () => show(await ctx.api.chat(ctx.id))); },
  };
}

const NOTE_PAUSE = 800;

/** Notes to oneself, saved a moment after the last letter. */
function notes(ctx) {
  const state = h("span", { class: "small soft", role: "status" });
  const field = h("textarea", { rows: 4, maxlength: 4000, disabled: true, "aria-label": T.notesField, placeholder: T.notesField });
  let timer = 0;
  const save = async () => {
    clearTimeout(timer);
    timer = 0;
    state.textContent = T.saving;
    const kept = await attempt(() => ctx.api.setNote(ctx.id, field.value));
    state.textContent = kept ? T.saved : T.unsaved;
  };
  field.addEventListener("input", () => { state.textContent = T.unsaved; clearTimeout(timer); timer = setTimeout(save, NOTE_PAUSE); });
  const leave = () => { if (timer) save(); };
  addEventListener("pagehide", leave);
  field.addEventListener("blur", leave);
  attempt(async () => { field.value = (await ctx.api.note(ctx.id)).text; field.disabled = false; });
  const close = () => { leave(); removeEventListener("pagehide", leave); };
  return { element: part(T.notes, field, state), close };
}

/** Where to be told that it is one's turn. */
function notice(ctx) {
  const email = h("input", { type: "email", autocomplete: "email", "aria-label": T.emailField, placeholder: T.emailField });
  const hook = h("input", { type: "url", "aria-label": T.hookField, placeholder: T.hookField });
  const byEmail = h("option", { value: "email" }, T.noticeEmail);
  const kind = h("select", { "aria-label": T.notice, onchange: () => show() },
    h("option", { value: "none" }, T.noticeNone), byEmail, h("option", { value: "webhook" }, T.noticeHook));
  const waits = h("p", { class: "small soft", hidden: true }, T.noticeWaits);
  const fields = h("fieldset", { class: "stack tight", disabled: true }, kind, email, hook, waits, h("div", { class: "row" }, h("button", { class: "small", type: "submit" }, T.noticeSave)));
  const tell = (kept) => { waits.hidden = !kept.email || kept.confirmed; };
  const show = () => { email.hidden = kind.value !== "email"; hook.hidden = kind.value !== "webhook"; };
  const save = (event) => {
    event.preventDefault();
    const body = { email: { email: email.value }, webhook: { webhook: hook.value }, none: {} }[kind.value];
    attempt(async () => {
      const kept = await ctx.api.setNotice(ctx.id, { ...body, side: ctx.side });
      toast(kind.value === "none" ? T.noticeOff : kept.confirmed ? T.noticeKept : T.noticeAsked);
      tell(kept);
    });
  };
  show();
  attempt(async () => {
    const kept = await ctx.api.notice(ctx.id, ctx.side);
    [email.value, hook.value] = [kept.email, kept.webhook];
    kind.value = kept.email ? "email" : kept.webhook ? "webhook" : "none";
    byEmail.disabled = !kept.sends_email;
    tell(kept);
    if (!kept.sends_email) byEmail.textContent = T.noEmail;
    show();
    fields.disabled = false;
  });
  return part(T.notice, h("form", { onsubmit: save }, fields));
}

/** Mount the panel of the people at a table; who only watches has no part in talk, notes and notices. */
export function mountTogether(element, ctx) {
  const [people, dice, record] = [h("div"), h("div"), h("div")];
  const between = offers(ctx);
  const seated = ctx.table.roles.length > 0;
  const [chat, own] = seated ? [talk(ctx), notes(ctx)] : [];
  const links = mountLinks(ctx);
  const update = () => {
    renew(people, drawSeats(ctx.table));
    renew(dice, drawDice(ctx.table));
    between.update(ctx.table);
    links.update(ctx.table);
    renew(record, exportButton(ctx));
    chat?.update(ctx.table);
  };
  renew(element, h("div", { class: "together" }, part(T.seats, people), between.element, chat?.element, own?.element, seated && notice(ctx),
    !ctx.table.lesson && part(S.agreement.title, termsList(ctx.table.terms)),
    part(T.links, links.element), part(T.dice.title, dice), part(S.record.title, record, h("p", { class: "small soft" }, S.record.exportNote))));
  ctx.on("table", update);
  update();
  return () => own?.close();
}
