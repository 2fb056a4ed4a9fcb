"use strict";
// Opens without a network the pages that kept.js asks to be kept, and the files that they load. It keeps nothing else.

const PATIENCE = 5000;
const scope = new URL(self.registration.scope).pathname;
const begin = `kept ${scope} `;

const drop = async (but) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(begin) && name !== but);
  await Promise.all(names.map((name) => caches.delete(name)));
};

// The same page in another language, or reached from elsewhere, is the same.
const named = (address) => {
  const url = new URL(address, location.href);
  for (const word of ["lang", "back", "done", "unanswered", "unreached"]) url.searchParams.delete(word);
  url.hash = "";
  return url.href;
};

const keepPage = async (cache, page, owner, seconds) => {
  const answer = await fetch(page, { headers: { Purpose: "prefetch" } });
  const text = await answer.text();
  // Somebody else may have signed in meanwhile.
  if (!answer.ok || !text.includes(owner)) return;
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("Kept-Until", Date.now() + seconds * 1000);
  await cache.put(named(page), new Response(text, { headers }));
};

// The page that was open last leads on where another cannot be opened.
const LAST = `${scope}last-kept`;

// Where a sheet is signed, which has the figures on it as they stood when the page was kept.
const isSigned = (address) => new URL(address, location.href).pathname.endsWith("/sign");

// Of pages that are wanted ahead, those that are there already and stay as they are are not asked for again.
const keep = async ({ page, ahead, owner, files, seconds }) => {
  await drop(begin + owner);
  const cache = await caches.open(begin + owner);
  await keepPage(cache, page, owner, seconds);
  await cache.put(LAST, new Response(page));
  const missing = await Promise.all(files.map(async (file) => ((await cache.match(file)) ? [] : [file])));
  await cache.addAll(missing.flat());
  for (const other of ahead) {
    if (isSigned(other) || !(await cache.match(named(other)))) await keepPage(cache, other, owner, seconds);
  }
};

const found = async (address) => {
  const page = await caches.match(named(address), { ignoreVary: true });
  if (!page || Number(page.headers.get("Kept-Until")) > Date.now()) return page;
  await drop();
  return undefined;
};

// A proxy in front says so of a server that does not answer.
const isUnanswered = ({ status }) => [502, 503, 504].includes(status);

// A network that wants a sign-in of its own, say, puts its page in the place of ours. A redirect cannot be looked into.
const isForeign = ({ type, headers }) =>
  type !== "opaqueredirect" && (headers.get("Content-Type") ?? "").startsWith("text/html") && !headers.has("Tileledger-Page");

const leadTo = (page, word) => {
  const url = new URL(page, location.href);
  url.searchParams.set(word, "");
  return Response.redirect(url, 303);
};

const leadBack = async (error) => {
  const last = await caches.match(LAST);
  const page = last && (await last.text());
  if (!page || !(await found(page))) throw error;
  return leadTo(page, "unreached");
};

const opened = async (request) => {
  const kept = await found(request.url);
  const answered = fetch(request).then(async (answer) => {
    if (isForeign(answer)) return kept ?? leadBack().catch(() => answer);
    if (answer.status === 401) await drop();
    return kept && isUnanswered(answer) ? kept : answer;
  });
  if (!kept) return answered.catch(leadBack);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([answered.catch(() => kept), late]);
};

const isKept = (address) => address.includes("/tasks/") || isSigned(address);

// What was sent from a kept page and not answered leads to that page, which sends it again once it can, once.
const sent = async (request) => {
  const again = request.clone();
  const answer = await fetch(request).catch(() => null);
  if (answer && !isUnanswered(answer) && !isForeign(answer)) return answer;
  const fields = await again.formData();
  const page = new URL(request.url);
  for (const name of ["sheet", "game", "back"]) if (fields.has(name)) page.searchParams.set(name, fields.get(name));
  return (await found(page)) ? leadTo(page, "unanswered") : (answer ?? Response.error());
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => undefined)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(`${location.origin}/`)) return;
  if (request.method === "POST" && request.mode === "navigate" && isKept(request.url)) {
    event.respondWith(sent(request));
  }
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(opened(request));
  else if (["script", "style", "image"].includes(request.destination)) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((file) => file ?? fetch(request)));
  }
});
