"use strict";
const WORDS = {
  en: { title: "Telegram simulator", about: "Phones that chat with the real bot. Nothing leaves this machine.", open: "New phone",
    name: "Name", link: "Paste a link", start: "Start", faults: "Let something go wrong", storm: "429 for 10 s", error: "500 for 10 s",
    drop: "Drop next answer", down: "Down for 10 s", block: "Block the bot", unblock: "Unblock the bot", clear: "All well again", message: "Message",
    send: "Send", phones: "Phones", none: "Everything works.", some: "Going wrong: ", chat: "chat ", you: "You" },
  zh: { title: "Telegram 模擬器", about: "在此用手機與真正的機械人對話，資料不會離開本機。", open: "新手機",
    name: "名稱", link: "貼上連結", start: "開始", faults: "模擬故障", storm: "429 十秒", error: "500 十秒",
    drop: "遺失下一回覆", down: "停機十秒", block: "封鎖機械人", unblock: "解除封鎖", clear: "全部恢復", message: "訊息",
    send: "傳送", phones: "手機", none: "一切正常。", some: "故障：", chat: "對話 ", you: "你" },
};
const own = (id) => document.getElementById(id);
let current = Number(localStorage.getItem("chat")) || 0;
let shown = "", toasts = {}, seen = {}, listed = "";

async function ask(verb, path, body) {
  const answer = await fetch("control/" + path, { method: verb, body: body === undefined ? undefined : JSON.stringify(body) });
  return answer.json();
}

function redraw() {
  listed = "";
  look();
}

function make(tag, text, kind) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

const TAGS = { bold: "b", italic: "i", underline: "u", code: "code", strikethrough: "s", pre: "pre", blockquote: "blockquote" };
function written(message) {
  const box = make("div", undefined, "text");
  let at = 0;
  for (const part of message.entities || []) {
    if (part.offset < at) continue;
    box.append(message.text.slice(at, part.offset));
    const inner = message.text.slice(part.offset, part.offset + part.length);
    if (part.type === "text_link") { const link = make("a", inner); link.href = part.url; link.target = "_blank"; link.rel = "noopener"; box.append(link); }
    else box.append(TAGS[part.type] ? make(TAGS[part.type], inner) : inner);
    at = part.offset + part.length;
  }
  box.append(message.text.slice(at));
  const clock = new Date((message.edit_date || message.date) * 1000);
  box.append(make("time", clock.toTimeString().slice(0, 5)));
  return box;
}

function show(chat) {
  const text = JSON.stringify([chat.messages, chat.pinned]);
  if (text !== shown) {
    const list = own("messages");
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 60 || !shown;
    shown = text;
    list.replaceChildren(...chat.messages.map((message) => {
      const item = make("li", undefined, message.from.is_bot ? "" : "mine");
      if (chat.pinned.includes(message.message_id)) item.append(make("small", "📌"));
      if (chat.silent.includes(message.message_id)) item.append(make("small", "🔕"));
      item.append(written(message));
      const rows = (message.reply_markup || {}).inline_keyboard || [];
      if (rows.length) {
        const keys = make("div", undefined, "keys");
        for (const row of rows) {
          const line = make("div");
          for (const key of row) {
            const button = make("button", key.text);
            button.type = "button";
            button.onclick = () => key.url ? window.open(key.url, "_blank", "noopener")
              : ask("POST", `chats/${current}/press`, { data: key.callback_data, message: message.message_id }).then(look);
            line.append(button);
          }
          keys.append(line);
        }
        item.append(keys);
      }
      return item;
    }));
    if (low) list.scrollTop = list.scrollHeight;
  }
  const last = chat.toasts.length;
  if (toasts[current] !== undefined && last > toasts[current] && chat.toasts[last - 1].text) {
    own("toast").textContent = chat.toasts[last - 1].text;
    own("toast").hidden = false;
    clearTimeout(show.timer);
    show.timer = setTimeout(() => { own("toast").hidden = true; }, 3500);
  }
  toasts[current] = last;
  own("whose").textContent = `${chat.chat.first_name} · ${say("chat")}${chat.chat.id}`;
  own("block").textContent = say(chat.chat.blocked ? "unblock" : "block");
  own("block").dataset.blocked = chat.chat.blocked ? "1" : "";
}

