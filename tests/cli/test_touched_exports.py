"""Both verifiers find every touch of an export, and name the same first seq: ours, and that in docs/."""

import importlib.util
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from shared.eventlog import Head
from shared.eventlog.cloudevents import seal_line
from shared.eventlog.seal import PublicKey, Seal, SealKey
from shared.eventlog.transfer import verify_export
from shared.problems import Problem
from tests.cli.conftest import AtHome, Command
from tests.cli.files import (
    ENTRANT_HEADING,
    RESULT_HEADING,
    ROOT,
    TOURNAMENT,
    entrant_rows,
    result_rows,
    write,
)
from tests.cli.test_sealing import Lines, after, rehash
from tests.profiles import examples
from tests.sampling import a_few

FLIPS_A_LINE = examples(4, in_all=60)
OTHER = SealKey(bytes([9]) * 32)


class Exported:
    """An export with a seal and events after it, its public key, and both verifiers."""

    def __init__(self, home: Path, file: Path) -> None:
        self.lines = file.read_bytes().splitlines()
        self.pem = (home / "key.pem").read_bytes()
        self.events = sum(b"eventlog." not in line for line in self.lines)

    def ours(self, lines: list[bytes], *kept: Seal, pem: bytes | None = None) -> int | None:
        """The first seq that `tileledger verify` names, None if it finds nothing."""
        try:
            verified = verify_export(lines, key=PublicKey.read(pem or self.pem), seals=kept)
        except Problem as problem:
            named = re.search(r"seq (\d+)", problem.text())
            return int(named[1]) if named is not None else -1
        assert verified.fault is None
        return None if verified.sealed else 0

    def theirs(self, lines: list[bytes], *, pem: bytes | None = None) -> int | None:
        """The first seq that docs/verify_export.py names."""
        try:
            program().verify(lines, load_pem_public_key(pem or self.pem))
        except program().Touched as error:
            named = re.search(r"seq (\d+)", str(error))
            if isinstance(error, program().Unproved):
                return 0
            return int(named[1]) if named is not None else -1
        return None

    def changed(self, how: Callable[[Lines], Any]) -> list[bytes]:
        lines: Lines = [json.loads(line) for line in self.lines]
        how(lines)
        return [json.dumps(line, ensure_ascii=False).encode() for line in lines]


_program: list[Any] = []


def program() -> Any:
    if not _program:
        spec = importlib.util.spec_from_file_location("verify_export", ROOT / "docs" / "verify_export.py")
        assert spec is not None
        assert spec.loader is not None
        module: ModuleType = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        _program.append(module)
    return _program[0]


@pytest.fixture(params=[[], ["--public"]], ids=["full", "public"])
def exported(request: pytest.FixtureRequest, tileledger: Command, home: Path, at_home: AtHome) -> Exported:
    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT)
        tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(8)))
        tileledger("import", "results", "hk-2026", write(home / "r.csv", RESULT_HEADING, result_rows(8)))
        assert tileledger("submit", "hk-2026", "publish-results", stdin=b'{"stage": "preliminary"}').code == 0
        after(tileledger)
        (home / "key.pem").write_text(tileledger("seal", "--public-key").out)
        assert tileledger("export", "hk-2026", "x.jsonl", *request.param).code == 0

    at_home(f"exported {request.param}", prepare)
    exported = Exported(home, home / "x.jsonl")
    assert exported.ours(exported.lines) is exported.theirs(exported.lines) is None
    return exported


def test_a_changed_byte_anywhere_is_found_at_its_seq_by_both(exported: Exported) -> None:
    dice = random.Random(7)
    tried = 0
    for number, line in enumerate(exported.lines):
        for _ in range(FLIPS_A_LINE):
            changed = bytearray(line)
            changed[dice.randrange(len(line))] ^= 1 << dice.randrange(8)
            if _says_the_same(bytes(changed), line):
                continue
            lines = [*exported.lines]
            lines[number] = bytes(changed)
            ours, theirs = exported.ours(lines), exported.theirs(lines)
            assert ours is not None, (line, changed)
            assert theirs is not None, (line, changed)
            if number < exported.events:
                assert (ours, theirs) == (number + 1, number + 1), (line, changed)
            tried += 1
    assert tried > FLIPS_A_LINE // 3 * len(exported.lines)


def _says_the_same(first: bytes, other: bytes) -> bool:
    try:
        return bool(json.loads(first) == json.loads(other))
    except ValueError:
        return False


def test_every_field_of_every_kind_of_line_counts(exported: Exported) -> None:
    whole: Lines = [json.loads(line) for line in exported.lines]
    kinds = {frozenset(line): number for number, line in enumerate(whole)}
    for number in kinds.values():
        for how in (_other, dict.pop, _put_in):
            for field in a_few([*whole[number]]):
                lines = exported.changed(lambda lines, n=number, f=field, h=how: h(lines[n], f))  # type: ignore[misc]
                ours, theirs = exported.ours(lines), exported.theirs(lines)
                assert None not in (ours, theirs), (field, how, whole[number])
                if number < exported.events:
                    assert (ours, theirs) == (number + 1, number + 1), (field, how)


