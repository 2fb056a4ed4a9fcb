// Keeps on this device what officials enter, sealed, and sends it in order when there is a network. Where a browser
// cannot keep anything, and without script, forms work as they are.

const part = document.getElementById("kept");
const { owner, home, seconds, lang } = part.dataset;
const words = JSON.parse(part.dataset.words);
const { able, save, remove, mine, forgetOthers } = window.keptEntries;
const { ahead, forgetPages, leadOn, pageOf } = window.keptPages;
const { leave, leaving, tabs } = window.keptLeaving;
const { calledSo, comeBack, empty, fieldsOf, fill, newId } = window.keptForms;
const forms = able ? [...document.querySelectorAll("form[data-kept]")] : [];
const formOf = (entry) => forms.find(({ dataset }) => dataset.kept === entry.of);
// It shows what was entered on it, and lets nobody throw anything away.
const isHanded = forms.some(({ dataset }) => "handed" in dataset);
const elsewhere = document.getElementById("elsewhere");
const sheet = (elsewhere && forms[0]?.elements.sheet?.value) ?? "";
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
    forms[0]?.elements[forms[0].dataset.each]?.focus();
  });
  return made;
};

// Told in every language, or in one.
const inWords = (said) => said?.[lang] ?? said;
const inLanguage = (address) => {
  const url = new URL(address, location.href);
  url.searchParams.set("lang", lang);
  return url.href;
};

const line = (entry, ...more) => {
  const state = entry.state === "confirming" ? "draft" : entry.state;
  const kind = { sent: "done", refused: "stopped" }[state] ?? "waiting";
  const made = element("li", "", { className: "cluster" });
  made.dataset.state = state;
  made.append(element("strong", inWords(entry.called)), element("span", words[state], { className: `badge is-${kind}` }));
  if (entry.said) made.append(element("span", inWords(entry.said)));
  made.append(...more);
  return made;
};

const again = async (entry, changed = {}) => {
  const fields = { ...entry.fields, ...changed };
  // Who was refused as late is sent again with the time of arrival that is typed by now.
  const arrived = formOf(entry)?.elements.arrived?.value;
  if (arrived) fields.arrived = arrived;
  Object.assign(entry, { fields, state: "queued", id: newId(), said: "", choices: undefined });
  await save(entry);
  await show();
  send();
};

const actsOn = (entry) => {
  if (isHanded) return [];
  const acts = (entry.choices ?? []).map(([who, name]) =>
    button(`${who} ${name}`, () => again(entry, { [entry.each]: who }), { name: entry.each, value: who }),
  );
  const into = [...document.forms].find(({ dataset }) => dataset.mends === entry.of);
  if (entry.state === "refused" && entry.refused === "again") {
    acts.push(button(words.again, () => again(entry)));
  } else if (entry.state === "refused" && into) {
    acts.push(button(words.mend, () => remove(entry.n).then(show).then(() => comeBack(into, entry))));
  } else if (entry.state !== "queued" && !formOf(entry)) {
    acts.push(element("a", words.mend, { href: inLanguage(entry.page), className: "press" }));
  }
  // What was on its way may have arrived.
  if (entry.state !== "queued" || !entry.at) acts.push(
    button(words.discard, async () => {
      if (!confirm(words.lost.replace("{called}", inWords(entry.called)))) return;
      await remove(entry.n);
      if (formOf(entry) && !entry.each) location.replace(page);
      else await show();
    }),
  );
  return acts;
};

const undoing = ({ undo, word, action }) => {
  if (!undo || isHanded) return [];
  const made = element("form", "", { method: "post", action });
  made.append(element("input", "", { type: "hidden", name: "form", value: word }));
  made.append(element("button", words.undo, { name: "undo", value: undo }));
  return [made];
};