function list(state, lasts) {
  const text = JSON.stringify([state.chats, lasts, current, seen]);
  if (text === listed) return;
  listed = text;
  own("chats").replaceChildren(...state.chats.slice(0, 60).map((chat) => {
    const button = make("button");
    button.type = "button";
    if (chat.id === current) button.setAttribute("aria-current", "true");
    button.append(make("span", chat.first_name.slice(0, 1), "face"));
    const about = make("span");
    about.append(make("b", chat.first_name), make("small", (lasts[chat.id] || {}).text || ""));
    button.append(about);
    const fresh = ((lasts[chat.id] || {}).count || 0) - (seen[chat.id] || 0);
    if (fresh > 0 && chat.id !== current) button.append(make("span", String(fresh), "new"));
    button.onclick = () => { current = chat.id; localStorage.setItem("chat", current); shown = ""; look(); };
    return button;
  }));
}

async function look() {
  const state = await ask("GET", "state");
  if (!state.chats.length) { await ask("POST", "chats", { first_name: say("you"), language_code: language === "zh" ? "zh-hant" : "en" }); return look(); }
  if (!state.chats.some((chat) => chat.id === current)) current = state.chats[0].id;
  const lasts = {};
  await Promise.all(state.chats.slice(0, 60).map(async (chat) => {
    const own = await ask("GET", `chats/${chat.id}`);
    const last = own.messages[own.messages.length - 1];
    lasts[chat.id] = { text: last ? last.text.split("\n")[0] : "", count: own.messages.length };
    if (chat.id === current) { seen[current] = own.messages.length; show(own); }
  }));
  list(state, lasts);
  const commands = state.commands[`chat:${current}`] || state.commands[language === "zh" ? "zh" : ""] || state.commands[""] || [];
  if (own("commands").childElementCount !== commands.length || own("commands").dataset.shown !== JSON.stringify(commands)) {
    own("commands").dataset.shown = JSON.stringify(commands);
    own("commands").replaceChildren(...commands.map((one) => {
      const button = make("button", "/" + one.command);
      button.type = "button";
      button.title = one.description;
      button.onclick = () => ask("POST", `chats/${current}/say`, { text: "/" + one.command }).then(look);
      return button;
    }));
  }
  own("state").textContent = state.faults.length ? say("some") + state.faults.map((one) => one.fault).join(", ") : say("none");
}

own("say").onsubmit = async (event) => {
  event.preventDefault();
  const text = own("text").value.trim();
  own("text").value = "";
  if (text) { await ask("POST", `chats/${current}/say`, { text }); look(); }
};
own("open").onsubmit = async (event) => {
  event.preventDefault();
  const opened = await ask("POST", "chats", { first_name: own("name").value.trim() || "Phone", language_code: language === "zh" ? "zh-hant" : "en" });
  own("name").value = "";
  current = opened.chats[0];
  shown = "";
  look();
};
async function follow(link) {
  const token = (link.match(/[?&]start=([A-Za-z0-9_-]+)/) || [null, link.trim()])[1];
  if (token) { await ask("POST", `chats/${current}/say`, { text: `/start ${token}` }); look(); }
}
own("deep").onsubmit = (event) => { event.preventDefault(); follow(own("token").value); own("token").value = ""; };
own("faults").onclick = async (event) => {
  const data = event.target.dataset;
  if (data.fault) await ask("POST", "faults", JSON.parse(data.fault));
  if (data.down) await ask("POST", "down", { seconds: Number(data.down) });
  if (event.target.id === "clear") await ask("DELETE", "faults");
  if (event.target.id === "block") await ask("POST", `chats/${current}/block`, { blocked: !data.blocked });
  look();
};
dress();
look().then(() => {
  const start = new URLSearchParams(location.search).get("start");
  if (start) { history.replaceState(null, "", location.pathname); follow("?start=" + start); }
  const round = () => look().catch(() => {}).finally(() => setTimeout(round, 700));
  round();
});
