"use strict";
// Keeps what is typed into the form of a task in its draft, so that the page can be loaded again.

const typed = document.getElementById("asked");
const PAUSE = 300;
let waiting = 0;

const keep = async () => {
  clearTimeout(waiting);
  waiting = 0;
  const fields = new URLSearchParams([...new FormData(typed)].filter(([, value]) => typeof value === "string"));
  fields.set("switch", typed.dataset.typed);
  const answer = await fetch(typed.action, { method: "POST", body: fields, keepalive: true }).catch(() => null);
  if (!answer?.ok || !answer.redirected || !answer.headers.has("Tileledger-Page")) return;
  history.replaceState(history.state, "", answer.url);
  const draft = typed.elements.draft ?? document.createElement("input");
  Object.assign(draft, { type: "hidden", name: "draft", value: new URL(answer.url).pathname.split("/").pop() });
  typed.append(draft);
  if (!waiting) typed.dataset.stored = "";
};

typed.addEventListener("input", () => {
  clearTimeout(waiting);
  delete typed.dataset.stored;
  waiting = setTimeout(keep, PAUSE);
});
typed.addEventListener("submit", () => clearTimeout(waiting));
addEventListener("pagehide", () => waiting && keep());
