// A new game in three choices, a record brought from elsewhere, and the links of a table just set.

import { chosenTerms, termChoices, usualTerms } from "./agreement.js";
import { api, seats } from "./api.js";
import { h, renew, sideClass, trouble } from "./dom.js";
import { seatLinks } from "./links.js";
import { mapPicture } from "./lobby.js";
import { set, settings } from "./settings.js";
import { S } from "./strings.js";

const LARGEST = 4_000_000;

/** What stands behind a value of an option: the first is the recommended one. */
const valueLabel = (values, value) => (value === values[0] ? `${value} (${S.newGame.usual})` : value);

const levelOf = (kind) => (kind.startsWith("machine:") ? kind.replace("machine:", "") : null);

/** What a side's machine is like, and the choice of its style if it has any; `state.styles` holds it. */
function machineChoice(side, { machines, styled }, { styles, fair }, state, changed) {
  const level = levelOf(state.seats[side]);
  const style = state.styles[side] ?? "";
  if (level === null) return [];
  if (!styled.includes(level)) return h("p", { class: "small" }, machines[level]);
  return [
    h("p", { class: "small" }, `${machines[level]} ${styles[style]}`),
    h("p", { class: "small soft" }, fair),
    h("fieldset", { class: "styles" }, h("legend", {}, S.newGame.styleOf(side)),
      Object.entries(styles).map(([name, about]) => h("label", { class: "chip", title: about },
        h("input", { type: "radio", name: `style-${side}`, value: name, checked: style === name, data: { key: `style-${name}` },
          onchange: () => { state.styles[side] = name; changed(); } }), h("span", {}, about.split(/[:.]/)[0])))),
  ];
}

/** The choice of who sits on each side; `state.seats` holds it. */
function seatChoices(game, about, state, changed) {
  const { sides, machines } = game;
  const kinds = [["me", S.newGame.kinds.me], ["link", S.newGame.kinds.link], ...Object.entries(machines).map(([bot, title]) => [`machine:${bot}`, S.newGame.machine(bot), title])];
  return sides.map((side) => {
    const machine = h("div", { class: "machine-choice" });
    const show = () => renew(machine, machineChoice(side, game, about, state, show));
    show();
    return h("fieldset", { class: `choices ${sideClass(side, sides)}` }, h("legend", {}, S.newGame.seatOf(side)),
      kinds.map(([kind, label, title]) => h("label", { class: "chip", title },
        h("input", { type: "radio", name: `seat-${side}`, value: kind, checked: state.seats[side] === kind,
          onchange: () => { state.seats[side] = kind; show(); changed(); } }), h("span", {}, label))), machine);
  });
}

/** The seats as they are sent, a machine with its style: `machine:officer-bold`. */
const seatsOf = ({ game, seats, styles }) => Object.fromEntries(Object.entries(seats).map(([side, kind]) =>
  [side, styles[side] && game.styled.includes(levelOf(kind)) ? `${kind}-${styles[side]}` : kind]));

function seatSentence(state, hidden) {
  const kinds = Object.values(state.seats);
  if (kinds.every((kind) => kind === "me")) return hidden ? S.newGame.hotSeat : S.newGame.hotSeatOpen;
  const said = [];
  if (kinds.includes("link")) said.push(S.newGame.byLink);
  if (kinds.some((kind) => kind.startsWith("machine"))) said.push(S.newGame.versus);
  if (!kinds.includes("me")) said.push(S.newGame.watchOnly);
  return said.join(" ");
}

function nameField() {
  const field = h("input", { type: "text", id: "my-name", maxlength: 40, autocomplete: "nickname", value: settings.name,
    oninput: () => set("name", field.value.trim()) });
  return h("label", { class: "field" }, h("span", { class: "label" }, `${S.newGame.yourName} – ${S.newGame.nameHint}`), field);
}

/** Keep the tokens of a table that was just set up, and go where they are needed: to the links, or to the map. */
function settle(answer, game, chosen) {
  const { mine, watch, ...invites } = answer.tokens;
  const open = Object.fromEntries(Object.entries(invites).filter(([side]) => chosen[side] === "link"));
  const isSeated = Object.values(chosen).includes("me");
  seats.keep(answer.table, { token: mine, role: isSeated ? "seat" : "watch", watch, invites: open, game });
  location.replace(Object.keys(open).length ? `#/seats/${answer.table}` : `#/table/${answer.table}`); // back leads past the form
}

function step(number, title, ...content) {
  return h("section", { class: "step", "aria-labelledby": `step-${number}` },
    h("h2", { id: `step-${number}` }, h("span", { class: "step-number", "aria-hidden": "true" }, `${number}`), title), content);
}

function gameChoice(games, state, changed) {
  return h("div", { class: "game-choice", role: "radiogroup", "aria-labelledby": "step-1" }, games.map((game) =>
    h("label", { class: "game-option" },
      h("input", { type: "radio", name: "game", value: game.id, checked: state.game === game, onchange: () => { choose(state, game); changed(); } }),
      h("span", { class: "game-option-face" }, mapPicture(game), h("strong", {}, game.title), h("span", { class: "small soft" }, game.length)))));
}

function scenarioChoice(state, changed) {
  return h("fieldset", { class: "scenarios" }, h("legend", {}, S.newGame.scenario),
    Object.entries(state.game.scenarios).map(([id, sentence]) => h("label", { class: "radio-line" },
      h("input", { type: "radio", name: "scenario", value: id, checked: state.scenario === id, onchange: () => { state.scenario = id; changed(); } }),
      h("span", {}, sentence))));
}

