// Keeps on this device what officials enter, sealed, and sends it in order when there is a network. Where a browser
// cannot keep anything, and without script, forms work as they are.

const part = document.getElementById("kept");
const { owner, home, seconds, lang } = part.dataset;
const words = JSON.parse(part.dataset.words);
const { able, save, remove, mine, forgetOthers } = window.keptEntries;
const { ahead, forgetPages, leadOn, pageOf } = window.keptPages;
const { leave, leaving, tabs } = window.keptLeaving;
const form = able ? document.querySelector("form[data-kept]") : null;
const isDesk = form?.dataset.kept.startsWith("check-in ");
// The screen is handed over: it shows what was signed on it, and lets nobody throw anything away.
const isGlass = form?.dataset.kept.startsWith("sign ");
const elsewhere = document.getElementById("elsewhere");
const sheet = (elsewhere && form?.elements.sheet?.value) ?? "";
const asked = new URLSearchParams(location.search);
const LOOK_EVERY = 15000;
const KEEP_EVERY = 600000;
const PATIENCE = 5000;

// What is shown: each entry with its state, and why nothing is sent.

let trouble = "";
const outcomes = [];

const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

const button = (text, act, more = {}) => {
  const made = element("button", text, { type: "button", ...more });
  made.addEventListener("click", () => {
    act();
    form?.elements.who?.focus();
  });
  return made;
};

const line = (entry, ...more) => {
  const state = entry.state === "confirming" ? "draft" : entry.state;
  const kind = { sent: "done", refused: "stopped" }[state] ?? "waiting";
  const made = element("li", "", { className: "cluster" });
  made.dataset.state = state;
  made.append(element("strong", entry.called), element("span", words[state], { className: `badge is-${kind}` }));
  if (entry.said) made.append(element("span", entry.said));
  made.append(...more);
  return made;
};

const again = async (entry, changed = {}) => {
  const fields = { ...entry.fields, ...changed };
  // Who was refused as late is sent again with the time of arrival that is typed by now.
  const arrived = entry.key === form?.dataset.kept && form.elements.arrived?.value;
  if (arrived) fields.arrived = arrived;
  Object.assign(entry, { fields, state: "queued", id: newId(), said: "", choices: undefined });
  await save(entry);
  await show();
  send();
};

const actsOn = (entry) => {
  if (isGlass) return [];
  const acts = (entry.choices ?? []).map(([who, name]) =>
    button(`${who} ${name}`, () => again(entry, { who }), { name: "who", value: who }),
  );
  if (entry.state === "refused" && entry.fields.who !== undefined) {
    acts.push(button(words.again, () => again(entry)));
  } else if (isDesk && entry.state === "refused" && window.walkInDesk && entry.key === `walk-in ${form.action}`) {
    acts.push(button(words.mend, () => remove(entry.n).then(show).then(() => window.walkInDesk.fill(entry.fields))));
  } else if (entry.state !== "queued" && entry.key !== form?.dataset.kept) {
    acts.push(element("a", words.mend, { href: entry.page, className: "press" }));
  }
  // What was on its way may have arrived.
  if (entry.state !== "queued" || !entry.at) acts.push(
    button(words.discard, async () => {
      if (!confirm(words.lost.replace("{called}", entry.called))) return;
      await remove(entry.n);
      if (entry.key === form?.dataset.kept && !isDesk) location.replace(page);
      else await show();
    }),
  );
  return acts;
};

const undoing = ({ undo, word }) => {
  if (!undo || !isDesk) return [];
  const made = element("form", "", { method: "post", action: form.action });
  made.append(element("input", "", { type: "hidden", name: "form", value: word }));
  made.append(element("button", words.undo, { name: "undo", value: undo }));
  return [made];
};

