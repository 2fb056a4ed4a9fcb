"""Check an export of a tournament without Tileledger: python verify_export.py EXPORT.jsonl [PUBLIC_KEY.pem]

It shares no code with the program and needs only `cryptography`. It recomputes the hash chain, compares the
seals with it, with the public key their signatures, too. Exit 0: all hold; 1: touched, or with
a key not proved. `recompute_standings.py` beside it adds up the published tables.
"""

import base64
import json
import sys
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_pem_public_key

HASHED = {"seq", "type", "subject", "version", "data", "actor", "commandid", "causedby", "hash"}


class Touched(Exception):
    """Says what is not as it was written, and at which seq first."""


class Unproved(Touched):
    """Says that nothing was found touched, and why that proves nothing."""


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
    personal = bytes.fromhex(line["personaldigest"]) if "personaldigest" in line else None
    if "personal" in line:
        personal = sha256(base64.b64decode(line["personal"])).digest()
    what = [line["subject"], line["seq"], line["type"], line["version"], canonical(line["data"]), personal]
    who = [line["actor"], line["commandid"], line.get("causedby")]
    when = [int(line["occurredat"]), int(line["recordedat"])]
    return sha256(b"".join(map(field, [previous, *what, *who, *when]))).digest()


def check_around(line, tournament, place, seq, other):
    """What a line says beside what is hashed or signed has to follow from it; no more may be in it."""
    said = {"specversion": "1.0", "datacontenttype": "application/json", "id": f"{tournament}/{place}"}
    said["source"] = "/tournaments/" + quote(tournament)
    said |= {name: str(int(line[name])) for name in ("occurredat", "recordedat") if name in line}
    said |= {name: bytes.fromhex(line[name]).hex() for name in ("personaldigest",) if name in line}
    for name in line.keys() & {"personal", "signature"}:
        said[name] = base64.b64encode(base64.b64decode(line[name])).decode()
    if "recordedat" in line:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(line["recordedat"]))
        said["time"] = moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    if "fingerprint" in line:
        print_ = bytes.fromhex(line["fingerprint"])[:-8]
        said["fingerprint"] = (print_ + sha256(bytes.fromhex(line["hash"]) + print_).digest()[:8]).hex()
    wrong = [name for name in said if line.get(name) != said[name]] + sorted(
        line.keys() - said.keys() - other
    )
    if wrong:
        raise Touched(f"the {wrong[0]} at seq {seq} was changed")


def check_event(line, tournament, previous, seq, command):
    if (line["subject"], line["seq"]) != (tournament, seq):
        raise Touched(f"seq {seq} of {tournament} should stand here")
    whole = all(type(line.get(name, 0)) is int for name in ("seq", "version", "causedby"))
    if not whole or hash_of(previous, line).hex() != line["hash"]:
        raise Touched(f"the event at seq {seq} was changed")
    if command not in (None, line["commandid"]):
        raise Touched(f"seq {seq - 1} ends a command and has no fingerprint")
    check_around(line, tournament, seq, seq, HASHED)
    return None if "fingerprint" in line else line["commandid"]


def check_seal(line, tournament, hashes, key):
    seal, seq = line["data"], line["data"]["seq"]
    check_around(line, tournament, f"seal/{seq}/{seal['key']}", seq, {"type", "data"})
    if key is not None:
        try:
            key.verify(base64.b64decode(line["signature"]), canonical(seal))
        except InvalidSignature:
            raise Touched(f"the seal at seq {seq} was not made with this key, or was changed") from None
    if not 0 < seq < len(hashes):
        raise Touched(f"events from seq {len(hashes)} on are missing: it was sealed at seq {seq}")
    if (seal["tournament"], seal["hash"]) != (tournament, hashes[seq].hex()):
        raise Touched(f"the event at seq {seq} is not the one that was sealed")
    return seq


def verify(lines, key):
    hashes, tournament, sealed, closed, command = [bytes(32)], None, 0, False, None
    for number, text in enumerate(lines, 1):
        seq = len(hashes)
        try:
            line = json.loads(text)
            tournament = tournament or line["subject"]
            if closed:
                raise Touched(f"there is more after the closing line, in the place of seq {seq}")
            if line["type"] == "eventlog.seal":
                sealed = max(sealed, check_seal(line, tournament, hashes, key))
            elif line["type"] == "eventlog.head":
                check_around(line, tournament, "head", seq, {"type", "data"})
                if line["data"] != {"seq": seq - 1, "hash": hashes[-1].hex()}:
                    raise Touched(
                        f"events from seq {seq} on were cut off: the closing line names another head"
                    )
                if command is not None:
                    raise Touched(f"seq {seq - 1} ends a command and has no fingerprint")
                closed = True
            else:
                if sealed:
                    raise Touched(f"seq {seq} stands after the seals")
                command = check_event(line, tournament, hashes[-1], seq, command)
                hashes.append(bytes.fromhex(line["hash"]))
        except Touched as error:
            raise Touched(f"line {number}: {error}") from None
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
            raise Touched(f"line {number}: seq {seq} should stand here: {error!r}") from None
    if not closed:
        raise Touched(f"after seq {len(hashes) - 1} it was cut off: the closing line is missing")
    if key is not None and not sealed:
        raise Unproved("every hash holds, but nothing is sealed; all of it may have been written anew")
    head = f"{tournament}: {len(hashes) - 1} events, head {hashes[-1].hex()}"
    how = "signed with this key" if key is not None else "signatures not checked"
    return [head, f"sealed up to seq {sealed}, {how}"]


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(sys.stderr.write(__doc__) and 2)
    try:
        public_key = load_pem_public_key(Path(sys.argv[2]).read_bytes()) if sys.argv[2:] else None
        found = verify(Path(sys.argv[1]).read_bytes().splitlines(), public_key)
    except (OSError, ValueError, Touched) as error:
        sys.exit(f"{'NOT PROVED' if isinstance(error, Unproved) else 'NOT AS IT WAS WRITTEN'}: {error}")
    sys.stdout.write("\n".join(found) + "\n")
