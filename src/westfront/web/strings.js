// The one catalogue of strings: every word that the client says by itself. What comes from the server is not here.

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const name = (word) => (word ? word[0].toUpperCase() + word.slice(1) : "");

export const S = {
  common: {
    name: "Westfront 1918",
    loading: "One moment …",
    close: "Close",
    cancel: "Cancel",
    again: "Try again",
    copy: "Copy",
    copied: "Copied",
    copyByHand: "Select and copy it",
    side: name,
    you: "you",
  },

  nav: {
    label: "Main",
    skip: "Skip to the page",
    lobby: "Games",
    newGame: "New game",
    rules: "Rules",
    settings: "Settings",
  },

  errors: {
    title: "That did not work",
    offline: "The server does not answer. Your game is safe there; check the connection and try again.",
    status: (number) => `The server answered with trouble number ${number}.`,
    noPage: "There is no page at this address.",
  },

  time: {
    now: "just now",
    minutes: (number) => `${count(number, "minute", "minutes")} ago`,
    hours: (number) => `${count(number, "hour", "hours")} ago`,
    days: (number) => `${count(number, "day", "days")} ago`,
  },

  settings: {
    title: "Settings",
    theme: "Paper",
    themes: { system: "As the system", light: "Day", dark: "Night" },
    text: "Size of text",
    sizes: { normal: "Normal", large: "Large", larger: "Larger" },
    motion: "Movement on the screen follows the setting of your system. Westfront makes no sound.",
  },

  // Words of the table page itself (map, counters, deciding, text mode).
  table: {},
};
