"use strict";
// What every page does by script beyond showing: keeps the place and what is typed when the language is switched,
// lights up what a live part changed, says since when nothing new has come, and asks for nothing while nobody looks.

const stale = document.getElementById("stale");
const LIT_FOR = 4000;

// What is typed goes along when the language is switched: of each form by its place, and of each field by its name.
const isTyped = ({ type, value, defaultValue, checked, defaultChecked, options }) => {
  if (["hidden", "file", "password", "submit", "button", undefined].includes(type)) return false;
  if (options) {
    const first = [...options].findIndex((option) => option.defaultSelected);
    return options.selectedIndex !== Math.max(first, 0);
  }
  return value !== defaultValue || checked !== defaultChecked;
};
const fieldsTyped = () =>
  [...document.forms].flatMap((form, at) =>
    [...(form.method === "post" ? form.elements : [])].flatMap((field) =>
      field.name && isTyped(field) ? [[at, field.name, field.value, field.checked]] : [],
    ),
  );
const typeAgain = (fields) => {
  for (const [at, name, value, checked] of fields) {
    const named = [...(document.forms[at]?.elements ?? [])].filter((field) => field.name === name);
    const ticked = named.find((field) => field.type === "checkbox" || field.type === "radio");
    const field = ticked ? named.find((other) => other.value === value) : named[0];
    if (!field) continue;
    if (ticked) field.checked = checked;
    else field.value = value;
    for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-keep-place]");
  if (!link) return;
  try {
    const place = { path: location.pathname, at: scrollY, typed: fieldsTyped() };
    sessionStorage.setItem("place", JSON.stringify(place));
  } catch {
    // Without storage the page begins at its top.
  }
  if (location.hash) link.hash = location.hash;
});

try {
  const place = JSON.parse(sessionStorage.getItem("place") ?? "null");
  sessionStorage.removeItem("place");
  if (place && place.path === location.pathname) {
    document.addEventListener("DOMContentLoaded", () => {
      typeAgain(place.typed);
      scrollTo(0, place.at);
    });
  }
} catch {
  // As above.
}

// Where the tabs are wider than the screen, the one of this page is in view; newer browsers do it without this.
const tabs = document.querySelector(".tabs");
const current = tabs?.querySelector("[aria-current]");
if (current) {
  const within = current.getBoundingClientRect().left - tabs.getBoundingClientRect().left + tabs.scrollLeft;
  const end = within + current.offsetWidth;
  if (within < tabs.scrollLeft || end > tabs.scrollLeft + tabs.clientWidth)
    tabs.scrollLeft = within - (tabs.clientWidth - current.offsetWidth) / 2;
}

// By the clock of the venue, as all times of the page are.
const clock = (moment, more) => {
  const how = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: stale.dataset.zone, ...more };
  return moment.toLocaleTimeString(document.documentElement.lang, how);
};

// A link that is handed over can be copied where the browser lets scripts do so: over https, and on this machine.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  const status = button.nextElementSibling;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      status.textContent = status.dataset.words;
    } catch {
      button.hidden = true;
    }
  });
}

// What a standby answers while the main database is away says how old it is.
let fresh, old;
const countAge = () => {
  if (!old) return;
  const words = stale.dataset.aged.replace("{time}", clock(fresh, { second: "2-digit" }));
  stale.textContent = words.replace("{seconds}", Math.max(0, Math.round((Date.now() - fresh) / 1000)));
};
const answered = (age = null) => {
  old = age !== null;
  fresh = new Date(Date.now() - age * 1000);
  stale.hidden = !old;
  countAge();
};
if (stale) {
  answered(stale.dataset.age ?? null);
  setInterval(countAge, 1000);
}
const unanswered = () => {
  old = false;
  stale.textContent = stale.dataset.words.replace("{time}", clock(fresh));
  stale.hidden = false;
};

// What was there before a part came in, by key; what differs afterwards is lit for a moment.
const before = new WeakMap();
// How far off a moment is changes by itself, and is no news.
const textOf = (row) => {
  const copy = row.cloneNode(true);
  for (const place of copy.querySelectorAll("[data-until]")) place.remove();
  return copy.textContent;
};
const keyed = (part) => new Map([...part.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, textOf(row)]));

