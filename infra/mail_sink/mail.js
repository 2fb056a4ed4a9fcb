"use strict";
const WORDS = {
  en: { title: "Mail sink", about: "Mail that Tileledger sent. It is kept here and goes nowhere.", refuse: "Refuse with 451", forget: "Forget all",
    none: "Nothing was sent yet.", raw: "As it was sent", from: "From", to: "To", files: "Attached", at: "Received", id: "Message-ID", count: "received",
    refusing: "refusing", lost: "The sink does not answer", nosubject: "(no subject)" },
  zh: { title: "郵件收集站", about: "Tileledger 寄出的電郵，只存於此，不會寄往別處。", refuse: "以 451 拒收", forget: "全部清除",
    none: "尚未寄出任何電郵。", raw: "原始內容", from: "寄件人", to: "收件人", files: "附件", at: "收到時間", id: "Message-ID", count: "封電郵",
    refusing: "拒收中", lost: "收集站沒有回應", nosubject: "（沒有主旨）" },
};
let mails = [], refusal = null, chosen = null, drawn = "", lost = false;
const find = (id) => document.getElementById(id);
const clock = (text) => new Date(text).toLocaleTimeString(language === "zh" ? "zh-HK" : "en-GB");
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

function redraw() {
  const wanted = JSON.stringify([language, refusal, chosen, lost, mails.length, mails.at(-1)?.number]);
  if (wanted === drawn) return;
  drawn = wanted;
  find("refuse").setAttribute("aria-pressed", String(Boolean(refusal)));
  find("state").textContent = lost ? say("lost") : `${mails.length} ${say("count")}${refusal ? ` · ${say("refusing")}` : ""}`;
  find("mails").replaceChildren(...mails.slice(-300).reverse().map((mail) => {
    const button = made("button", "");
    button.append(made("b", mail.subject || say("nosubject")), made("small", `${clock(mail.at)} · ${mail.recipients.join(", ")}`));
    button.setAttribute("aria-current", String(mail.number === chosen));
    button.onclick = () => { chosen = mail.number; redraw(); };
    const line = document.createElement("li");
    line.append(button);
    return line;
  }));
  const mail = mails.find((own) => own.number === chosen);
  find("none").hidden = Boolean(mail);
  find("mail").hidden = !mail;
  if (!mail) return;
  find("mail").querySelector("h2").textContent = mail.subject || say("nosubject");
  const told = [["from", mail.sender], ["to", mail.recipients.join(", ")], ["at", clock(mail.at)], ["id", mail.message_id]];
  if (mail.attachments.length) told.push(["files", mail.attachments.map((name) => `📎 ${name}`).join(", ")]);
  find("mail").querySelector("dl").replaceChildren(...told.flatMap(([name, text]) => [made("dt", say(name)), made("dd", text)]));
  // Text only: mail is written by others, and its HTML is not run here.
  find("text").textContent = mail.text || mail.html;
  find("raw").textContent = mail.raw;
}

async function look() {
  try {
    const told = await (await fetch(`/mails?after=${mails.at(-1)?.number ?? 0}`)).json();
    if (!mails.length && told.mails.length) chosen ??= told.mails.at(-1).number;
    mails.push(...told.mails);
    refusal = told.refusal;
    lost = false;
  } catch (error) {
    lost = true;
  }
  redraw();
}

find("refuse").onclick = async () => {
  await fetch("/control/refuse", { method: "POST", body: refusal ? "" : "451 4.3.0 Try again later" });
  look();
};
find("forget").onclick = async () => {
  await fetch("/mails", { method: "DELETE" });
  mails = [];
  chosen = null;
  redraw();
};
dress();
setInterval(look, 1500);
look();