let before = "";
const render = async () => {
  const all = (await mine()).filter((entry) => entry.fields.who === undefined || entry.state !== "draft");
  leadOn(all, words.game);
  const entries = all.filter(({ key }) => !isGlass || key.startsWith(`${form.dataset.kept} `));
  if (isGlass) window.onGlass.waits(entries.filter(({ state }) => state === "queued").map(({ fields }) => fields.entrant));
  // Left alone while it is the same, so that nothing is read aloud twice or loses the focus.
  const now = JSON.stringify([trouble, entries, outcomes]);
  if (now === before) return;
  before = now;
  const [status, list] = [part.querySelector("[role=status]"), part.querySelector("ul")];
  const instead = trouble === "offline" && asked.has("unreached") ? [words.unreached] : [];
  status.textContent = [...instead, words[trouble] ?? ""].join(" ");
  if (trouble === "out") {
    status.append(" ", element("a", words.enter, { href: `${home}staff?lang=${lang}`, className: "press" }));
  }
  const sent = outcomes.map((outcome) => line(outcome, ...undoing(outcome)));
  list.replaceChildren(...entries.map((entry) => line(entry, ...actsOn(entry))).reverse(), ...sent);
  part.hidden = !list.children.length && !trouble;
};

let shown = Promise.resolve();
const show = () => (shown = shown.then(render).catch(console.error));

// Sending.

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const reach = async (ids = []) => {
  const about = new URLSearchParams({ ids: ids.map((id) => `page-${id}`).join(" "), sheet, lang });
  let known = null;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(`${home}entries?${about}`, { headers: { Accept: "application/json" }, signal });
    const body = await answer.json();
    trouble = answer.status === 401 ? "out" : !answer.ok ? "offline" : body.owner === owner ? "" : "other";
    if (!trouble) known = { ...body, ahead: Date.parse(body.now) - Date.now() };
    if (known && elsewhere) {
      elsewhere.querySelector("p").textContent = known.elsewhere;
      elsewhere.hidden = !known.elsewhere;
    }
  } catch {
    trouble = "offline";
  }
  if (trouble === "out") await forgetPages(home);
  return known;
};

const sendOne = async (entry, known) => {
  // By this device's own clock for how long ago, by the server's for when; said again the same if it is sent again.
  entry.at ??= new Date(Math.min(Date.parse(known.now), entry.typed + known.ahead)).toISOString();
  await save(entry);
  let answer, body;
  try {
    answer = await fetch(entry.action, {
      method: "POST",
      headers: { Accept: "application/json", "Idempotency-Key": `page-${entry.id}`, "Occurred-At": entry.at },
      body: new URLSearchParams({ ...entry.fields, form: known.form }),
      signal: AbortSignal.timeout(3 * PATIENCE),
    });
    body = await answer.json();
  } catch {
    trouble = "offline";
    return false;
  }
  if (answer.status === 401) trouble = "out";
  else if (body.code === "form-outdated") trouble = "other";
  else if (answer.status >= 500 || answer.status === 429) trouble = "offline";
  if (trouble) return false;
  if (answer.ok && !body.refused) {
    outcomes.unshift({ state: "sent", called: entry.called, said: body.said, undo: body.undo, word: known.form });
    outcomes.length = Math.min(outcomes.length, 5);
    // What was refused of somebody is of no use once they are checked in.
    const over = ({ n, state, key, whose }) =>
      n === entry.n || (state === "refused" && key === entry.key && body.who && whose === body.who);
    for (const { n } of (await mine()).filter(over)) await remove(n);
  } else {
    const { choices, who: whose, said = body.detail } = body;
    await save(Object.assign(entry, { state: "refused", said, choices, whose }));
  }
  return true;
};

const send = () =>
  navigator.locks.request(`entries ${home}`, async () => {
    const next = async () => (await mine()).find((entry) => entry.state === "queued");
    // What another tab sent waits here no more.
    if (!(await next())) return show();
    const known = await reach();
    for (let entry = known && (await next()); entry; entry = await next()) {
      if (!(await sendOne(entry, known))) break;
      await show();
    }
    await show();
  });

