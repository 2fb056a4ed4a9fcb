"use strict";
// A signature drawn with a finger: its points go along with the form, and nowhere else. The column of whoever
// types their number stands out, so that they see what they sign.

const glass = document.getElementById("glass");
const number = document.getElementById("sign-entrant");
const MOST = 1200; // points
const NEAR = 5; // units: what lies closer together is one point

if (glass) {
  const pen = glass.getContext("2d");
  const drawn = document.getElementById("drawn");
  const wrong = document.getElementById("wrong-drawn");
  let lines = [];
  let drawing = null;
  let count = 0;
  const within = (part, whole, most) => Math.min(most - 1, Math.max(0, Math.round((part / whole) * most)));
  const point = (event) => {
    const box = glass.getBoundingClientRect();
    return [
      within(event.clientX - box.left, box.width, glass.width),
      within(event.clientY - box.top, box.height, glass.height),
    ];
  };
  const begin = () => {
    pen.strokeStyle = getComputedStyle(glass).color;
    drawing = [];
    lines.push(drawing);
  };
  const add = ([x, y]) => {
    const last = drawing.at(-1);
    if (count >= MOST || (last && Math.abs(x - last[0]) + Math.abs(y - last[1]) < NEAR)) return;
    count += 1;
    drawing.push([x, y]);
    pen.beginPath();
    pen.moveTo(...(last ?? [x, y]));
    pen.lineTo(x, y);
    pen.stroke();
  };
  const stop = () => {
    drawing = null;
  };
  document.getElementById("draw").hidden = false;
  document.getElementById("press-how").hidden = true;
  // Only what may be drawn on sends what was drawn: without a script the press signs.
  drawn.disabled = false;
  pen.lineWidth = 6;
  pen.lineCap = "round";
  for (const line of glass.dataset.drawn.split(";").filter(Boolean)) {
    begin();
    for (const each of line.split(" ")) add(each.split(",").map(Number));
  }
  stop();
  glass.addEventListener("pointerdown", (event) => {
    glass.setPointerCapture(event.pointerId);
    wrong.hidden = true;
    begin();
    add(point(event));
  });
  glass.addEventListener("pointermove", (event) => {
    if (drawing) for (const each of event.getCoalescedEvents?.() ?? [event]) add(point(each));
  });
  for (const name of ["pointerup", "pointercancel"]) glass.addEventListener(name, stop);
  document.getElementById("wipe").addEventListener("click", () => {
    lines = [];
    count = 0;
    pen.clearRect(0, 0, glass.width, glass.height);
  });
  glass.closest("form").addEventListener("submit", (event) => {
    const kept = lines.filter((line) => line.length).map((line) => line.map((each) => each.join(",")).join(" "));
    drawn.value = kept.join(";");
    if (drawn.value) return;
    event.preventDefault();
    wrong.hidden = false;
    wrong.scrollIntoView({ block: "nearest" });
  });
}

const bare = (text) => text.trim().replace(/^0+/, "").toUpperCase();
const numbers = () => [...document.querySelectorAll(".grid-lines thead th b")].map((head) => head.textContent.trim());
const mark = () => {
  const typed = bare(number.value);
  const at = numbers().findIndex((here) => typed && bare(here) === typed);
  for (const row of document.querySelectorAll(".grid-lines tr"))
    [...row.children].slice(1).forEach((cell, place) => cell.classList.toggle("mine", place === at));
};

// Who cannot sign is told as they type, by what the page has, so without a network as well.
const refusal = (whole) => {
  const { refused, stranger, waits, waiting = "[]" } = number.form.dataset;
  const typed = bare(number.value);
  const here = numbers().find((each) => bare(each) === typed);
  if (here) return JSON.parse(waiting).map(bare).includes(typed) ? waits.replace("{number}", here) : JSON.parse(refused)[here];
  const begun = numbers().some((each) => bare(each).startsWith(typed));
  return typed && (whole || !begun) ? stranger.replace("{number}", number.value.trim()) : "";
};
const check = (whole) => {
  const why = refusal(whole);
  const told = document.getElementById("wrong-entrant");
  number.setCustomValidity(why);
  if (why) number.setAttribute("aria-invalid", "true");
  else number.removeAttribute("aria-invalid");
  if (told.lastElementChild.textContent !== why) told.lastElementChild.textContent = why;
  told.hidden = !why;
};
number?.addEventListener("input", () => {
  mark();
  check(false);
});
number?.addEventListener("change", () => check(true));
if (number?.value) mark();

// Who has signed meanwhile, and figures that have changed, come into the page while it is open.
const LOOK_EVERY = 15000;
const PATIENCE = 5000;
const look = async () => {
  const paper = document.querySelector("article.paper");
  const answer = document.hidden ? null : await fetch(location, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.querySelector("article.paper");
  // Not what the sign-in page of a network says.
  if (now?.dataset.key !== paper.dataset.key) return;
  const form = page.getElementById("sign");
  if (!form) {
    location.reload();
    return;
  }
  const { shown } = number.form.elements;
  const [before, after] = [shown.value, form.elements.shown.value].map((each) => JSON.parse(each));
  const changed = Object.keys(after).filter((each) => after[each] !== before[each]).map(bare);
  paper.replaceWith(now);
  number.form.dataset.refused = form.dataset.refused;
  shown.value = form.elements.shown.value;
  mark();
  if (number.value) check(true);
  if (!changed.length || (number.value && !changed.includes(bare(number.value)))) return;
  document.getElementById("figures-changed").hidden = false;
  document.getElementById("wipe").click();
};
if (number) {
  addEventListener("online", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_EVERY);
}

number?.form.addEventListener("emptied", () => {
  document.getElementById("figures-changed").hidden = true;
  mark();
  document.getElementById("wipe").click();
});
