// Calling back whoever looks elsewhere: a quiet sound, and a notice of the browser. Both are off until they are switched on.

import { set, settings } from "./settings.js";
import { S } from "./strings.js";

const TONES = [[587, 0], [880, 0.14]];
const LOUD = 0.06;
const LASTS = 0.5;

let sounds = null;

/** Two soft notes, made by the browser itself. */
export function chime() {
  sounds ??= new AudioContext();
  for (const [pitch, after] of TONES) {
    const at = sounds.currentTime + after;
    const [tone, gain] = [new OscillatorNode(sounds, { frequency: pitch }), new GainNode(sounds, { gain: 0 })];
    gain.gain.setValueAtTime(LOUD, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + LASTS);
    tone.connect(gain).connect(sounds.destination);
    tone.start(at);
    tone.stop(at + LASTS);
  }
  document.documentElement.dataset.chimes = Number(document.documentElement.dataset.chimes ?? 0) + 1;
}

/** It is somebody's turn: say so by what he has switched on; a notice only if he does not look. */
export function callBack(title, text) {
  if (settings.sound === "on") chime();
  if (settings.notices === "on" && document.hidden && globalThis.Notification?.permission === "granted") new Notification(title, { body: text, tag: title });
}

/** Whether to ask for notices: once, of whoever has just acted against a person who sits elsewhere. */
export function shouldAsk(table) {
  const away = Object.entries(table.sides).some(([side, seat]) => seat.seat !== "machine" && !table.roles.includes(side));
  return away && !table.over && settings.notices === "" && globalThis.Notification?.permission === "default";
}

/** Ask the browser, and keep the answer. */
export async function askForNotices() {
  set("notices", (await Notification.requestPermission()) === "granted" ? "on" : "off");
}

/** What whoever acts may be asked, with its button. */
export function question() {
  set("notices", "off"); // asked once; the settings can switch it on at any time
  return [S.attention.ask, { button: [S.attention.yes, askForNotices] }];
}
