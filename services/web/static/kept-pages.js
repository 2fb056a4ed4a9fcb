"use strict";
// Which pages of tables are kept ahead, and which of them comes next while there is no network.

const MOST_AHEAD = 8;

// The page of a form, however it was reached.
const pageOf = (form, lang) => {
  if (!form) return `${location.pathname}?lang=${lang}`;
  const known = new URLSearchParams({ lang });
  for (const name of ["sheet", "game", "back"]) {
    if (form.elements[name]) known.set(name, form.elements[name].value);
  }
  return `${new URL(form.action).pathname}?${known}`;
};

const atGame = (href, game) => {
  const url = new URL(href);
  url.searchParams.set("game", game);
  return url.href;
};

// The sheets and games of a referee's own tables may be wanted first when the network is gone already.
const ahead = (home) => {
  const links = [...document.querySelectorAll("main a[href*='/tasks/record-game-result?'], main a[href*='/tasks/submit-sheet?']")];
  const pages = new Set();
  for (const link of links) {
    const named = new URL(link.href).searchParams;
    const of = Number(link.closest("[data-games]")?.dataset.games ?? 0);
    for (let game = Number(named.get("game")); game && game <= of; game++) pages.add(atGame(link.href, game));
    named.delete("game");
    pages.add(link.href).add(`${home}tasks/submit-sheet?${named}`);
  }
  const signed = [...document.querySelectorAll("main a[href*='/sign?']")].map(({ href }) => href);
  return [...(links.length > MOST_AHEAD ? [] : pages), ...signed.slice(0, MOST_AHEAD)];
};

// Of a table whose game waits here, the next one is entered.
const leadOn = (entries, called) => {
  const waiting = new Set(entries.filter(({ state }) => state === "queued").map(({ key }) => key));
  for (const link of document.querySelectorAll("[data-games] a[href*='/tasks/record-game-result?']")) {
    const named = new URL(link.href).searchParams;
    const last = Number(link.closest("[data-games]").dataset.games);
    const game = Number(named.get("game"));
    let next = game;
    while (next < last && waiting.has(`record-game-result ${named.get("sheet")} ${next}`)) next++;
    if (!game || next === game) continue;
    link.href = atGame(link.href, next);
    link.textContent = link.textContent.replace(called.replace("{game}", game), called.replace("{game}", next));
  }
};

// Of all pages that are kept, or of all but those of one owner.
const forgetPages = async (home, owner) => {
  const begin = `kept ${home} `;
  const names = (await caches.keys()).filter((name) => name.startsWith(begin) && name !== begin + owner);
  await Promise.all(names.map((name) => caches.delete(name)));
};

window.keptPages = { ahead, forgetPages, leadOn, pageOf };