// What is kept for a page: the page itself, by the worker, and what is typed in its form.

const page = pageOf(isDesk || isGlass ? null : form, lang);

const keepPage = async () => {
  const files = [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=icon], img[src]")];
  const addresses = files.map((file) => file.src || file.href);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ page, ahead: ahead(home), owner, seconds: Number(seconds), files: addresses });
};

const fieldsOf = () => {
  const fields = Object.fromEntries(new FormData(form));
  for (const name of ["form", "step", "mark", "draft"]) delete fields[name];
  return fields;
};

const fill = ({ fields: sent, cells: fields = sent }) => {
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = field.name in fields;
    else if (field.type !== "hidden" && field.name in fields) field.value = fields[field.name];
  }
};

let draft = {};
let turn = Promise.resolve();
const inTurn = (act) => {
  const done = turn.then(act);
  turn = done.catch(console.error);
  return done;
};

const isRead = form !== null && "read" in form.dataset;
const typed = () => {
  const who = isGlass ? ` ${form.elements.entrant.value}` : "";
  const known = {
    key: form.dataset.kept + who,
    called: isGlass ? form.dataset.called + who : form.dataset.called ?? form.elements.who?.value.split("/at/").pop() ?? draft.called ?? document.title,
    action: form.action,
    page,
    fields: fieldsOf(),
    cells: isRead ? (draft.cells ?? draft.fields) : undefined,
    typed: Date.now(),
    said: "",
  };
  return Object.assign(draft, known, { state: "draft", at: undefined });
};

const queue = (entry, id) => {
  draft = {};
  return inTurn(async () => {
    // A second press, or a code that is read twice.
    const same = ({ n, state, key, fields }) =>
      state === "queued" && n !== entry.n && key === entry.key && JSON.stringify(fields) === JSON.stringify(entry.fields);
    const others = await mine();
    if (!others.some(same)) {
      // What is typed anew takes the place of what has not been on its way yet.
      const before = others.filter(({ state, key, at }) => !isDesk && state === "queued" && key === entry.key && !at);
      for (const { n } of before) await remove(n);
      await save(Object.assign(entry, { state: "queued", id }));
    } else if (entry.n !== undefined) await remove(entry.n);
    await show();
    send();
  });
};

const checkIn = () => {
  const entry = typed();
  queue(entry, newId()).catch(() => {
    // Where nothing can be kept, a full disk say, the form goes its way.
    fill(entry);
    passing = true;
    form.requestSubmit();
  });
  form.elements.who.value = "";
  form.elements.who.focus();
};

// What a signature would bind, where that has not been sent yet.
const figuresWait = async () => {
  const sheet = isGlass && form.dataset.kept.replace("sign ", "");
  return (await mine()).some(({ state, fields }) => state === "queued" && fields.sheet === sheet);
};

// Whoever walks in without a network is registered and checked in once there is one.
const walksIn = async (fields, called, id) => {
  if (await reach()) return false;
  const about = { key: `walk-in ${form.action}`, called, action: form.action, page, fields, typed: Date.now(), said: "" };
  if (trouble === "offline") await queue(about, id);
  await show();
  return true;
};

let passing = false;
let busy = false;
// With a network the form goes its way: what it leads to is read back there.
const goOn = async (submitter) => {
  const entry = typed();
  if (!isGlass) await inTurn(() => save(entry)).catch(() => undefined);
  const known = await reach();
  if (known) {
    // The page may be one that was kept, from before signing in again.
    form.elements.form.value = known.form;
    if (isRead) await save(Object.assign(entry, { state: "confirming", id: form.elements.draft.value }));
    passing = true;
    form.requestSubmit(submitter);
  } else if (await figuresWait()) trouble = "figures";
  else if (trouble === "offline") {
    await queue(entry, isRead ? form.elements.draft.value : newId());
    if (isGlass) window.onGlass.nextSigns(newId());
  }
  await show();
};

