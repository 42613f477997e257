// The router: the address after # decides which page stands in <main>.

import { api, Trouble } from "./api.js";
import { h, announce, renew, showOnTab } from "./dom.js";
import { applySettings, openSettings } from "./settings.js";
import { S } from "./strings.js";
import { openTable } from "./table/table.js";

const main = document.getElementById("main");

/** A page whose code is fetched when it is opened first; whoever comes to play waits for none of them. */
const later = (fetched, name) => async (...parts) => {
  const module = await fetched().catch((error) => { console.warn(error); throw new Trouble(S.errors.offline); });
  return module[name](...parts);
};

const setUp = () => import("./newgame.js");

/** Each page: the pattern of its address and how to open it in a place. A page may return {update(parts), close()}. */
const ROUTES = [
  [/^\/?$/, later(() => import("./lobby.js"), "openLobby")],
  [/^\/new(?:\/([\w-]+))?$/, later(setUp, "openNewGame")],
  [/^\/import$/, later(setUp, "openImport")],
  [/^\/seats\/([\w-]+)$/, later(setUp, "openSeats")],
  [/^\/(join|seat|watch)\/([\w-]+)\/([\w-]+)$/, later(() => import("./join.js"), "openJoin")],
  [/^\/sit\/([\w-]+)\/([\w-]+)$/, later(() => import("./opentables.js"), "openSit")],
  [/^\/mail\/(yes|no)\/([\w-]+)\/([\w-]+)$/, later(() => import("./mail.js"), "openMail")],
  [/^\/rules(?:\/([\w-]+)(?:\/(.+))?)?$/, later(() => import("./rulebook.js"), "openRules")],
  [/^\/aids\/([\w-]+)(?:\/(.+))?$/, later(() => import("./aids.js"), "openAidsPage")],
  [/^\/table\/([\w-]+)(?:\/at\/(\d+))?$/, openTablePage],
];

/** One page for a table, whatever action is looked at. */
async function openTablePage(place, id, at) {
  const number = (text) => (text === undefined ? null : Number(text));
  const page = await openTable(place, { api, tableId: id, at: number(at) });
  return {
    close: () => page?.close?.(),
    update: (other, then) => other === id && page?.showAt !== undefined && (page.showAt(number(then)), true),
  };
}

let current = { route: null, page: null };
let visit = 0;

/** The address after #; one that is broken is taken as it is, and leads nowhere. */
function addressed() {
  const path = location.hash.slice(1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

async function go() {
  const path = addressed();
  if (path === "main") { main.focus(); return; }
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  const parts = route ? path.match(route[0]).slice(1) : [];
  if (route && current.route === route && current.page?.update?.(...parts)) return;
  const mine = ++visit;
  current.page?.close?.();
  current = { route, page: null };
  document.body.dataset.page = path.split("/")[1] || "lobby";
  // Every visit has a place of its own: a page that was left before it came writes where nobody sees it.
  const place = h("div", { class: "visit" }, h("p", { class: "loading" }, S.common.loading));
  main.replaceChildren(place);
  try {
    if (!route) throw new Error(S.errors.noPage);
    const page = await route[1](place, ...parts);
    if (mine !== visit) { page?.close?.(); return; }
    current.page = page;
    arrive();
    letters();
  } catch (error) {
    if (mine === visit) showTrouble(place, error);
  }
}

/** The fonts come last: over a slow line one can play before they are there. */
function letters() {
  const meta = document.querySelector('meta[name="letters"]');
  if (meta) meta.replaceWith(h("link", { rel: "stylesheet", href: meta.content }));
}

/** After a change of page the reader stands at its heading. */
function arrive() {
  const heading = main.querySelector("h1");
  showOnTab({ title: heading ? `${heading.textContent} – ${S.common.name}` : S.common.name });
  scrollTo(0, 0);
  if (!main.contains(document.activeElement)) {
    heading?.setAttribute("tabindex", "-1");
    (heading ?? main).focus({ preventScroll: true });
  }
  announce(document.title);
}

function showTrouble(place, error) {
  if (!(error instanceof Error) || error.status === undefined) console.warn(error);
  document.body.dataset.page = "trouble";
  renew(place, h("section", { class: "page narrow" },
    h("h1", {}, S.errors.title), h("p", { role: "alert" }, error.message),
    h("p", { class: "row" }, h("button", { onclick: go }, S.common.again), h("a", { class: "button", href: "#/" }, S.nav.lobby))));
  arrive();
}

function masthead() {
  renew(document.getElementById("masthead"),
    h("a", { class: "brand", href: "#/", "aria-label": S.common.name }, h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", {}, S.common.name)),
    h("nav", { "aria-label": S.nav.label },
      h("a", { href: "#/" }, S.nav.lobby),
      h("a", { href: "#/new" }, S.nav.newGame),
      h("a", { href: "#/rules" }, S.nav.rules),
      h("button", { class: "quiet", onclick: openSettings }, S.nav.settings)));
  document.getElementById("skip").textContent = S.nav.skip;
}

document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
applySettings();
masthead();
addEventListener("hashchange", go);
go();
