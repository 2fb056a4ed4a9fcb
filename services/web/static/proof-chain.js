"use strict";
// The arithmetic of an export, as docs/verify_export.py has it: hashes from bytes, seals from signatures. It knows
// no page; proof.js shows what it finds.

const Proof = (() => {
  class Fault extends Error {}

  const encoder = new TextEncoder();
  const ABSENT = Uint8Array.of(255, 255, 255, 255);
  const FINGERPRINT_CHECK = 8;
  const HASHED = ["seq", "type", "subject", "version", "data", "actor", "commandid", "causedby", "hash"];
  const AROUND = ["specversion", "datacontenttype", "id", "source", "occurredat", "recordedat", "time", "personal", "personaldigest", "fingerprint", "signature"];

  const need = (condition, fault) => {
    if (!condition) throw new Fault(fault);
  };
  const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => {
    need(typeof text === "string" && /^([0-9a-f]{2})*$/.test(text), "changed");
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  };
  const unbase64 = (text) => {
    let bytes = "";
    try {
      bytes = atob(text);
    } catch {
      throw new Fault("changed");
    }
    need(btoa(bytes) === text, "changed");
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  };
  const joined = (parts) => {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  const same = (first, other) => first.length === other.length && first.every((byte, at) => byte === other[at]);

  // A field as it is hashed: a length of four bytes, then the bytes; what is absent is a length alone.
  const field = (value) => {
    if (value === null || value === undefined) return ABSENT;
    let bytes = value;
    if (typeof value === "string") bytes = encoder.encode(value);
    if (typeof value === "number" || typeof value === "bigint") {
      bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
    }
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    return joined([length, bytes]);
  };

  // The text of a member of an object as it stands, because what is hashed are bytes, not what they mean.
  const member = (text, name) => {
    let at = 0;
    let found = null;
    const skip = () => {
      while (" \t\r\n".includes(text[at]) && at < text.length) at += 1;
    };
    const string = () => {
      const start = at;
      for (at += 1; text[at] !== '"'; at += text[at] === "\\" ? 2 : 1) need(at < text.length, "unreadable");
      at += 1;
      return text.slice(start, at);
    };
    const value = () => {
      const start = at;
      let depth = 0;
      for (; at < text.length; at += 1) {
        if (text[at] === '"') {
          string();
          at -= 1;
        } else if ("{[".includes(text[at])) depth += 1;
        else if ("}]".includes(text[at])) {
          if (depth === 0) break;
          depth -= 1;
        } else if (text[at] === "," && depth === 0) break;
      }
      return text.slice(start, at).trimEnd();
    };
    skip();
    need(text[at] === "{", "unreadable");
    at += 1;
    for (;;) {
      skip();
      if (text[at] === "}" || at >= text.length) return found;
      const key = JSON.parse(string());
      skip();
      need(text[at] === ":", "unreadable");
      at += 1;
      skip();
      const slice = value();
      if (key === name) {
        need(found === null, "changed");
        found = slice;
      }
      if (text[at] === ",") at += 1;
    }
  };

  const parsed = (text) => {
    try {
      const line = JSON.parse(text);
      need(line !== null && typeof line === "object" && !Array.isArray(line), "unreadable");
      return line;
    } catch {
      throw new Fault("unreadable");
    }
  };

  // The hash of an event, from the hash before it and the text of its line.
  const eventHash = async (previous, line, text) => {
    const raw = member(text, "data");
    need(raw !== null, "changed");
    let personal = line.personaldigest === undefined ? null : unhex(line.personaldigest);
    if (line.personal !== undefined) personal = await sha256(unbase64(line.personal));
    const numbers = [line.seq, line.version, line.causedby ?? 0];
    need(numbers.every(Number.isSafeInteger), "changed");
    need([line.occurredat, line.recordedat].every((micros) => /^-?[0-9]{1,18}$/.test(micros)), "changed");
    const fields = [previous, line.subject, line.seq, line.type, line.version, encoder.encode(raw), personal, line.actor, line.commandid, line.causedby, BigInt(line.occurredat), BigInt(line.recordedat)];
    return sha256(joined(fields.map(field)));
  };

  const moment = (micros) => {
    const whole = BigInt(micros);
    const second = new Date(Number(whole / 1000000n) * 1000).toISOString().slice(0, 19);
    return `${second}.${String(whole % 1000000n).padStart(6, "0")}Z`;
  };

  // What a line says beside what is hashed or signed has to follow from it; no more may be in it.
  const checkAround = async (line, place, tournament, other) => {
    const expected = {
      specversion: "1.0",
      datacontenttype: "application/json",
      id: `${tournament}/${place}`,
      source: `/tournaments/${encodeURIComponent(tournament)}`,
    };
    for (const name of ["occurredat", "recordedat"])
      if (line[name] !== undefined) expected[name] = String(BigInt(line[name]));
    if (line.recordedat !== undefined) expected.time = moment(line.recordedat);
    if (line.fingerprint !== undefined) {
      const print = unhex(line.fingerprint).slice(0, -FINGERPRINT_CHECK);
      const check = await sha256(joined([unhex(line.hash), print]));
      expected.fingerprint = hex(print) + hex(check.slice(0, FINGERPRINT_CHECK));
    }
    for (const [name, value] of Object.entries(expected)) need(line[name] === value, "changed");
    const known = [...AROUND, ...other];
    need(Object.keys(line).every((name) => known.includes(name)), "changed");
  };

  // What is signed: the statement with its members in order, without blanks.
  const statementBytes = (statement) => {
    const names = ["hash", "key", "recordedat", "seq", "tournament"];
    need(Object.keys(statement).sort().join() === names.join(), "seal_forged");
    need(Number.isSafeInteger(statement.seq), "seal_forged");
    return encoder.encode(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(statement[name])}`).join()}}`);
  };

  // A public key out of PEM; null where the browser does not know Ed25519.
  const readKey = async (pem) => {
    const body = pem.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s/g, "");
    try {
      const key = await crypto.subtle.importKey("spki", unbase64(body), { name: "Ed25519" }, true, ["verify"]);
      const raw = new Uint8Array(await crypto.subtle.exportKey("raw", key));
      return { key, id: hex((await sha256(raw)).slice(0, 16)) };
    } catch {
      return null;
    }
  };
  const signed = (key, statement, signature) =>
    crypto.subtle.verify({ name: "Ed25519" }, key.key, unbase64(signature), statementBytes(statement));

  // Follows an export line by line; `take` and `finish` throw a Fault at the first that is not as it was written.
  class Export {
    constructor(key) {
      this.key = key;
      this.tournament = null;
      this.hashes = [new Uint8Array(32)];
      this.sealed = 0;
      this.checked = 0;
      this.line = 0;
      this.published = [];
      this.closed = false;
      this.open = null;
    }

    get seq() {
      return this.hashes.length;
    }

    async take(text) {
      this.line += 1;
      const line = parsed(text);
      need(!this.closed, "more");
      if (line.type === "eventlog.before") throw new Fault("excerpt");
      if (line.type === "eventlog.seal") return this.takeSeal(line);
      if (line.type === "eventlog.head") return this.takeHead(line);
      return this.takeEvent(line, text);
    }

    async takeEvent(line, text) {
      need(this.sealed === 0, "after_seals");
      this.tournament ??= line.subject;
      need(line.subject === this.tournament, "elsewhere");
      need(line.seq === this.seq, "order");
      const hash = await eventHash(this.hashes.at(-1), line, text);
      need(hex(hash) === line.hash, "changed");
      need(this.open === null || this.open === line.commandid, "fingerprint");
      await checkAround(line, line.seq, this.tournament, HASHED);
      this.open = line.fingerprint === undefined ? line.commandid : null;
      this.hashes.push(hash);
      if (line.type === "results-published") {
        const { stage, version, digest } = line.data;
        const rows = hex(await sha256(encoder.encode(member(member(text, "data"), "rows"))));
        need(rows === digest, "changed");
        this.published.push({ stage, version, digest, seq: line.seq });
      }
    }

    async takeSeal(line) {
      const statement = line.data;
      const { seq } = statement;
      await checkAround(line, `seal/${seq}/${statement.key}`, this.tournament, ["type", "data"]);
      if (this.key && statement.key === this.key.id) {
        need(await signed(this.key, statement, line.signature), "seal_forged");
        this.checked = Math.max(this.checked, seq);
      }
      need(seq > 0 && seq < this.seq, "seal_beyond");
      need(statement.tournament === this.tournament && statement.hash === hex(this.hashes[seq]), "seal_moved");
      this.sealed = Math.max(this.sealed, seq);
    }

    async takeHead(line) {
      await checkAround(line, "head", this.tournament, ["type", "data"]);
      need(line.data.seq === this.seq - 1 && line.data.hash === hex(this.hashes.at(-1)), "head");
      need(this.open === null, "fingerprint");
      this.closed = true;
    }

    finish() {
      need(this.closed, "cut");
      return { tournament: this.tournament, events: this.seq - 1, head: hex(this.hashes.at(-1)), sealed: this.checked, published: this.published };
    }
  }

  return { Export, Fault, encoder, eventHash, hex, member, parsed, readKey, same, sha256, signed, unhex };
})();
