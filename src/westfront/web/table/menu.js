// A small menu at a place of the map, for a click that could mean several things.

import { h } from "../dom.js";

let close = () => {};

/** Close the menu that is open, if one is. */
export const closeMenu = () => close();

/** Open a menu near a place of the stage; items have label, note, act and focus. */
export function openMenu(stage, [x, y], items, title) {
  close();
  const back = document.activeElement;
  const menu = h("div", { class: "menu", role: "menu", "aria-label": title },
    items.map((item) => h("button", {
      class: "quiet", role: "menuitem", data: { action: item.key },
      onclick: () => { close(); item.act(); }, onfocus: item.focus, onpointerenter: item.focus,
    }, item.label, item.note ? h("span", { class: "soft note" }, item.note) : null)));
  const outside = (event) => { if (!menu.contains(event.target)) close(); };
  close = () => {
    close = () => {};
    document.removeEventListener("pointerdown", outside, true);
    if (menu.contains(document.activeElement)) back?.focus?.();
    menu.remove();
  };
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  stage.append(menu);
  const left = Math.max(8, Math.min(x + 24, stage.clientWidth - menu.offsetWidth - 8));
  const top = Math.max(8, Math.min(y + 12, stage.clientHeight - menu.offsetHeight - 8));
  menu.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  menu.firstChild.focus({ preventScroll: true });
  setTimeout(() => document.addEventListener("pointerdown", outside, true));
}
