"use strict";
let language = localStorage.getItem("language") || (navigator.language.startsWith("zh") ? "zh" : "en");
const say = (word) => WORDS[language][word] ?? word;

function dress() {
  document.documentElement.lang = language === "zh" ? "zh-HK" : "en";
  document.title = say("title");
  for (const part of document.querySelectorAll("[data-say]")) part.textContent = say(part.dataset.say);
  for (const part of document.querySelectorAll("[data-hint]")) part.placeholder = say(part.dataset.hint);
  for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", say(part.dataset.label));
  document.getElementById("language").textContent = language === "zh" ? "English" : "繁中";
}

document.getElementById("language").addEventListener("click", () => {
  language = language === "zh" ? "en" : "zh";
  localStorage.setItem("language", language);
  dress();
  redraw();
});
