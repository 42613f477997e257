// What this browser's owner likes: theme, size of text, sound and notices. Kept in localStorage, applied to the root element.

import { h, sheet } from "./dom.js";
import { S } from "./strings.js";

const PLACE = "westfront.settings";
const DEFAULTS = { theme: "system", text: "normal", pace: "system", name: "", sound: "off", notices: "" };
const SIZES = { normal: "100%", large: "115%", larger: "130%" };

export const settings = read();
const listeners = new Set();

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Change a setting, keep it and show it. */
export function set(name, value) {
  settings[name] = value;
  localStorage.setItem(PLACE, JSON.stringify(settings));
  applySettings();
}

const night = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now. */
export const isDark = () => (settings.theme === "system" ? night.matches : settings.theme === "dark");

/** Hear when light and dark change; returns a function that ends it. */
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Put the settings onto the page. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.style.setProperty("font-size", SIZES[settings.text] ?? SIZES.normal);
  for (const listener of listeners) listener(isDark());
}

night.addEventListener("change", applySettings);

/** A browser asks its owner before it shows notices. */
async function change(name, value) {
  const isAllowed = name !== "notices" || value !== "on" || (await globalThis.Notification?.requestPermission()) === "granted";
  set(name, isAllowed ? value : "off");
}

function choices(name, words) {
  return h("fieldset", { class: "choices" }, h("legend", {}, S.settings[name]),
    Object.entries(words).map(([value, label]) => h("label", { class: "chip" },
      h("input", { type: "radio", name: `setting-${name}`, value, checked: (settings[name] || "off") === value, onchange: () => change(name, value) }),
      h("span", {}, label))));
}

/** The settings sheet. */
export const openSettings = () => sheet(S.settings.title, () => [
  choices("theme", S.settings.themes),
  choices("text", S.settings.sizes),
  choices("pace", S.settings.paces),
  choices("sound", S.settings.switched),
  choices("notices", S.settings.switched),
  h("p", { class: "soft" }, S.settings.motion),
]);
