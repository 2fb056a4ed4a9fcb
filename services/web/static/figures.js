"use strict";
// Says below the cells of a game, as they are typed, what they come to, and at the foot what each seat has so far.

const figures = document.querySelector("form[data-figures]");
let asked = 0;
let soon;

const compute = async () => {
  const ask = ++asked;
  const fields = new URLSearchParams(new FormData(figures));
  fields.set("step", "typed");
  try {
    const answer = await fetch(figures.action, { method: "POST", body: fields });
    const { games, totals } = await answer.json();
    // What was typed since is asked about anew.
    if (ask !== asked) return;
    for (const line of figures.querySelectorAll("output[data-game]")) {
      const { scores = "", wrong = "" } = games[line.dataset.game] ?? {};
      line.textContent = wrong || scores;
      line.classList.toggle("wrong", wrong !== "");
    }
    figures.querySelector("#so-far").textContent = totals;
  } catch {
    // Without an answer it is read back after the press.
  }
};

figures?.addEventListener("input", () => {
  clearTimeout(soon);
  soon = setTimeout(compute, 400);
});
if (figures) compute();
