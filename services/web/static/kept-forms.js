"use strict";
// What is typed in a form whose entries this device keeps, and what comes back into it.
//
// A form says itself what becomes of it: `data-kept` names its entries. With `data-each` it has one for each answer to
// that field, called by `data-names`, and is empty again after each. With `data-keeps` what is typed is kept before it
// is sent; with `data-sends` it is sent from here with a network, too; with `data-read` it counts as it stands, under the
// id of its draft; with `data-binds` not while figures of that sheet wait; with `data-handed` the screen is in the hands
// of others. `data-refused` is what can be done about what was refused, and `data-mends` which entries come back into it.

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const OF_PAGE = ["form", "step", "mark", "draft"];
const fieldsOf = (form) => {
  const fields = Object.fromEntries(new FormData(form));
  for (const name of OF_PAGE) delete fields[name];
  return fields;
};

const fill = (form, { fields: sent, cells: fields = sent }) => {
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = field.name in fields;
    else if ((field.type !== "hidden" || "carries" in field.dataset) && field.name in fields) field.value = fields[field.name];
  }
};

const comeBack = (form, entry) => {
  form.closest("details").open = true;
  fill(form, entry);
  [...form.elements].find((field) => field.type !== "hidden").focus();
};

// In every language where the form says so, with what was answered.
const calledSo = ({ dataset, elements }) => {
  const { called = "{}", each = "", names = each } = dataset;
  const answers = names.split(" ").map((name) => (elements[name]?.value ?? "").split("/at/").pop().trim());
  const said = answers.filter(Boolean).join(" ");
  const all = Object.entries(JSON.parse(called)).map(([language, words]) => [language, `${words} ${said}`.trim()]);
  return all.length ? Object.fromEntries(all) : said;
};

// For whoever comes next, by a command of their own.
const empty = (form) => {
  const { each, sends } = form.dataset;
  const field = form.elements[each];
  if (field.type === "hidden") form.reset();
  else field.value = "";
  if (form.elements.draft) form.elements.draft.value = newId();
  if (sends !== undefined) field.focus();
  form.dispatchEvent(new Event("emptied"));
};

window.keptForms = { calledSo, comeBack, empty, fieldsOf, fill, newId };
