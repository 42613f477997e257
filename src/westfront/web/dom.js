// Building the page: elements without markup in strings, announcements, questions and short notices.

import { S } from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, item] of Object.entries(value)) element.style.setProperty(key, item);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element: h("button", {class: "primary", onclick: go}, "Play"). Text is always text, never markup. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element, the same way. */
export const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** The properties of a button that a key presses; its title names the key. */
export const keyed = (key, label) => ({ "aria-keyshortcuts": key, title: label ? `${label} (${key})` : `(${key})` });

/** The sides in the order of their colours: a side of one name has the same in every game, whoever moves first. */
export const byColour = (sides) => [...sides].sort().reverse();

/** The class that gives one of some sides its colour and its line. */
export const sideClass = (side, sides) => `side-${byColour(sides).indexOf(side)}`;

/** Put new content into an element, keeping the focus, and what is being typed, in the thing with the same data-key. */
export function renew(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  const same = focused?.dataset.key && element.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
  if (!same) return;
  same.focus();
  if (focused.type === "search") {
    same.value = focused.value;
    same.dispatchEvent(new Event("input"));
  }
}

/** Tell a screen reader something that has no place of its own on the page. */
export function announce(text) {
  const place = document.getElementById("announce");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

/** A short notice that goes away by itself; trouble stays longer. */
export function toast(text, kind = "note") {
  const note = h("p", { class: `toast ${kind}` }, text,
    h("button", { class: "quiet close", "aria-label": S.common.close, onclick: () => note.remove() }, "×"));
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), kind === "trouble" ? 15000 : 8000);
}

const tab = { title: "", isTurn: false };

/** The icon of the tab, with a dot when it is one's turn; as data, so that nothing is fetched for it. */
const tabIcon = (isTurn) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${SVG}" viewBox="0 0 64 64"><path d="M32 3 57 17.5v29L32 61 7 46.5v-29z" fill="#faf4e4" stroke="#2a241d" stroke-width="3"/><path d="M16 44C24 36 27 28 48 22M39 17l10 4.5-6 9" fill="none" stroke="#b02e18" stroke-width="5"/>${isTurn ? '<circle cx="48" cy="16" r="13" fill="#d6281a" stroke="#fff" stroke-width="3"/>' : ""}</svg>`)}`;

/** Give the tab its title and icon; they also say whether it is one's turn. */
export function showOnTab(changed) {
  Object.assign(tab, changed);
  document.title = tab.isTurn ? S.turn(tab.title) : tab.title;
  document.querySelector("link[rel=icon]").href = tabIcon(tab.isTurn);
}

/** Show an error as its sentence. */
export const trouble = (error) => toast(error?.message ?? String(error), "trouble");

/** Open a modal sheet; `build(close)` gives its content. Returns a promise of what `close` was called with. */
export function sheet(title, build) {
  return new Promise((resolve) => {
    const back = document.activeElement;
    let answer;
    const close = (value) => { answer = value; dialog.close(); };
    const heading = h("h2", { id: `sheet-${Date.now()}` }, title);
    const dialog = h("dialog", { class: "sheet", "aria-labelledby": heading.id },
      h("div", { class: "sheet-head" }, heading,
        h("button", { class: "quiet close", "aria-label": S.common.close, onclick: () => close() }, "×")),
      h("div", { class: "sheet-body" }, build(close)));
    dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
    dialog.addEventListener("close", () => { dialog.remove(); back?.focus?.(); resolve(answer); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Ask once before something that cannot be taken back; promises true or false. */
export async function ask(title, text, yes, { no = S.common.cancel, danger = false } = {}) {
  const answer = await sheet(title, (close) => [
    h("p", {}, text),
    h("div", { class: "row end" },
      h("button", { autofocus: true, onclick: () => close(false) }, no),
      h("button", { class: danger ? "danger" : "primary", data: { key: "go on" }, onclick: () => close(true) }, yes)),
  ]);
  return answer === true;
}

/** Copy a text, and say so on the button. */
function copyButton(text) {
  const button = h("button", { class: "small", type: "button", onclick: async () => {
    const done = await copy(text);
    button.textContent = done ? S.common.copied : S.common.copyByHand;
    announce(button.textContent);
    setTimeout(() => { button.textContent = S.common.copy; }, 2500);
  } }, S.common.copy);
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A link with a field to read it from and a button to copy it. */
export function linkField(label, address) {
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  return h("div", { class: "linkfield" }, h("span", { class: "label" }, label),
    h("div", { class: "row" }, field, copyButton(address)));
}

/** Give the user a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** How long ago a time of the server was, which counts milliseconds, in words. */
export function ago(when) {
  const seconds = (Date.now() - when) / 1000;
  if (seconds < 90) return S.time.now;
  if (seconds < 5400) return S.time.minutes(Math.round(seconds / 60));
  if (seconds < 129600) return S.time.hours(Math.round(seconds / 3600));
  return S.time.days(Math.round(seconds / 86400));
}
