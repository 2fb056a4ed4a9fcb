// Signing out empties the store, and no other tab goes on showing what it has.

const { home, words } = (({ home, words }) => ({ home, words: JSON.parse(words) }))(document.getElementById("kept").dataset);
const { able, remove, mine } = window.keptEntries;
const tabs = able && new BroadcastChannel(`left ${home}`);

const leave = async () => {
  for (const entry of await mine()) await remove(entry.n);
  await window.keptPages.forgetPages(home);
  for (const each of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(each.scope).pathname === home) await each.unregister();
  }
};

let passing = false;
const leaving = async (event) => {
  const { target, submitter } = event;
  if (passing || !["", "everywhere"].includes(submitter?.value ?? "")) return;
  event.preventDefault();
  const unsent = (await mine()).length;
  if (unsent && !confirm(words.leave.replace("{count}", unsent))) return;
  await leave();
  passing = true;
  target.requestSubmit(submitter);
};

window.keptLeaving = { leave, leaving, tabs };