def _put_in(line: dict[str, Any], field: str) -> None:
    line[f"{field}too"] = line[field]


def _other(line: dict[str, Any], field: str) -> None:
    value = line[field]
    if isinstance(value, dict):
        line[field] = {**value, "more": 1}
    else:
        line[field] = (
            value + 1 if isinstance(value, int) else f"{value[:-1]}{'1' if value[-1] != '1' else '2'}"
        )


def _first(lines: Lines, kind: str) -> int:
    return next(number for number, line in enumerate(lines) if line["type"] == kind)


def _swap(lines: Lines) -> None:
    lines[5], lines[6] = lines[6], lines[5]


def _remove_middle(lines: Lines) -> None:
    del lines[5]


def _insert(lines: Lines) -> None:
    lines.insert(5, dict(lines[4]))


def _remove_tail(lines: Lines) -> None:
    seal = _first(lines, "eventlog.seal")
    del lines[5:seal]
    lines[-1]["data"] = {"seq": 5, "hash": lines[4]["hash"]}


def _cut_off(lines: Lines) -> None:
    del lines[5:]


def _without_seals(lines: Lines) -> None:
    lines[:] = [line for line in lines if line["type"] != "eventlog.seal"]


def _edit_head(lines: Lines) -> None:
    lines[-1]["data"]["hash"] = "00" * 32


def _from_elsewhere(lines: Lines) -> None:
    for line in lines[5:7]:
        line["subject"] = "another"
        line["id"] = line["id"].replace("hk-2026", "another")
        line["source"] = "/tournaments/another"


def _rewrite_from_there(lines: Lines) -> None:
    lines[5]["actor"] = "organizer:someone"
    for line in lines:
        if "personaldigest" in line:
            del line["personaldigest"]
    rehash(lines)
    last = lines[_first(lines, "eventlog.seal") - 1]
    lines[-1]["data"] = {"seq": last["seq"], "hash": last["hash"]}


@pytest.mark.parametrize(
    ("how", "seq"),
    [(_swap, 6), (_remove_middle, 6), (_insert, 6), (_remove_tail, 6), (_cut_off, 5), (_from_elsewhere, 6),
     (_edit_head, "after the last"), (_without_seals, 0), (_rewrite_from_there, "sealed")],
)  # fmt: skip
def test_both_name_the_first_seq_touched(
    how: Callable[[Lines], None], seq: int | str, exported: Exported
) -> None:
    lines = exported.changed(how)
    expected = {"after the last": exported.events + 1, "sealed": exported.events - 1}.get(str(seq), seq)
    assert (exported.ours(lines), exported.theirs(lines)) == (expected, expected)


def test_both_find_a_seal_of_another_key_another_head_or_another_tournament(exported: Exported) -> None:
    whole: Lines = [json.loads(line) for line in exported.lines]
    at = _first(whole, "eventlog.seal")
    sealed = whole[at]["data"]

    def put(key: SealKey, tournament: str, seq: int, hash_: str) -> Callable[[Lines], None]:
        made = key.seal(tournament, Head(seq, bytes.fromhex(hash_), int(sealed["recordedat"])))
        return lambda lines: lines.__setitem__(at, json.loads(seal_line(made)))

    own_pem = OTHER.public.pem
    cases = [
        (put(OTHER, "hk-2026", sealed["seq"], sealed["hash"]), exported.pem),
        (put(OTHER, "hk-2026", sealed["seq"], whole[3]["hash"]), own_pem),
        (put(OTHER, "hk-2026", sealed["seq"] - 1, sealed["hash"]), own_pem),
        (put(OTHER, "another", sealed["seq"], sealed["hash"]), own_pem),
    ]
    for how, pem in cases:
        lines = exported.changed(how)
        named = json.loads(lines[at])["data"]["seq"]
        assert (exported.ours(lines, pem=pem), exported.theirs(lines, pem=pem)) == (named, named)
    lines = exported.changed(put(OTHER, "hk-2026", exported.events + 5, sealed["hash"]))
    assert exported.ours(lines, pem=own_pem) == exported.theirs(lines, pem=own_pem) == exported.events + 1


def test_another_tournaments_export_is_not_this_ones(exported: Exported) -> None:
    """A seal kept of one tournament is not borne out by the export of another."""
    kept = OTHER.seal("another", verify_export(exported.lines).head)
    without: Lines = [json.loads(line) for line in exported.lines]
    _without_seals(without)
    lines = [json.dumps(line, ensure_ascii=False).encode() for line in without]
    assert exported.ours(lines, kept, pem=OTHER.public.pem) == exported.events
