// The frame of the table page: bar, stage with its tools, side panel with tabs; on a phone the panel is a sheet from below.

import { h, keyed, svg } from "../dom.js";
import { openSettings } from "../settings.js";
import { S } from "../strings.js";
import { findField } from "./find.js";
import { showKeys } from "./keys.js";
import { counterPicture, inWords } from "./stacks.js";

const TABS = ["units", "orders", "log", "boxes", "rules", "together"];
const HEIGHTS = ["low", "half", "high"];

/** Small drawings for the tools, so that no font is needed. */
const ICONS = {
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  bare: "M3 12C6 6.5 9 5 12 5S18 6.5 21 12C18 17.5 15 19 12 19S6 17.5 3 12ZM4 4L20 20",
  names: "M5 19L11 5H13L19 19M7.5 14H16.5",
  layers: "M12 3L21 8 12 13 3 8ZM3 12L12 17 21 12M3 16L12 21 21 16",
  legend: "M5 5H9V9H5ZM12 7H20M5 12H9V16H5ZM12 14H20",
  text: "M5 5H19M12 5V20M9 20H15",
  aids: "M4 5H20V19H4ZM4 10H20M4 14.5H20M9.5 5V19",
  keys: "M3 6H21V18H3ZM6 10H7M10 10H11M14 10H15M18 10H18.5M7 14H17",
  home: "M4 11L12 4 20 11M6 10V20H18V10",
  find: "M4 10.5A6.5 6.5 0 1 0 17 10.5 6.5 6.5 0 1 0 4 10.5ZM15.5 15.5L21 21",
  settings: "M4 7H20M4 12H20M4 17H20M9 5V9M15 10V14M8 15V19",
};

const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** The key of each tool and tab. */
const KEYS = {
  plus: "+", minus: "-", fit: "0", find: "/", bare: "h", names: "p", layers: "o", legend: "l", text: "t", aids: "a", keys: "F1", settings: "S", home: "g",
  units: "U", orders: "O", log: "L", boxes: "B", rules: "R", together: "T",
};

function tool(name, label, act, pressed) {
  return h("button", { class: "tool", "aria-label": label, ...keyed(KEYS[name], label), "aria-pressed": pressed, data: { key: `tool ${name}`, tool: name }, onclick: act }, icon(name));
}

