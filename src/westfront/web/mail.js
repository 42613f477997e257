// The page behind a link in a letter: one button that says yes or no. Looking at it changes nothing, as programs that read mail look at links too.

import { api } from "./api.js";
import { h, renew } from "./dom.js";
import { S } from "./strings.js";

/** Say whether letters about a game are wanted. */
export async function openMail(main, word, table, code) {
  const page = (...content) => renew(main, h("div", { class: "page narrow stack" }, h("h1", {}, S.mail.title), content));
  const answer = async () => {
    try {
      const { title, side, wanted } = await api.mail(table, word, code);
      page(h("p", { role: "status" }, wanted ? S.mail.wanted(title, side) : S.mail.unwanted(title)));
    } catch (error) {
      page(h("p", { role: "alert" }, error.message));
    }
  };
  page(h("p", {}, S.mail.ask[word]), h("p", { class: "row" }, h("button", { class: "primary big", onclick: answer }, S.mail.button[word])));
}
