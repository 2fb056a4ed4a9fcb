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

const heads = [...document.querySelectorAll(".grid-lines thead th")];
const mark = () => {
  const typed = number.value.trim().replace(/^0+/, "").toUpperCase();
  const at = heads.findIndex((head) => {
    const here = head.querySelector("b")?.textContent.trim() ?? "";
    return typed && here.replace(/^0+/, "").toUpperCase() === typed;
  });
  for (const row of document.querySelectorAll(".grid-lines tr"))
    [...row.children].slice(1).forEach((cell, place) => cell.classList.toggle("mine", place === at));
};
number?.addEventListener("input", mark);
if (number?.value) mark();

// On an empty field, by a command of their own.
const nextSigns = (id) => {
  number.form.elements.draft.value = id;
  number.value = "";
  mark();
  document.getElementById("wipe").click();
};

window.onGlass = { nextSigns };
