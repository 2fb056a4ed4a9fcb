"use strict";
// The tables of standings: finds lines as one types, keeps the line of whoever holds this device in view, shows
// exact fractions, prints. Without it the form finds, and everything is there. Whose line it is stays here.

const table = () => document.querySelector("[data-live] table.rows, .standings table.rows");
const rows = () => [...document.querySelectorAll("tr[data-key]")].filter((row) => !row.closest("#mine"));

// Chinese characters are compared as they stand: other writings of a name stand beside it (data-also).
const PLAIN = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i" };
const folded = (text) => {
  const decomposed = text.toLowerCase().normalize("NFKD").replace(/[\p{Mn}\p{Cf}\p{Cc}]/gu, "");
  const signs = decomposed.replace(/[ßæœøłđðþħŧı]/gu, (sign) => PLAIN[sign]);
  return signs.replace(/[\p{P}\p{Z}]/gu, "") || signs.trim();
};
const sought = (text) => {
  const words = text.split(/[\s,，、;；]+/).map(folded).filter(Boolean);
  // Of signs that are in no name, those that a name keeps.
  const kept = words.filter((word) => !/^[\p{P}\p{Z}]+$/u.test(word));
  const named = kept.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [named, kept].find((found) => found.length) ?? words;
};
const bare = (number) => number.replace(/^0+/, "");
const holds = (number, texts, word) => {
  if (!/^[0-9]+$/.test(word)) return [number, ...texts].some((text) => text.includes(word));
  return number.startsWith(word) || (word[0] === "0" ? bare(number) === bare(word) : bare(number).startsWith(word));
};

// Finding. A page that was fetched for some words holds no other lines: there the form asks again.
const form = document.querySelector("form[data-find]");
const field = form?.elements.q;
const asked = new URLSearchParams(location.search).get("q")?.trim();

const find = () => {
  if (!field || asked) return 0;
  const words = sought(field.value);
  let count = 0;
  const all = rows();
  for (const row of all) {
    const number = folded(row.dataset.key);
    const texts = words.length ? [row.querySelector("th").textContent, row.querySelector(".group")?.textContent, row.dataset.also].filter(Boolean).map(folded) : [];
    row.hidden = !words.every((word) => holds(number, texts, word));
    if (!row.hidden) count += 1;
  }
  for (const other of document.querySelectorAll("tr.cut, tr.letter, [href='#cut']")) other.hidden = words.length > 0;
  const place = document.getElementById("found");
  if (!place) return count;
  place.dataset.whole ??= place.textContent;
  place.textContent = words.length
    ? (count ? place.dataset.words : place.dataset.none).replace("{count}", count).replace("{total}", all.length)
    : place.dataset.whole;
  return count;
};
field?.addEventListener("input", find);
form?.addEventListener("submit", (event) => {
  // What is chosen beside the words is asked for; the words alone are found already. Of who is not here, the
  // server knows whether they take part.
  const chosen = [...form.querySelectorAll("select")].some((select) => select.value !== (select.querySelector("[selected]")?.value ?? ""));
  if (!asked && !chosen && find()) event.preventDefault();
});

// The line kept in view.
const bar = document.getElementById("mine");
const KEY = bar && `me:${bar.dataset.tournament}`;
const keep = document.getElementById("keep")?.content.firstElementChild;
const kept = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};
const note = (number) => {
  try {
    if (number === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, number);
  } catch {
    // Without storage it holds for as long as the page is open.
  }
};
let mine = bar ? kept() : null;

const rowOf = (number) => rows().find((row) => row.dataset.key === number);
const showMine = () => {
  if (!bar) return;
  for (const row of document.querySelectorAll("tr.mine")) row.classList.remove("mine");
  bar.hidden = mine === null;
  if (mine === null) return;
  const row = rowOf(mine);
  const body = bar.querySelector("tbody");
  const missing = bar.querySelector("[data-note]");
  missing.hidden = row !== undefined;
  missing.textContent = bar.dataset.missing.replace("{number}", mine);
  bar.querySelector("[data-go]").hidden = row === undefined;
  body.replaceChildren();
  if (!row) return;
  const copy = row.cloneNode(true);
  copy.querySelector(".keep")?.remove();
  copy.removeAttribute("hidden");
  copy.classList.remove("lit");
  body.append(copy);
  const columns = table()?.querySelector("colgroup");
  bar.querySelector("colgroup")?.remove();
  if (columns) body.before(columns.cloneNode(true));
  bar.querySelector("table").className = table()?.className ?? "rows";
  row.classList.add("mine");
};
bar?.addEventListener("click", (event) => {
  if (event.target.closest("[data-forget]")) {
    mine = null;
    note(null);
    showMine();
    field?.focus();
  }
  if (event.target.closest("[data-go]")) {
    const row = rowOf(mine);
    row.hidden = false;
    row.scrollIntoView({ block: "center" });
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  }
});

// One button for all lines: it comes to the line that is pointed at, or to the only one that is found.
const offer = (row) => {
  if (!keep || !row || row.closest("#mine") || row.dataset.key === mine) return keep?.remove();
  if (keep.parentElement?.parentElement !== row) row.querySelector("th").append(keep);
};
keep?.addEventListener("click", () => {
  mine = keep.closest("tr").dataset.key;
  keep.remove();
  note(mine);
  showMine();
  bar.querySelector("[data-go]").focus();
});
for (const kind of ["pointerover", "focusin", "click"])
  document.addEventListener(kind, (event) => {
    const row = event.target.closest?.("tr[data-key]");
    if (row && !event.target.closest("button")) offer(row);
  });
field?.addEventListener("input", () => {
  const left = rows().filter((row) => !row.hidden);
  offer(left.length === 1 ? left[0] : null);
});
if (asked && rows().length === 1) offer(rows()[0]);

// Exact fractions, and paper.
const exact = document.querySelector("[data-exact] input");
const showExact = () => {
  for (const each of document.querySelectorAll("table.rows")) each.classList.toggle("exact", exact.checked);
};
const offerExact = () => {
  const place = document.querySelector("[data-exact]");
  if (place) place.hidden = !document.querySelector("table.rows i");
};
document.addEventListener("change", (event) => {
  if (!event.target.closest("[data-exact]")) return;
  for (const each of document.querySelectorAll("table.rows")) each.classList.toggle("exact", event.target.checked);
});
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

const settle = () => {
  offerExact();
  find();
  showMine();
};
settle();
document.addEventListener("htmx:after:swap", (event) => {
  if (event.target.closest?.("[data-live]")) settle();
});
