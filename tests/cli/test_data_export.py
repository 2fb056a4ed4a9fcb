"""tileledger subject: what is held on one person, on standard output."""

from pathlib import Path

from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write


def test_what_is_held_before_and_after_forgetting(tileledger: Command, home: Path) -> None:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3)))
    tileledger("access", "grant", "--role", "participant", "--subject", "002", "--tournament", "cup")
    before = tileledger("subject", "cup", "002").answer
    assert before["personal_held"]
    assert before["details"]["name_en"]
    assert [token["subject"] for token in before["tokens"]] == ["002"]
    assert [event["type"] for event in before["events"]][:2] == ["entrant-registered", "place-confirmed"]
    assert tileledger("forget", "cup:002").code == 0
    ran = tileledger("subject", "cup", "002")
    assert (ran.answer["personal_held"], ran.answer["details"]) == (False, {})
    assert before["details"]["name_en"] not in ran.out
    assert ran.answer["forgotten_seq"]
    assert tileledger("subject", "cup", "999").code == 1
