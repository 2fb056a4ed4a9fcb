"use strict";
// Shows what is pushed, says that it came, and opens the page that it is registered for. It keeps nothing and
// answers no request in a page's place.

const say = (receipt, sign) =>
  typeof receipt !== "string" || receipt === ""
    ? Promise.resolve()
    : fetch("/me/receipt", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ receipt, sign }),
        credentials: "omit",
        referrerPolicy: "no-referrer",
      }).catch(() => undefined);

const read = (data) => {
  try {
    return data.json();
  } catch {
    return {};
  }
};

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const mine = (page) => new URL(page.url).pathname === new URL(self.registration.scope).pathname;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = event.data ? read(event.data) : {};
  const shown = self.registration.showNotification(message.title || "Tileledger", {
    body: message.body || "",
    tag: message.tag || undefined,
    renotify: Boolean(message.tag && message.urgent),
    lang: message.lang || "",
    requireInteraction: Boolean(message.urgent),
    icon: "/me/icon.png",
    data: { receipt: message.receipt || "" },
  });
  // Whoever asks Chromium for what is shown while it is being shown makes it forget that one.
  const over = shown.catch(() => undefined);
  const heard = over.then(pages).then((open) => open.forEach((page) => page.postMessage({ came: true })));
  event.waitUntil(Promise.all([shown, say(message.receipt, "received"), heard]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const opened = pages().then((open) => {
    const page = open.find(mine);
    return page ? page.focus() : self.clients.openWindow(self.registration.scope);
  });
  event.waitUntil(Promise.all([opened, say(event.notification.data?.receipt, "opened")]));
});
