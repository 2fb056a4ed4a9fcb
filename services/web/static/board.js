"use strict";
// Turns the pages of the board and keeps them fresh, for days and with nobody at it: one request at a time, further
// apart while the network is away, and everything it holds is the deck that is shown.

const board = document.getElementById("deck");
const aged = document.getElementById("stale");
const SECOND = 1000;
const ASK_EVERY = 5;
const ASK_AT_MOST_EVERY = 60;
const PATIENCE = 15;
const STALE_AFTER = 60;
const ANEW_AFTER = 6 * 3600;
const SHIFTS = [0, 0.35, 0.7, 0.35, 0, -0.35, -0.7, -0.35];

let deck = board.querySelector(".deck");
let shownFor = 0;
let turned = 0;
let wait = ASK_EVERY;
let untilAsked = ASK_EVERY;
let asking = false;
let failed = false;
let freshFor = 0;
let fresh = 0;
let age = aged.dataset.age ?? null;
let running = 0;
let tag = "";

// The screen's clock may be wrong. An answer is at most a minute old, and never from the future.
let offset = -Infinity;
const heed = () => {
  offset = Math.max(offset, new Date(deck.dataset.now) - Date.now());
};
const now = () => Date.now() + offset;

const slides = () => [...deck.children];
const shown = () => slides().findIndex((slide) => !slide.hidden);
const spoken = (slide) => slide.lang;
const hour = (moment, slide, more) =>
  new Intl.DateTimeFormat(spoken(slide), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: board.dataset.zone,
    ...more,
  }).format(moment);

const turnTo = (index) => {
  const all = slides();
  const next = all[index % all.length];
  for (const slide of all) slide.hidden = slide !== next;
  shownFor = 0;
  // No line stands on the same pixels all night.
  turned = (turned + 1) % (SHIFTS.length * SHIFTS.length);
  board.style.setProperty("--right", `${SHIFTS[turned % SHIFTS.length]}vh`);
  board.style.setProperty("--down", `${SHIFTS[Math.floor(turned / SHIFTS.length)]}vh`);
  tell();
};

const two = (figure) => String(figure).padStart(2, "0");
const left = (until) => {
  const seconds = Math.max(0, Math.floor((new Date(until) - now()) / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

// What the page that is shown says of the time: the hour, how long it still takes, and since when nothing came.
const tell = () => {
  const slide = slides()[shown()];
  const old = failed || age !== null || freshFor > STALE_AFTER;
  const [clock, asOf] = [slide.querySelector("[data-fresh]"), slide.querySelector("[data-as-of]")];
  clock.hidden = old;
  asOf.hidden = !old;
  board.classList.toggle("old", old);
  if (old) asOf.textContent = asOf.dataset.asOf.replace("{time}", hour(fresh, slide));
  else clock.textContent = hour(now(), slide);
  aged.hidden = failed || age === null;
  const words = aged.dataset.aged.replace("{time}", hour(fresh, slide, { second: "2-digit" }));
  aged.textContent = words.replace("{seconds}", Math.max(0, Math.round((now() - fresh) / SECOND)));
  for (const place of slide.querySelectorAll("[data-ends]")) place.textContent = left(place.dataset.ends);
};

const answered = () => {
  failed = false;
  freshFor = 0;
  wait = ASK_EVERY;
  heed();
  // What a standby answers while the main database is away says how old it is.
  fresh = now() - age * SECOND;
};

// The page that is shown stays while it is there; what is urgent and new is shown at once.
const swap = (text) => {
  const key = slides()[shown()]?.dataset.key;
  const before = deck.dataset;
  board.innerHTML = text;
  deck = board.querySelector(".deck");
  if (before.release !== deck.dataset.release) return location.reload();
  const kept = shownFor;
  if (deck.dataset.urgent !== before.urgent && deck.dataset.urgent) return turnTo(0);
  const index = slides().findIndex((slide) => slide.dataset.key === key);
  if (index < 0) return turnTo(0);
  for (const [place, slide] of slides().entries()) slide.hidden = place !== index;
  shownFor = kept;
};

const ask = async () => {
  asking = true;
  try {
    const answer = await fetch(board.getAttribute("hx-get"), {
      cache: "no-cache",
      signal: AbortSignal.timeout(PATIENCE * SECOND),
    });
    // A network that wants a sign-in answers with a page of its own.
    if (!answer.ok || !answer.headers.has("Live-Part")) throw new Error(String(answer.status));
    const newTag = answer.headers.get("ETag");
    if (!newTag || newTag !== tag) {
      swap(await answer.text());
      tag = newTag;
    }
    age = answer.headers.get("Age");
    answered();
  } catch {
    failed = true;
    wait = Math.min(ASK_AT_MOST_EVERY, wait * 2);
  }
  untilAsked = wait * (1 + Math.random() / 4);
  asking = false;
  tell();
};

const everySecond = () => {
  [shownFor, freshFor, running, untilAsked] = [shownFor + 1, freshFor + 1, running + 1, untilAsked - 1];
  if (untilAsked <= 0 && !asking) ask();
  if (shownFor >= Number(slides()[shown()].dataset.seconds)) {
    // Begun anew at the turn of a page, and only while the server is there.
    if (running > ANEW_AFTER && !failed && freshFor < ASK_EVERY * 2) return location.reload();
    turnTo(shown() + 1);
  } else tell();
};

addEventListener("offline", () => {
  failed = true;
  tell();
});
addEventListener("online", () => {
  untilAsked = 0;
});

// Most screens go dark when nobody touches them; where the browser may, it keeps this one lit.
const stayLit = () => {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};
document.addEventListener("visibilitychange", stayLit);
stayLit();

answered();
tell();
setInterval(everySecond, SECOND);
