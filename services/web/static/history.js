"use strict";
// The time machine: the slider asks for what was so at its moment, never for more than one frame at a time; what
// it speaks it knows from the moments of the whole log. Without this script links and forms do the same.

const machine = document.getElementById("machine");
const slider = document.getElementById("slider");
const frame = document.getElementById("frame");
const recent = document.getElementById("recent");
const step = document.getElementById("step");
const play = document.getElementById("play");
const field = document.getElementById("as_of");
const spoken = document.getElementById("moment");
const { base, zone, words, happened, instead } = machine.dataset;
// What was asked for and is not there is said beside its field; from here on the address asks for what is shown.
if (instead) history.replaceState(null, "", instead);
const last = Number(machine.dataset.last);
const language = document.documentElement.lang;
const SETTLED = 250;
const PLAYED_EVERY = 350;
const KEPT = 80;

let seq = Number(machine.dataset.seq);
let moments = null;

const clamp = (given) => Math.min(last, Math.max(1, Math.round(given)));
const asked = (at) => {
  const query = new URLSearchParams(location.search);
  query.delete("here");
  query.delete("earlier_than");
  if (at === last) query.delete("as_of");
  else query.set("as_of", at);
  query.set("lang", language.startsWith("zh") ? "zh" : "en");
  return query;
};
const reached = (status) =>
  document.dispatchEvent(new CustomEvent("htmx:after:request", { detail: { ctx: { response: { status } } } }));

// What the slider speaks: event and moment.
const english = language.startsWith("en");
const written = new Intl.DateTimeFormat(english ? "en-GB" : language, {
  timeZone: zone,
  year: "numeric",
  month: english ? "short" : "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const wordsAt = (at) => {
  if (!moments) return String(at);
  const place = at === last ? moments.recorded.length - 1 : Math.floor((at - 1) / moments.every);
  const apart = moments.apart.get(at);
  const moment = written.format(moments.recorded[place] * 1000);
  const before = apart === undefined ? "" : ` (${happened} ${written.format((moments.recorded[place] - apart) * 1000)})`;
  return words
    .replace("{seq}", String(at))
    .replace("{last}", String(last))
    .replace("{event}", moments.types[moments.type_of[place]].words)
    .replace("{moment}", moment + before);
};
const speak = () => {
  const text = wordsAt(seq);
  slider.setAttribute("aria-valuetext", text);
  spoken.textContent = text;
};

// Frames: one in flight; whatever was asked for meanwhile, the last of it comes next.
const kept = new Map();
let busy = false;
let wanted = null;
const fetched = async (path, query) => {
  try {
    const response = await fetch(`${base}/${path}?${query}`, { credentials: "same-origin" });
    reached(response.status);
    if (response.status === 401 || response.status === 403) location.reload();
    return response;
  } catch {
    reached(0);
    return null;
  }
};
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const frameAt = async (at) => {
  const query = asked(at).toString();
  if (kept.has(query)) return kept.get(query);
  const response = await fetched("frame", query);
  if (!response?.ok) return null;
  if (!response.headers.has("Live-Part")) {
    reached(0);
    return null;
  }
  const html = await response.text();
  kept.set(query, html);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return html;
};
const ask = async () => {
  wanted = seq;
  if (busy) return;
  busy = true;
  frame.setAttribute("aria-busy", "true");
  while (wanted !== null) {
    const at = wanted;
    wanted = null;
    const html = await frameAt(at);
    if (html !== null) frame.innerHTML = html;
    else if (wanted === null) {
      await pause(1500);
      wanted ??= seq;
    }
  }
  busy = false;
  frame.setAttribute("aria-busy", "false");
};

// Once it rests: the address, what happened last, and where the forms begin.
let resting = 0;
const settle = async () => {
  const query = asked(seq);
  history.replaceState(null, "", `${base}?${query}`);
  for (const input of document.querySelectorAll("input[data-moment]")) input.value = seq;
  for (const form of document.querySelectorAll("#filter, #draw")) {
    const moment = form.querySelector('input[name="as_of"]') ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "as_of" }));
    moment.value = seq;
  }
  lines();
  const at = seq;
  const response = await fetched("recent", query);
  if (response?.ok && at === seq) recent.innerHTML = await response.text();
};
const go = (to) => {
  const at = clamp(to);
  if (at === seq) return;
  seq = at;
  slider.value = seq;
  field.value = seq;
  speak();
  drawMoment();
  ask();
  clearTimeout(resting);
  resting = setTimeout(settle, SETTLED);
};

