"use strict";
// Says beside the form of a walk-in, as it is typed, what is odd about it: who may be the same, who is too young.

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