function optionChoice(state, changed) {
  const { choices, notes } = state.game;
  const names = Object.keys(choices);
  if (!names.length) return h("p", { class: "soft" }, S.newGame.noOptions);
  const other = names.filter((name) => state.options[name] !== choices[name][0]);
  return h("details", { class: "options", open: state.open, ontoggle: (event) => { state.open = event.target.open; } },
    h("summary", {}, other.length ? S.newGame.changed(other.length) : S.newGame.asUsual),
    names.map((name) => h("label", { class: "option-line" },
      h("span", { class: "option-name" }, S.common.side(name.replaceAll("_", " "))),
      h("select", { name: `option-${name}`, data: { key: `option-${name}` }, onchange: (event) => { state.options[name] = event.target.value; changed(); } },
        choices[name].map((value) => h("option", { value, selected: state.options[name] === value }, valueLabel(choices[name], value)))),
      h("span", { class: "small soft" }, notes[name] ?? ""))),
    other.length > 0 && h("button", { class: "small", type: "button", onclick: () => { state.options = usual(state.game); changed(); } }, S.newGame.back));
}

const usual = (game) => Object.fromEntries(Object.entries(game.choices).map(([name, values]) => [name, values[0]]));

function choose(state, game) {
  const [first, second] = game.sides;
  Object.assign(state, { game, scenario: Object.keys(game.scenarios)[0], options: usual(game), styles: {}, seats: { [first]: "me", [second]: "link" } });
}

/** The page for a new game. */
export async function openNewGame(main, wanted) {
  const { games, ...about } = await api.games();
  const state = { open: false, terms: usualTerms() };
  choose(state, games.find((game) => game.id === wanted) ?? games[0]);
  const [scenarios, options, seating, terms] = [h("div"), h("div"), h("div"), h("div")];
  const sentence = h("p", { class: "seat-sentence", "aria-live": "polite" });
  const button = h("button", { class: "primary big", type: "submit" }, S.newGame.begin);
  const showTerms = () => renew(terms, termChoices(state, showTerms));
  const showSentence = () => { sentence.textContent = seatSentence(state, state.game.hidden); showTerms(); };
  const showOptions = () => renew(options, optionChoice(state, showOptions));
  const show = () => {
    renew(scenarios, scenarioChoice(state, () => {}));
    showOptions();
    showSeats();
  };
  const showSeats = () => {
    renew(seating, seatChoices(state.game, about, state, showSentence),
      h("button", { class: "small", type: "button", data: { key: "both" }, onclick: () => { for (const side of state.game.sides) state.seats[side] = "me"; showSeats(); } }, S.newGame.both));
    showSentence();
  };
  show();
  const begin = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const chosen = seatsOf(state);
      settle(await api.create({ game: state.game.id, scenario: state.scenario, options: state.options, seats: chosen, name: settings.name, ...chosenTerms(state.terms, chosen) }), state.game.id, chosen);
    } catch (error) {
      button.disabled = false;
      trouble(error);
    }
  };
  renew(main, h("form", { class: "page new-game", onsubmit: begin },
    h("h1", {}, S.newGame.title),
    step(1, S.newGame.one, gameChoice(games, state, show), scenarios),
    step(2, S.newGame.two, options),
    step(3, S.newGame.three, seating, sentence, nameField()),
    step(4, S.newGame.four, terms),
    h("div", { class: "row end" }, button)));
}

/** The page that opens a record. */
export async function openImport(main) {
  const { games, ...about } = await api.games();
  const state = { record: "", game: null, seats: {}, styles: {} };
  const seating = h("div");
  const button = h("button", { class: "primary", type: "submit" }, S.newGame.openRecord);
  let reading = null;
  const read = async (file) => {
    state.record = "";
    renew(seating, []);
    if (!file) return;
    if (file.size > LARGEST) throw new Error(S.newGame.tooLarge);
    state.record = await file.text();
    state.game = games.find((game) => game.id === /^game = (\S+)/m.exec(state.record)?.[1]);
    state.seats = Object.fromEntries((state.game?.sides ?? []).map((side) => [side, "me"]));
    renew(seating, state.game ? [h("h2", {}, state.game.title), seatChoices(state.game, about, state, () => {})] : []);
  };
  const open = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await reading;
      if (!state.record) throw new Error(S.newGame.noFile);
      const chosen = seatsOf(state);
      settle(await api.importRecord({ record: state.record, seats: chosen }), state.game?.id, chosen);
    } catch (error) {
      button.disabled = false;
      trouble(error);
    }
  };
  renew(main, h("form", { class: "page narrow stack", onsubmit: open },
    h("h1", {}, S.newGame.importTitle), h("p", {}, S.newGame.importText),
    h("label", { class: "field file-field" }, h("span", { class: "label" }, S.newGame.file),
      h("input", { type: "file", accept: ".westfront,.txt,text/plain", onchange: (event) => { reading = read(event.target.files[0]).catch(trouble); } })),
    seating, h("div", { class: "row end" }, button)));
}

/** The page after setting up: here are the links. */
export async function openSeats(main, table) {
  if (!seats.of(table)) throw new Error(S.seats.unknown);
  renew(main, h("div", { class: "page narrow stack" },
    h("h1", {}, S.seats.title), h("p", { class: "lead" }, S.seats.text), seatLinks(table),
    h("p", { class: "row" }, h("a", { class: "button primary big", href: `#/table/${table}` }, S.seats.go))));
}
