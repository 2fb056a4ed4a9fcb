"use strict";
// Says beside the form of a walk-in, as it is typed, what is odd about it: who may be the same, who is too young. What
// is sent without a network is kept by kept.js, and comes back into the form where it is refused.

const walkIn = document.getElementById("walk-in");
let looked = 0;

walkIn?.addEventListener("change", async () => {
  const look = ++looked;
  const fields = new URLSearchParams(new FormData(walkIn));
  fields.set("walk_in", "look");
  try {
    const answer = await fetch(walkIn.action, { method: "POST", body: fields });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const told = page.getElementById("walk-in-told");
    // What was typed since is asked about anew.
    if (told && look === looked) document.getElementById("walk-in-told").replaceChildren(...told.childNodes);
  } catch {
    // Without an answer it is told after the press.
  }
});

// The form, or what leads on to the waiting list where no place is left.
const fill = (fields) => {
  const desk = document.getElementById("walk-in-desk");
  const held = desk.querySelector("form");
  desk.open = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = ["walk_in", "told"].includes(name) ? null : held.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
  held.elements.name_zh.focus();
};

const keep = (walksIn, newId) => {
  let passing = false;
  addEventListener("pageshow", () => (passing = false));
  walkIn?.addEventListener("submit", async (event) => {
    if (passing) return;
    event.preventDefault();
    passing = true;
    const { form, draft, ...fields } = Object.fromEntries(new FormData(walkIn));
    const called = [fields.name_zh, fields.name_en].filter((name) => name.trim()).join(" ");
    if (await walksIn({ ...fields, walk_in: "do" }, called, draft).catch(() => false)) {
      passing = false;
      walkIn.reset();
      walkIn.elements.draft.value = newId();
    } else walkIn.requestSubmit(event.submitter);
  });
};

window.walkInDesk = { fill, keep };
