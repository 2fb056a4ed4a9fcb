"use strict";
// What the page can do only by script, such as taking pushes on this browser. Whatever it shows is there without it.

const part = document.getElementById("device");
const arrived = document.getElementById("device-arrived");

const show = (id) => {
  const element = document.getElementById(id);
  if (element) element.hidden = false;
};

const keyBytes = (text) => {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (character) => character.charCodeAt(0));
};

const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

// What lies unopened on the lock screen was read once the page is open.
const opened = async (registration) => {
  for (const notification of await registration.getNotifications()) {
    const receipt = notification.data?.receipt;
    notification.close();
    if (receipt) {
      await fetch("/me/receipt", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ receipt, sign: "opened" }),
      });
    }
  }
};

const switchOn = async (registration) => {
  if ((await Notification.requestPermission()) !== "granted") {
    show("device-denied");
    return;
  }
  const { key, scope, form, lang } = part.dataset;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  });
  const answer = await fetch(`${scope}/devices?lang=${lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      form,
      endpoint: subscription.endpoint,
      p256dh: base64url(subscription.getKey("p256dh")),
      auth: base64url(subscription.getKey("auth")),
      names: document.getElementById("device-names").checked,
    }),
  });
  if (answer.ok) location.reload();
  else show("device-failed");
};

const begin = async () => {
  for (const element of part.querySelectorAll(".without-script")) element.hidden = true;
  if (!able()) {
    show("device-unable");
    return;
  }
  const registration = await navigator.serviceWorker.register("/me/worker.js", { scope: part.dataset.scope });
  show("device-on");
  document.getElementById("device-switch").addEventListener("click", () => {
    switchOn(registration).catch(() => show("device-failed"));
  });
  await opened(registration);
  part.dataset.ready = "";
};

if ("serviceWorker" in navigator && arrived) {
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.came) arrived.textContent = arrived.dataset.words;
  });
  navigator.serviceWorker.startMessages();
}
if (window.matchMedia("(display-mode: standalone)").matches || navigator.standalone === true) {
  const steps = document.getElementById("home-screen");
  if (steps) steps.hidden = true;
}
// A file that is downloaded leaves the page as it is, and what it said of the code before is over.
document.getElementById("code")?.form.addEventListener("submit", (event) => {
  document.getElementById("wrong")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) event.target.code.removeAttribute(name);
});
// Telegram's browser and newer iPads do not say in their requests what they are.
if (window.TelegramWebviewProxy || window.TelegramWebview) show("in-app");
if (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1) {
  const steps = document.getElementById("iphone");
  if (steps) steps.open = true;
}
if (part) begin().catch(() => show("device-unable"));
