"use strict";
// Shows on the page of results what Proof finds: step by step for the version that is shown, and for a file.
{
  const place = document.querySelector("[data-check]");
  const word = (name, values = {}) =>
    Object.entries(values).reduce(
      (text, [key, value]) => text.replace(`{${key}}`, value),
      place.querySelector(`[data-word="${name}"]`).textContent,
    );
  const able = globalThis.crypto?.subtle !== undefined;
  class Unreached extends Error {}
  const fetched = async (address) => {
    const answer = await fetch(address, { headers: { Accept: "*/*" } }).catch(() => null);
    if (!answer?.ok) throw new Unreached(address);
    return answer.text();
  };

  // The table of the page as its reader sees it, in exact figures.
  const exactOf = (cell) => {
    const metal = cell.querySelector(".metal");
    if (metal) return [...metal.classList].find((name) => name !== "metal");
    const exact = cell.querySelector("i");
    const figure = exact ? exact.textContent.trim().slice(1, -1) : cell.textContent.trim();
    return figure.replace("−", "-");
  };
  const GOES = { in: true, out: false, open: null, tied: null };
  const linesOf = (table) => {
    const names = table.dataset.columns.split(" ");
    return [...table.querySelectorAll("tbody tr[data-key]")].map((row) => {
      const [ranked, ...cells] = [...row.querySelectorAll("td")];
      const goes = cells.find((cell) => cell.classList.contains("goes"));
      const figures = Object.fromEntries(names.map((name, at) => [name, exactOf(cells[at])]));
      const kind = goes && [...goes.classList].find((name) => name in GOES);
      return { place: parseInt(ranked.textContent, 10), number: row.querySelector("th a").textContent, figures, goes: goes ? GOES[kind] : undefined };
    });
  };
  const differs = (line, row) => {
    const figures = { games_won: String(row.games_won), score: row.score, tiles: String(row.tiles), ...(row.figures ?? {}) };
    const names = new Set([...Object.keys(figures), ...Object.keys(line.figures)]);
    if (line.place !== row.place || [...names].some((name) => figures[name] !== line.figures[name])) return true;
    return line.goes !== undefined && line.goes !== (row.qualified ?? null);
  };

  // Why the table of the page is not that of the event; null where it is.
  const whyOther = (table, rows) => {
    const lines = linesOf(table);
    const published = new Map(rows.map((row) => [row.entrant_no, row]));
    for (const line of lines) {
      const row = published.get(line.number);
      if (!row) return word("missing", { number: line.number });
      if (differs(line, row)) return word("line", { number: line.number });
    }
    if (table.dataset.whole === undefined) return null;
    const at = rows.findIndex((row, index) => row.entrant_no !== lines[index]?.number);
    if (at < 0) return lines.length === rows.length ? null : word("missing", { number: lines[rows.length].number });
    const shown = lines.some((line) => line.number === rows[at].entrant_no);
    return word(shown ? "order" : "missing", { number: rows[at].entrant_no });
  };

  const shown = (name) => place.closest(".proof").querySelector(`[data-shown="${name}"]`)?.textContent;

  // The verdict of each step, by name: "holds", "fails" or "skipped", and why.
  const stepsOf = async () => {
    const texts = (await fetched(place.dataset.proof)).split("\n").filter(Boolean);
    const lines = texts.map(Proof.parsed);
    const [before, event] = lines;
    const seals = lines.filter((line) => line.type === "eventlog.seal");
    const found = {};
    const say = (step, holds, why = "") => {
      found[step] = [holds ? "holds" : "fails", holds ? "" : why];
    };
    const table = document.getElementById("published");
    const raw = Proof.member(texts[1], "data");
    const { stage, version, digest, rows } = JSON.parse(raw);
    const meant = event.type === "results-published" && stage === table.dataset.stage && String(version) === table.dataset.version;
    const other = meant ? whyOther(table, rows) : word("order", { number: "–" });
    say("table", other === null, other ?? "");
    const computed = Proof.hex(await Proof.sha256(Proof.encoder.encode(Proof.member(raw, "rows"))));
    say("digest", computed === digest && digest === shown("digest"));
    const follows = before.type === "eventlog.before" && before.data.seq + 1 === event.seq && event.subject === place.dataset.tournament;
    const hash = Proof.hex(await Proof.eventHash(Proof.unhex(before.data.hash), event, texts[1]));
    say("hash", follows && hash === event.hash && hash === shown("hash"));
    await sealsOf(found, say, seals, event.seq, hash);
    return found;
  };

  const sealsOf = async (found, say, seals, seq, hash) => {
    if (seals.length === 0) {
      found.seal = found.signature = ["skipped", shown("sealed") ? word("later", { seq: shown("sealed") }) : ""];
      return;
    }
    const named = ({ data }) => data.seq === seq && data.hash === hash && data.tournament === place.dataset.tournament;
    say("seal", seals.every(named));
    let key = null;
    try {
      key = await Proof.readKey(await fetched(place.dataset.key));
    } catch {
      found.signature = ["skipped", word("no_key")];
      return;
    }
    if (key === null) {
      found.signature = ["skipped", word("no_ed25519")];
      return;
    }
    const ours = seals.filter(({ data }) => data.key === key.id);
    if (ours.length === 0) {
      found.signature = ["skipped", word("other_key")];
      return;
    }
    const verdicts = await Promise.all(ours.map((seal) => Proof.signed(key, seal.data, seal.signature)));
    say("signature", verdicts.every(Boolean));
  };

  const show = (found) => {
    const steps = place.querySelector("[data-steps]");
    steps.hidden = false;
    for (const item of steps.querySelectorAll("[data-step]")) {
      const [verdict, why] = found[item.dataset.step];
      item.className = `is-${verdict}`;
      item.querySelector("[data-verdict]").textContent = word(verdict);
      item.querySelector("[data-detail]").textContent = why;
    }
    const verdicts = Object.values(found).map(([verdict]) => verdict);
    const broken = verdicts.includes("fails");
    const outcome = broken ? "broken" : verdicts.includes("skipped") ? "partly" : "all";
    const outcomePlace = place.querySelector("[data-outcome]");
    outcomePlace.textContent = word(outcome);
    outcomePlace.className = `notice is-${broken ? "danger" : outcome === "all" ? "good" : "warning"}`;
  };
  const FORGED = Object.fromEntries(["table", "digest", "hash", "seal", "signature"].map((step) => [step, ["fails", ""]]));

  const run = async () => {
    try {
      show(await stepsOf());
    } catch (error) {
      if (error instanceof Unreached) place.querySelector("[data-outcome]").textContent = place.dataset.failed;
      else show(FORGED); // what was sent is no proof at all
    }
  };

  // A file, line by line, without ever holding it whole.
  const linesOfFile = async function* (file, progress) {
    const reader = file.stream().pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let rest = "";
    let read = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const pieces = (rest + value).split("\n");
      rest = pieces.pop();
      read += value.length;
      progress.value = Math.min(1, read / file.size);
      yield* pieces.filter(Boolean);
    }
    if (rest) yield rest;
    progress.value = 1;
  };

  const runFile = async () => {
    const [file] = document.getElementById("export").files;
    if (!file) return document.getElementById("export").focus();
    const [pemFile] = document.getElementById("pem").files;
    const outcomePlace = place.querySelector("[data-file-outcome]");
    const progress = place.querySelector("[data-progress]");
    progress.hidden = false;
    outcomePlace.textContent = "";
    const pem = pemFile ? await pemFile.text() : await fetched(place.dataset.key).catch(() => "");
    const log = new Proof.Export(pem ? await Proof.readKey(pem) : null);
    try {
      for await (const text of linesOfFile(file, progress)) await log.take(text);
      const found = log.finish();
      outcomePlace.className = `notice is-${found.sealed ? "good" : "warning"}`;
      outcomePlace.textContent = `${filled(found.sealed ? outcomePlace.dataset.sound : outcomePlace.dataset.unsigned, found)} ${ofPage(outcomePlace, found)}`;
    } catch (error) {
      const fault = error instanceof Proof.Fault ? error.message : "unreadable";
      outcomePlace.className = "notice is-danger";
      const why = place.querySelector(`[data-fault="${fault}"]`).textContent;
      outcomePlace.textContent = `${filled(outcomePlace.dataset.bad, { line: log.line, seq: log.seq })} ${why}`;
    }
    progress.hidden = true;
  };
  const filled = (text, values) => Object.entries(values).reduce((made, [key, value]) => made.replace(`{${key}}`, value), text);
  const ofPage = (outcomePlace, found) => {
    if (found.tournament !== place.dataset.tournament) return outcomePlace.dataset.elsewhere;
    const { stage, version } = document.getElementById("published").dataset;
    const there = found.published.find((each) => each.stage === stage && String(each.version) === version);
    return there?.digest === shown("digest") ? outcomePlace.dataset.same : outcomePlace.dataset.other;
  };

  if (place) {
    for (const origin of place.querySelectorAll("[data-origin]")) origin.textContent = location.origin;
    const buttons = [place.querySelector("[data-run]"), place.querySelector("[data-run-file]")];
    if (able) {
      for (const [at, work] of [run, runFile].entries()) {
        buttons[at].hidden = false;
        buttons[at].addEventListener("click", async () => {
          buttons[at].disabled = true;
          await work();
          buttons[at].disabled = false;
        });
      }
    } else place.querySelector("[data-outcome]").textContent = place.dataset.unable;
  }
}