const submitted = (event) => {
  const { name = "", value = "" } = event.submitter ?? {};
  if (passing || event.defaultPrevented || (name && value !== "confirm")) return;
  event.preventDefault();
  if (isDesk) checkIn();
  else if (!busy) {
    busy = true;
    goOn(event.submitter).finally(() => (busy = false));
  }
};

// A press may have arrived whose answer did not; what nobody answered is sent again, and done once.
const settle = async () => {
  const doubtful = (await mine()).filter((entry) => entry.state === "confirming");
  const known = doubtful.length ? await reach(doubtful.map((entry) => entry.id)) : null;
  const state = asked.has("unanswered") ? "queued" : "draft";
  for (const entry of known || state === "queued" ? doubtful : []) {
    if (known?.done.includes(`page-${entry.id}`)) {
      outcomes.unshift({ state: "sent", called: entry.called });
      await remove(entry.n);
    } else if (state === "draft" && entry.key.startsWith("sign ")) await remove(entry.n);
    else await save(Object.assign(entry, { state }));
  }
  if (state !== "queued" || !form || isDesk) return;
  // It is of the press that led here alone.
  asked.delete("unanswered");
  history.replaceState(history.state, "", `?${asked}`);
  const unread = doubtful.length ? undefined : (await mine()).find((entry) => entry.state === "draft" && entry.key === form.dataset.kept);
  if (unread) await queue(unread, newId());
};

const beginForm = async () => {
  const known = (await mine()).filter((entry) => entry.key === form.dataset.kept).at(-1);
  if (known && known.state !== "queued" && (!isDesk || known.state === "draft")) draft = known;
  if (known && !isDesk && !isRead) fill(known);
  if (isDesk && draft.fields && !form.elements.who.value) {
    fill(draft);
    form.elements.who.select();
  }
  if (!isGlass) form.addEventListener("input", () => {
    const entry = typed();
    const now = { ...entry };
    inTurn(async () => {
      now.n = entry.n;
      await save(now);
      entry.n = now.n;
      await show();
    });
  });
  form.addEventListener("submit", submitted);
};

// Any other form would lead to the browser's own page, and what was typed would be gone.
const hold = (event) => {
  const { target, submitter } = event;
  const goesOn = (target === form && !submitter?.name) || target.id === "walk-in";
  if (navigator.onLine || event.defaultPrevented || goesOn || target.method !== "post") return;
  event.preventDefault();
  trouble = "unsent";
  show().then(() => part.scrollIntoView({ block: "center" }));
};

const begin = async () => {
  await forgetOthers();
  await forgetPages(home, owner);
  await settle();
  if (form) await beginForm();
  if (isDesk) window.walkInDesk?.keep(walksIn, newId);
  for (const each of document.querySelectorAll("form[action*='/staff/sign-out']")) {
    each.addEventListener("submit", leaving);
  }
  document.addEventListener("submit", hold);
  if (!navigator.onLine || asked.has("unreached")) trouble = "offline";
  await show();
  send();
  addEventListener("online", () => {
    trouble = "";
    show().then(send);
  });
  addEventListener("offline", () => {
    trouble = "offline";
    show();
  });
  tabs.onmessage = () => location.replace(`${home}staff?lang=${lang}`);
  addEventListener("pageshow", () => (passing = false));
  document.addEventListener("visibilitychange", () => document.hidden || send());
  setInterval(() => (sheet && !document.hidden ? reach().then(show) : undefined), LOOK_EVERY);
  setInterval(send, LOOK_EVERY);
  await navigator.serviceWorker.register("/t/worker.js", { scope: home, updateViaCache: "none" });
  if ("keep" in part.dataset) {
    await keepPage();
    setInterval(keepPage, KEEP_EVERY);
  }
  part.dataset.ready = "";
};

if (able) ("left" in part.dataset ? leave().then(() => tabs.postMessage("")) : begin()).catch(console.error);