document.addEventListener("htmx:before:request", (event) => {
  const part = event.target.closest?.("[data-live]");
  if (!part) return;
  if (document.hidden) event.preventDefault();
  else before.set(part, keyed(part));
});
document.addEventListener("htmx:after:swap", (event) => {
  const part = event.target.closest?.("[data-live]");
  const known = part && before.get(part);
  if (!known) return;
  for (const row of part.querySelectorAll("[data-key]")) {
    if (known.get(row.dataset.key) === textOf(row)) continue;
    row.classList.add("lit");
    setTimeout(() => row.classList.remove("lit"), LIT_FOR);
  }
});
// What refuses, or stands in the way, such as the page of a network that wants a sign-in, takes no part's place.
const isPart = (part, event) => {
  const { status = 0, headers } = event.detail?.ctx?.response ?? {};
  return status === 200 && headers.get("Live-Part") === part.dataset.live;
};
// A browser answers with what it has kept where nothing changed: then nothing is put in anew.
const tags = new WeakMap();
document.addEventListener("htmx:before:response", (event) => {
  const part = event.target.closest?.("[data-live]");
  if (!part) return;
  const { headers } = event.detail.ctx.response;
  const tag = headers.get("ETag");
  if (!isPart(part, event)) {
    event.preventDefault();
    unanswered();
  } else if (!tag) return;
  else if (tags.get(part) === tag) {
    event.preventDefault();
    answered(headers.get("Age"));
  } else tags.set(part, tag);
});
document.addEventListener("htmx:after:request", (event) => {
  const part = event.target.closest?.("[data-live]");
  const { status = 0, headers } = event.detail?.ctx?.response ?? {};
  if (part ? isPart(part, event) : status && status < 400) answered(headers?.get("Age"));
  else unanswered();
});
document.addEventListener("htmx:error", unanswered);
addEventListener("offline", unanswered);

// What waits for the next entry is selected, so that a scanner's number takes the place of one that was refused.
document.querySelector("input[autofocus]")?.select();

// What is longer than is taken would be refused on another page: it stays here, and is told before it is sent.
const tooLong = document.getElementById("too-long");
const bytes = (value) => value.size ?? new Blob([value]).size;
const sizeOf = (form) => {
  const fields = [...new FormData(form)];
  if (form.enctype !== "multipart/form-data") return new URLSearchParams(fields).toString().length;
  return fields.reduce((sum, [name, value]) => sum + bytes(name) + bytes(value) + PART, PART);
};
const PART = 200; // bytes around each part of such a form, at most
if (tooLong) document.addEventListener(
  "submit",
  (event) => {
    const { target: form } = event;
    const most = form.method === "post" ? JSON.parse(tooLong.dataset.most)[form.enctype] : Infinity;
    tooLong.hidden = sizeOf(form) <= most;
    if (tooLong.hidden) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tooLong.textContent = tooLong.dataset.words.replace("{most}", Math.floor(most / 1024));
    tooLong.className = "wrong";
    tooLong.role = "alert";
    form.prepend(tooLong);
    tooLong.scrollIntoView({ block: "center" });
  },
  { capture: true },
);

// How far off a moment is, beside its time: <time datetime="…">14:30</time> <span data-until="…"></span>.
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
// Below two of a unit the smaller one says more; what is begun of a longer one is left out, so that nobody comes late.
const UNITS = [
  ["day", 86400, 2, Math.floor],
  ["hour", 3600, 2, Math.floor],
  ["minute", 60, 0, Math.ceil],
];
const countDown = () => {
  for (const place of document.querySelectorAll("[data-until]")) {
    const seconds = (new Date(place.dataset.until) - Date.now()) / 1000;
    const [unit, length, , rounded] = UNITS.find(([, length, least]) => seconds >= least * length) ?? UNITS[2];
    place.textContent = seconds > 0 ? relative.format(rounded(seconds / length), unit) : "";
  }
};
countDown();
setInterval(countDown, 15000);
document.addEventListener("htmx:after:swap", countDown);
