"use strict";
const WORDS = {
  en: {
    title: "Observatory simulator", about: "A weather you set yourself. Tileledger reads it as it reads the Observatory; nothing leaves this machine.",
    cyclone: "Tropical cyclone", rain: "Rainstorm", service: "The service", cancel: "Cancel", "signal-1": "Signal 1", "signal-3": "Signal 3",
    "expect-8": "Signal 8 expected", "signal-8": "Signal 8", "signal-9": "Signal 9", "signal-10": "Signal 10", "lower-to-3": "Lower to 3",
    "amber-rain": "Amber", "red-rain": "Red", "black-rain": "Black", answer: "Answers", silent: "Stays silent", html: "HTML with status 200",
    error: "Status 503", half: "Words: status 503", cut: "Breaks off", vanish: "Warnings vanish", at: "Dated, instead of now:", calm: "No signal", dry: "No warning",
    since: "since", ended: "cancelled", asked: (times) => `asked ${times} ×`, never: "nobody asked yet", last: "last", expected: "signal 8 expected",
    lost: "The simulator does not answer",
  },
  zh: {
    title: "天文台模擬器", about: "天氣由你設定。Tileledger 如讀取天文台般讀取；資料不會離開本機。",
    cyclone: "熱帶氣旋", rain: "暴雨", service: "服務狀態", cancel: "取消", "signal-1": "一號", "signal-3": "三號",
    "expect-8": "預計改發八號", "signal-8": "八號", "signal-9": "九號", "signal-10": "十號", "lower-to-3": "改發三號",
    "amber-rain": "黃色", "red-rain": "紅色", "black-rain": "黑色", answer: "正常回應", silent: "沒有回應", html: "回應 HTML（狀態 200）",
    error: "狀態 503", half: "內文：狀態 503", cut: "回應中斷", vanish: "警告消失", at: "指定時間（否則為現在）：", calm: "沒有信號", dry: "沒有警告",
    since: "生效於", ended: "已取消", asked: (times) => `已查詢 ${times} 次`, never: "未有查詢", last: "最近", expected: "預計改發八號",
    lost: "模擬器沒有回應",
  },
};
const NAMES = { TC1: "signal-1", TC3: "signal-3", TC8NE: "signal-8", TC9: "signal-9", TC10: "signal-10", WRAINA: "amber-rain", WRAINR: "red-rain", WRAINB: "black-rain" };
const STYLE = { TC1: "warn", TC3: "warn", TC8NE: "stop", TC9: "stop", TC10: "stop", WRAINA: "amber", WRAINR: "red", WRAINB: "stop" };
let known = null;
const clock = (text) => text.slice(11, 16);

function sign(id, style, glyph, words, more) {
  const own = document.getElementById(id);
  own.className = "sign card " + style;
  own.querySelector(".glyph").textContent = glyph;
  own.querySelector("b").textContent = words;
  own.querySelector("small").textContent = more;
}

function redraw() {
  if (!known) { sign("service", "stop", "!", say("lost"), ""); return; }
  for (const [id, family, none, mark] of [["cyclone", "WTCSGNL", "calm", "T"], ["rain", "WRAIN", "dry", "☂"]]) {
    const own = known.warnsum[family];
    if (!own) sign(id, "", mark, say(none), "");
    else if (own.actionCode === "CANCEL") sign(id, "", mark, say(none), `${say("ended")} ${clock(own.updateTime)}`);
    else sign(id, STYLE[own.code], family === "WRAIN" ? "☂" : own.code.replace(/\D/g, ""), say(NAMES[own.code]), `${say("since")} ${clock(own.issueTime)}`);
  }
  const soon = (known.warningInfo.details || []).find((own) => own.warningStatementCode === "WTCPRE8");
  if (soon) document.querySelector("#cyclone small").textContent += ` · ${say("expected")} (${clock(soon.updateTime)})`;
  const last = known.asked_at ? `${say("last")} ${new Date(known.asked_at).toLocaleTimeString("en-GB", { timeZone: "Asia/Hong_Kong" })}` : say("never");
  sign("service", known.mode === "answer" ? "" : "warn", known.mode === "answer" ? "✓" : "!", say(known.mode), `${say("asked")(known.asked)} · ${last}`);
  for (const own of document.querySelectorAll("[data-mode]")) own.setAttribute("aria-pressed", own.dataset.mode === known.mode);
  document.getElementById("warnsum").textContent = JSON.stringify(known.warnsum, null, 2);
  document.getElementById("info").textContent = JSON.stringify(known.warningInfo, null, 2);
}

async function send(path, method) {
  try {
    known = await (await fetch(path, { method })).json();
  } catch (lost) {
    known = null;
  }
  redraw();
}

document.addEventListener("click", (event) => {
  const { change, mode } = event.target.dataset || {};
  const at = document.getElementById("at").value;
  if (change) send(`/control/${change}${at ? `?at=${encodeURIComponent(at)}` : ""}`, "POST");
  if (mode) send(`/control/mode/${mode}`, "POST");
});
dress();
setInterval(() => send("/control", "GET"), 2000);
send("/control", "GET");