let before = "";
const render = async () => {
  const all = (await mine()).filter((entry) => !entry.each || entry.state !== "draft");
  leadOn(all, words.game);
  const entries = all.filter((entry) => !isHanded || formOf(entry));
  for (const { dataset } of forms) {
    const waiting = entries.filter(({ of, state }) => of === dataset.kept && state === "queued");
    dataset.waiting = JSON.stringify(waiting.map(({ fields, each }) => fields[each]));
  }
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
    answer = await fetch(inLanguage(entry.action), {
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
    const { called, action } = entry;
    outcomes.unshift({ state: "sent", called, action, said: body.said, undo: body.undo, word: known.form });
    outcomes.length = Math.min(outcomes.length, 5);
    // What was refused of somebody is of no use once they are checked in.
    const over = ({ n, state, of, whose }) =>
      n === entry.n || (state === "refused" && of === entry.of && body.who && whose === body.who);
    for (const { n } of (await mine()).filter(over)) await remove(n);
  } else {
    const { choices, who: whose, words: said = body.said ?? body.detail } = body;
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

const page = pageOf(forms[0], lang);

const keepPage = async () => {
  const files = [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=icon], img[src]")];
  const addresses = files.map((file) => file.src || file.href);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ page, ahead: ahead(home), owner, seconds: Number(seconds), files: addresses });
};

const drafts = new Map();
let turn = Promise.resolve();
const inTurn = (act) => {
  const done = turn.then(act);
  turn = done.catch(console.error);
  return done;
};

const typed = (form) => {
  const { kept: of, each, read, refused } = form.dataset;
  const draft = drafts.get(form) ?? {};
  drafts.set(form, draft);
  const known = {
    of,
    key: each ? `${of} ${form.elements[each].value}` : of,
    each,
    refused,
    called: calledSo(form) || draft.called || document.title,
    action: form.action,
    page,
    fields: fieldsOf(form),
    cells: read === undefined ? undefined : (draft.cells ?? draft.fields),
    typed: Date.now(),
    said: "",
  };
  return Object.assign(draft, known, { state: "draft", at: undefined });
};

const queue = (entry, id) =>
  inTurn(async () => {
    // A second press, or a code that is read twice.
    const same = ({ n, state, key, fields }) =>
      state === "queued" && n !== entry.n && key === entry.key && JSON.stringify(fields) === JSON.stringify(entry.fields);
    const others = await mine();
    if (!others.some(same)) {
      // What is typed anew takes the place of what has not been on its way yet.
      const before = others.filter(({ n, state, key, at }) => n !== entry.n && state === "queued" && key === entry.key && !at);
      for (const { n } of before) await remove(n);
      await save(Object.assign(entry, { state: "queued", id }));
    } else if (entry.n !== undefined) await remove(entry.n);
    await show();
    send();
  });

let passing = false;
let busy = false;
const pass = (form, submitter) => {
  passing = true;
  form.requestSubmit(submitter);
};

const keepForm = (form, entry) => {
  const { each, read } = form.dataset;
  drafts.delete(form);
  const kept = queue(entry, read !== undefined || each === "draft" ? form.elements.draft.value : newId());
  if (each) empty(form);
  return kept;
};

// What a signature would bind, where that has not been sent yet.
const figuresWait = async ({ binds }) =>
  binds !== undefined && (await mine()).some(({ state, fields }) => state === "queued" && fields.sheet === binds);

// With a network the form goes its way: what it leads to is read back there.
const goOn = async (form, submitter) => {
  const { each, keeps, read } = form.dataset;
  const entry = typed(form);
  if (keeps !== undefined || (read !== undefined && !each)) await inTurn(() => save(entry)).catch(() => undefined);
  const known = await reach();
  if (known) {
    // The page may be one that was kept, from before signing in again.
    form.elements.form.value = known.form;
    if (read !== undefined) await save(Object.assign(entry, { state: "confirming", id: form.elements.draft.value }));
    pass(form, submitter);
  } else if (await figuresWait(form.dataset)) trouble = "figures";
  else if (trouble === "offline") await keepForm(form, entry);
  await show();
};

const submitted = (event) => {
  const { target: form, submitter } = event;
  const { name = "", value = "" } = submitter ?? {};
  if (passing || event.defaultPrevented || (name && value !== "confirm")) return;
  event.preventDefault();
  if ("sends" in form.dataset) {
    const entry = typed(form);
    keepForm(form, entry).catch(() => {
      // Where nothing can be kept, a full disk say, the form goes its way.
      fill(form, entry);
      pass(form);
    });
  } else if (!busy) {
    busy = true;
    goOn(form, submitter).finally(() => (busy = false));
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
    } else if (state === "draft" && entry.each) await remove(entry.n);
    else await save(Object.assign(entry, { state }));
  }
  if (state !== "queued" || !forms.length) return;
  // It is of the press that led here alone.
  asked.delete("unanswered");
  history.replaceState(history.state, "", `?${asked}`);
  const unread = doubtful.length ? undefined : (await mine()).find((entry) => entry.state === "draft" && !entry.each && formOf(entry));
  if (unread) await queue(unread, newId());
};

const beginForm = async (form) => {
  const { each, keeps, read } = form.dataset;
  const known = (await mine()).filter((entry) => formOf(entry) === form).at(-1);
  const isDraft = known && (each ? known.state === "draft" : known.state !== "queued");
  if (isDraft) drafts.set(form, known);
  if (known && !each && read === undefined) fill(form, known);
  if (isDraft && each && !form.elements[each].value) {
    fill(form, known);
    form.elements[each].select();
  }
  if (keeps !== undefined) form.addEventListener("input", () => {
    const entry = typed(form);
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
  const goesOn = forms.includes(target) && !submitter?.name;
  if (navigator.onLine || event.defaultPrevented || goesOn || target.method !== "post") return;
  event.preventDefault();
  trouble = "unsent";
  show().then(() => part.scrollIntoView({ block: "center" }));
};

const begin = async () => {
  await forgetOthers();
  await forgetPages(home, owner);
  await settle();
  for (const form of forms) await beginForm(form);
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
