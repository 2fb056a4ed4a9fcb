// The entries that this device keeps for whoever is signed in. Whose one is, and when it was typed, lie open; all else
// is sealed under a key that only their pages have.

const { owner, key } = document.getElementById("kept").dataset;
const FORGET_AFTER = 7 * 86400000;
const able = Boolean(
  isSecureContext && navigator.serviceWorker && window.indexedDB && navigator.locks && AbortSignal.timeout,
);

const database = new Promise((resolve, reject) => {
  if (!able) return;
  const asked = indexedDB.open("entries", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "n", autoIncrement: true });
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});

const stored = async (mode, act) => {
  const transaction = (await database).transaction("entries", mode);
  const request = act(transaction.objectStore("entries"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
};

const lock = (async () => {
  const bytes = Uint8Array.from(key.match(/../g), (digits) => parseInt(digits, 16));
  return able && crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
})();

const save = async (entry) => {
  const { n, typed, ...rest } = entry;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(rest));
  const box = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await lock, text);
  const row = { owner, typed, iv, box, ...(n === undefined ? {} : { n }) };
  entry.n = await stored("readwrite", (entries) => entries.put(row));
};

const remove = (n) => stored("readwrite", (entries) => entries.delete(n));

const mine = async () => {
  const rows = (await stored("readonly", (entries) => entries.getAll())).filter((row) => row.owner === owner);
  return Promise.all(
    rows.map(async ({ n, typed, iv, box }) => {
      const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await lock, box);
      return { n, typed, ...JSON.parse(new TextDecoder().decode(text)) };
    }),
  );
};

// Who was signed in here before may come back for what they typed, for a while.
const forgetOthers = async () => {
  const rows = await stored("readonly", (entries) => entries.getAll());
  const old = rows.filter((row) => row.owner !== owner && row.typed < Date.now() - FORGET_AFTER);
  for (const { n } of old) await remove(n);
};

window.keptEntries = { able, save, remove, mine, forgetOthers };