// Steps: the next event, or the next mark of a kind.
const marked = (kind) => [...machine.querySelectorAll(`.kind-${kind} rect`)].map((mark) => Number(mark.dataset.seq));
const stepped = (way) => {
  if (step.value === "event") return seq + way;
  const marks = marked(step.value);
  return way > 0 ? marks.find((at) => at > seq) : marks.findLast((at) => at < seq);
};
const lines = () => {
  for (const [id, way] of [["previous", -1], ["next", 1]]) {
    const link = document.getElementById(id);
    const to = stepped(way);
    if (to === undefined || to < 1 || to > last) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
    link.href = `${base}?${asked(clamp(to ?? seq))}`;
  }
};
for (const [id, way] of [["previous", -1], ["next", 1]]) {
  document.getElementById(id).addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    go(stepped(way) ?? seq);
  });
}
step.addEventListener("change", lines);
slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
for (const lane of machine.querySelectorAll(".lane")) {
  lane.addEventListener("click", (event) => {
    const box = lane.getBoundingClientRect();
    const near = 1 + ((event.clientX - box.left) / box.width) * (last - 1);
    const marks = [...lane.querySelectorAll("rect")].map((mark) => Number(mark.dataset.seq));
    go(marks.reduce((best, at) => (Math.abs(at - near) < Math.abs(best - near) ? at : best), marks[0] ?? seq));
  });
}

// Playing: step by step until the end or until it is stopped.
let playing = 0;
const stop = () => {
  clearInterval(playing);
  playing = 0;
  play.querySelector("span").textContent = machine.dataset.play;
  play.setAttribute("aria-pressed", "false");
};
play.addEventListener("click", () => {
  if (playing) return stop();
  play.querySelector("span").textContent = machine.dataset.pause;
  play.setAttribute("aria-pressed", "true");
  playing = setInterval(() => {
    if (busy) return;
    const to = stepped(1);
    if (to === undefined || to > last) stop();
    else go(to);
  }, PLAYED_EVERY);
});

// What is shown: another view of the same moment.
document.getElementById("shows").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-show]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const query = asked(seq);
  query.set("show", link.dataset.show);
  query.delete("first");
  query.delete("find");
  history.replaceState(null, "", `${base}?${query}`);
  for (const other of document.querySelectorAll("#shows a")) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "page");
  ask();
});

// Curves: a line of places for each, drawn over the record, with the moment as an upright line.
let drawMoment = () => {};
const place = document.getElementById("curves");
const drawn = () => {
  const curves = JSON.parse(document.getElementById("curves-data").textContent);
  const named = curves.map((curve) => ({
    label: [curve.id, curve.name].filter(Boolean).join(" "),
    points: curve.points.map((point) => [point[0], point[2]]),
  }));
  const chart = drawCurves(place, named, {
    along: document.querySelector('label[for="slider"]').textContent,
    ends: [1, last],
    draw: (self, colour) => {
      const across = Math.round(self.valToPos(seq, "x", true));
      self.ctx.save();
      self.ctx.strokeStyle = colour("--past");
      self.ctx.lineWidth = 2;
      self.ctx.beginPath();
      self.ctx.moveTo(across, self.bbox.top);
      self.ctx.lineTo(across, self.bbox.top + self.bbox.height);
      self.ctx.stroke();
      self.ctx.restore();
    },
  });
  chart.over.addEventListener("click", (event) => go(chart.posToVal(event.offsetX, "x")));
  drawMoment = () => chart.redraw(false);
};
if (place) drawn();

slider.hidden = false;
play.hidden = false;
lines();
fetched("moments", new URLSearchParams({ lang: language.startsWith("zh") ? "zh" : "en" })).then(async (response) => {
  if (!response?.ok) return;
  const found = await response.json();
  let at = Date.parse(found.start) / 1000;
  moments = { ...found, recorded: found.recorded.map((seconds) => (at += seconds)), apart: new Map(found.apart) };
  speak();
});
