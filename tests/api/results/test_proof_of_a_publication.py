"""What proves a published version to anyone: its event, the hash before it, its seals, and nothing else."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shared.eventlog.seal import PublicKey, Seal, Statement, seal_json
from tests.api.conftest import BASE, ID, House, assert_problem
from tests.api.results.test_results_page import published
from tests.api.test_pages import ranked
from tests.cli.files import ROOT

__all__ = ["published"]  # a fixture

Lines = list[dict[str, Any]]
ADDRESS = f"{BASE}/publication-proof"
PROGRAM = ROOT / "docs" / "verify_publication.py"


def proof(house: House, query: str = "") -> Lines:
    answer = house.anyone.get(f"{ADDRESS}{query}")
    assert answer.status_code == 200
    assert answer.content_type == "application/x-ndjson"
    return [json.loads(line) for line in answer.get_data().splitlines()]


def checked(lines: Lines, folder: Path, house: House | None = None) -> subprocess.CompletedProcess[str]:
    """What the program of the documentation says of it, with the key of the house if one is given."""
    (folder / "proof.jsonl").write_text("\n".join(map(json.dumps, lines)))
    keys = []
    if house is not None:
        (folder / "key.pem").write_bytes(house.anyone.get("/api/v1/seal-key").get_data())
        keys = ["key.pem"]
    return subprocess.run(
        [sys.executable, "-I", str(PROGRAM), "proof.jsonl", *keys],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_it_holds_the_event_of_the_version_the_hash_before_it_and_its_seal(published: House) -> None:
    for publication in published.desk.state(ID).publications.values():
        before, event, seal, head = proof(published, f"?version={publication.version}")
        earlier, stored = (published.desk.log.read_one(ID, publication.seq - less) for less in (1, 0))
        assert earlier is not None
        assert stored is not None
        assert before["data"] == {"seq": earlier.seq, "hash": earlier.hash.hex()}
        assert (event["type"], event["hash"]) == ("results-published", stored.hash.hex())
        assert json.loads(stored.data) == event["data"]
        assert head["data"] == {"seq": publication.seq, "hash": stored.hash.hex()}
        key = PublicKey.read(published.anyone.get("/api/v1/seal-key").get_data())
        statement = Statement(**seal["data"])
        assert any(
            key.signed(other)
            and other.statement == statement
            and seal["signature"] in seal_json(other).decode()
            for other in seals(published)
        )


def seals(house: House) -> list[Seal]:
    from services.desk.proving import seals as kept

    return list(kept(house.desk, ID))


def test_it_holds_nothing_but_what_is_published(published: House) -> None:
    for line in proof(published, "?version=2"):
        assert line.keys() <= {
            *("specversion", "id", "source", "type", "subject", "time", "datacontenttype", "data", "seq"),
            *("hash", "version", "actor", "commandid", "occurredat", "recordedat", "signature"),
        }
    text = published.anyone.get(ADDRESS).get_data(as_text=True)
    for word in ("Player", "玩家", "solver", "disqualif", "aid_found", "@", "personal", "fingerprint"):
        assert word not in text, word


def test_the_newest_version_is_the_default_and_what_is_not_published_is_refused(in_play: House) -> None:
    assert_problem(in_play.anyone.get(ADDRESS), 404, "not-found")
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    assert proof(in_play)[1]["data"]["version"] == 1
    assert_problem(in_play.anyone.get(f"{ADDRESS}?version=2"), 404, "not-found")
    assert_problem(in_play.anyone.get(f"{ADDRESS}?version=0"), 404, "not-found")
    assert_problem(in_play.anyone.get(f"{ADDRESS}?stage=final"), 404, "not-found")
    assert_problem(in_play.anyone.get(f"{ADDRESS}?stage=semi"), 404, "stage-unknown")


def test_a_proof_that_is_asked_for_again_costs_a_304(published: House) -> None:
    tag = published.anyone.get(ADDRESS).headers["ETag"]
    assert published.anyone.get(ADDRESS, {"If-None-Match": tag}).status_code == 304


def test_the_program_of_the_documentation_checks_it(published: House, tmp_path: Path) -> None:
    done = checked(proof(published, "?version=1"), tmp_path, published)
    assert done.returncode == 0, done.stderr
    rows = next(each for each in published.desk.state(ID).publications.values() if each.version == 1).rows
    assert done.stdout.splitlines()[-1].endswith("sealed, signed with this key")
    assert [f"{row.place},{row.entrant_no},{row.games_won},{row.score},{row.tiles}" for row in rows] == (
        done.stdout.splitlines()[:-3]
    )


def _figure(lines: Lines) -> None:
    lines[1]["data"]["rows"][0]["tiles"] += 1


def _both_digests(lines: Lines) -> None:
    """The table is changed, and its digest made to fit."""
    from hashlib import sha256

    from shared.codec import canonical

    _figure(lines)
    lines[1]["data"]["digest"] = sha256(canonical(lines[1]["data"]["rows"])).hexdigest()


def _earlier(lines: Lines) -> None:
    lines[0]["data"]["hash"] = "00" * 32


def _moment(lines: Lines) -> None:
    lines[1]["recordedat"] = str(int(lines[1]["recordedat"]) + 1)


def _seal_of_another(lines: Lines) -> None:
    lines[2]["data"]["hash"] = "00" * 32


def _signature(lines: Lines) -> None:
    lines[2]["signature"] = "A" * 86 + "=="


def _no_seal(lines: Lines) -> None:
    del lines[2]


def _no_end(lines: Lines) -> None:
    del lines[-1]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (_figure, "another digest"),
        (_both_digests, "the event was changed"),
        (_earlier, "the event was changed"),
        (_moment, "the event was changed"),
        (_seal_of_another, "over another event"),
        (_signature, "not made with this key"),
        (_no_seal, "nothing is sealed"),
        (_no_end, "proves no published version"),
    ],
)
def test_every_touch_is_found(
    published: House, tmp_path: Path, how: Callable[[Lines], None], words: str
) -> None:
    lines = proof(published)
    how(lines)
    done = checked(lines, tmp_path, published)
    assert done.returncode == 1
    assert words in done.stderr
