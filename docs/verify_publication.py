"""Check one published version without Tileledger: python verify_publication.py PROOF.jsonl [PUBLIC_KEY.pem]

It shares no code with the program and needs only `cryptography`. PROOF is what the page of results gives as
its proof: the event that holds the version, the hash before it, and the seals made with it. It recomputes the
digest of the table and the hash of the event, compares the seals with it, with the public key their
signatures, too, and prints the table, and last what was found. What came before the event is taken as given:
`verify_export.py` checks a whole log. Exit 0: all hold; 1: touched, or with a key not proved.
"""

import base64
import json
import sys
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_pem_public_key


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def field(value):
    """A field as it is hashed: a length and the bytes; NULL is the length 0xFFFFFFFF alone."""
    if value is None:
        return b"\xff\xff\xff\xff"
    raw = value.encode() if isinstance(value, str) else value
    raw = raw.to_bytes(8, "big", signed=True) if isinstance(raw, int) else raw
    return len(raw).to_bytes(4, "big") + raw


def hash_of(previous, line):
    what = [line["subject"], line["seq"], line["type"], line["version"], canonical(line["data"])]
    personal = bytes.fromhex(line["personaldigest"]) if "personaldigest" in line else None
    who = [line["actor"], line["commandid"], line.get("causedby")]
    when = [int(line["occurredat"]), int(line["recordedat"])]
    return sha256(b"".join(map(field, [previous, *what, personal, *who, *when]))).digest()


class Touched(Exception):
    """Says what is not as it was published."""


def require(holds, why):
    if not holds:
        raise Touched(why)


def check_seal(line, event, key):
    stated = line["data"]
    named = (stated["tournament"], stated["seq"], stated["hash"])
    require(line["type"] == "eventlog.seal", "a line is no seal")
    require(named == (event["subject"], event["seq"], event["hash"]), "the seal is over another event")
    try:
        if key is not None:
            key.verify(base64.b64decode(line["signature"]), canonical(stated))
    except InvalidSignature:
        raise Touched("the seal was not made with this key, or was changed") from None


def check(lines, key):
    before, event, *seals, head = map(json.loads, lines)
    types = [line["type"] for line in (before, event, head)]
    require(
        types == ["eventlog.before", "results-published", "eventlog.head"], "it proves no published version"
    )
    rows = canonical(event["data"]["rows"])
    require(sha256(rows).hexdigest() == event["data"]["digest"], "the table has another digest")
    require(before["data"]["seq"] + 1 == event["seq"], "the hash before is of another event")
    found = hash_of(bytes.fromhex(before["data"]["hash"]), event).hex()
    require(found == event["hash"], "the event was changed")
    require(head["data"] == {"seq": event["seq"], "hash": found}, "the closing line names another event")
    for line in seals:
        check_seal(line, event, key)
    require(seals or key is None, "the hash holds, but nothing is sealed; it may have been written anew")
    how = "signed with this key" if key is not None else "signatures not checked"
    return event, f"sealed, {how}" if seals else "not sealed"


def described(event, how):
    """The table, and last, where it is read, what was found of it."""
    data = event["data"]
    for row in data["rows"]:
        yield f"{row['place']},{row['entrant_no']},{row['games_won']},{row['score']},{row['tiles']}"
    yield f"digest {data['digest']}"
    yield f"hash {event['hash']}"
    yield f"{event['subject']}: {data['stage']} version {data['version']}, event {event['seq']}, {how}"


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(sys.stderr.write(__doc__) and 2)
    try:
        public_key = load_pem_public_key(Path(sys.argv[2]).read_bytes()) if sys.argv[2:] else None
        found = described(*check(Path(sys.argv[1]).read_bytes().splitlines(), public_key))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, Touched) as error:
        sys.exit(f"NOT AS IT WAS PUBLISHED: {error}")
    sys.stdout.write("\n".join(found) + "\n")