/** Build the page; gives its parts by name. */
export function frame(root, page, game) {
  const T = S.table;
  const toggle = (name, label) => tool(name, label, () => page.toggle(name), "false");
  const switches = { bare: toggle("bare", T.hideCounters), names: toggle("names", T.namesAbove), layers: toggle("layers", T.layers), legend: toggle("legend", T.legend), text: toggle("text", T.textMode) };
  const parts = {
    switches,
    bar: h("div", { class: "bar", role: "region", "aria-label": T.decision }),
    clock: h("div", { class: "clock-place" }),
    banner: h("p", { class: "banner", role: "alert", hidden: true }, T.offline),
    tracks: h("p", { class: "tracks small", tabindex: "0" }),
    stage: h("div", { class: "stage", tabindex: "0", role: "application", "aria-label": T.map(game.title), "aria-describedby": "prompt" }),
    text: h("div", { class: "textmode" }),
    telegram: h("div", { class: "telegram-place" }),
    dice: h("section", { class: "dice-tray", "aria-label": S.dice.tray }),
    legend: h("div", { class: "legend floating", role: "region", tabindex: "0", "aria-label": T.legend }),
    layers: h("div", { class: "layers floating", role: "region", tabindex: "0", "aria-label": T.layers }),
    find: findField(page),
    pile: h("section", { class: "panel-part", "aria-label": T.tabs.units, data: { panel: "units" } }),
    steps: h("section", { class: "panel-part steps-part", "aria-label": S.steps.label, data: { panel: "orders" } }),
    preview: h("section", { class: "panel-part preview", "aria-label": T.text.battle, data: { panel: "orders" } }),
    orders: h("section", { class: "panel-part orders", "aria-label": T.tabs.orders, data: { panel: "orders" } }),
    lesson: h("div", { class: "lesson-place" }),
    replay: h("div", { class: "replay-place" }),
    end: h("div", { class: "end-place" }),
    curtain: h("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": T.curtainLabel }),
    panels: {},
  };
  for (const name of ["log", "boxes", "rules", "together"]) {
    parts.panels[name] = h("section", { class: "panel-part tabbed", id: `panel-${name}`, role: "tabpanel", "aria-label": T.tabs[name], tabindex: "0", data: { panel: name } });
  }
  const tabs = TABS.map((name) => h("button", {
    class: "tab", role: "tab", id: `tab-${name}`, "aria-selected": "false", "aria-controls": parts.panels[name] ? `panel-${name}` : undefined,
    data: { tab: name, key: `tab ${name}` }, ...keyed(KEYS[name], T.tabs[name]), onclick: () => openTab(page, name),
  }, T.tabs[name]));
  const handle = h("button", { class: "quiet handle", "aria-label": T.handle, data: { key: "handle" }, onclick: () => lift(page) });
  const side = h("aside", { class: "side", data: { tab: "log", height: "low" } }, h("h2", { class: "unseen" }, T.panels), handle,
    parts.lesson, parts.end,
    h("div", { class: "upper" }, parts.orders, parts.pile),
    parts.steps, parts.preview, parts.dice,
    h("div", { class: "tabs", role: "tablist", "aria-label": T.panels, onkeydown: arrows }, tabs),
    h("div", { class: "lower" }, Object.values(parts.panels)), parts.replay);
  const tools = h("div", { class: "tools floating", role: "toolbar", "aria-label": T.tools },
    tool("plus", T.zoomIn, () => page.map.zoomIn()), tool("minus", T.zoomOut, () => page.map.zoomOut()), tool("fit", T.fit, () => page.map.fit()),
    tool("find", T.find, () => page.find()), Object.values(switches), tool("aids", S.aids.title, () => page.aids()), tool("keys", T.keysTitle, () => showKeys()), tool("settings", S.nav.settings, () => openSettings()));
  parts.side = side;
  parts.stage.append(tools, parts.find, parts.tracks, parts.layers, parts.legend);
  parts.page = h("div", { class: "table-page" },
    h("h1", { class: "unseen" }, game.title),
    h("header", { class: "top" }, h("a", { class: "home", href: "#/", "aria-label": S.nav.lobby, ...keyed(KEYS.home, S.nav.lobby) }, icon("home")), parts.bar, parts.clock),
    parts.banner, parts.stage, parts.text, parts.telegram, side);
  root.replaceChildren(parts.page, parts.curtain);
  parts.tabs = tabs;
  openTab(page, "log", parts, "low");
  return parts;
}

/** Left and right go from tab to tab. */
function arrows(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.children].filter((tab) => tab.offsetParent);
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}

/** Show one of the tabs; the sheet of a phone comes up for it. */
export function openTab(page, name, parts = page.parts, height = "half") {
  const { side, tabs, panels } = parts;
  const isSame = side.dataset.tab === name;
  side.dataset.tab = name;
  if (side.dataset.height === "low" || height === "low") side.dataset.height = height;
  else if (isSame && height === "half" && matchMedia("(max-width: 52rem)").matches) side.dataset.height = "low";
  for (const tab of tabs) {
    const on = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  for (const [other, panel] of Object.entries(panels)) panel.hidden = other !== name;
  page.ctx.emit("tab", name);
}

/** The handle: low, half, high, low. */
function lift(page) {
  const { side } = page.parts;
  side.dataset.height = HEIGHTS[(HEIGHTS.indexOf(side.dataset.height) + 1) % HEIGHTS.length];
}

/** What lies beside the map: tracks in words, and boxes with a picture for each pile of like counters. */
export function boxesPanel(page) {
  const { scene } = page.view;
  const pile = (box, like) => h("button", {
    class: "quiet pile-counter", "aria-label": S.table.pile(like.count, inWords(like)), title: S.table.pile(like.count, inWords(like)),
    data: { key: `box ${box} ${like.word || like.name}`, unit: like.name ?? "", word: like.word ?? "" },
    onclick: () => page.decider.tap({ hex: box, unit: like.name, word: like.word }),
  }, counterPicture(like), like.count > 1 || !like.name ? h("span", { class: "times" }, S.table.times(like.count)) : null);
  return [
    h("dl", { class: "track-list" }, Object.entries(scene.tracks).map(([name, value]) => [h("dt", {}, name), h("dd", {}, page.words.tell(value))])),
    Object.entries(scene.boxes ?? {}).map(([box, piles]) => h("section", { class: "box" },
      h("h3", {}, box), h("div", { class: "box-counters" }, piles.map((like) => pile(box, like))))),
  ];
}
