"""One table says who may do what, and what it does not say nobody may."""

import pytest

from services.access.rights import (
    COMMAND_RIGHTS,
    QUERY_RIGHTS,
    RIGHTS,
    ROLES,
    allowed_roles,
    forbidden,
    require,
    right,
)
from services.tournament import catalogue
from shared.catalogue import catalogue as texts
from tests.refusing import refusing


def test_every_command_of_the_tournament_has_a_row_and_every_row_a_command() -> None:
    assert COMMAND_RIGHTS.keys() == catalogue.commands().keys(), "its row is in services/access/rights.py"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_action_has_words_and_there_are_no_others(language: str) -> None:
    known = {key for key in texts(language) if key.startswith("word-action-")}
    expected = {f"word-action-{action}" for action in RIGHTS}
    assert known == expected, "word-action-… stands in both catalogues, for each row of the table of rights"


def test_a_refusal_names_what_may_not_be_done_in_words() -> None:
    for action in RIGHTS:
        problem = forbidden("display", action, ["organizer"])
        assert problem.text("en").startswith("As display one may not "), action
        assert "do " + action not in problem.text("en")
        assert "無權在此" in problem.text("zh"), action
        assert not any(letter.isascii() and letter.isalpha() for letter in problem.text("zh")), action


def test_a_participant_signs_only_for_herself() -> None:
    assert right("participant", "sign-sheet") == "self"


def test_a_referee_records_at_her_own_tables_and_the_chief_referee_anywhere() -> None:
    assert right("referee", "record-game-result") == "own_table"
    assert right("chief_referee", "record-game-result") == "any"


def test_only_chief_referee_and_organizer_rule() -> None:
    assert allowed_roles("make-ruling") == ("chief_referee", "organizer")


def test_a_display_only_reads() -> None:
    assert not any("display" in row for row in COMMAND_RIGHTS.values())
    assert right("display", "standings") == "any"
    assert right("display", "names") is None


def test_what_is_not_in_the_table_nobody_may_do() -> None:
    assert right("organizer", "burn-the-ledger") is None
    assert right("emperor", "standings") is None
    with refusing("forbidden"):
        require("organizer", "burn-the-ledger")


def test_a_refusal_says_whom_to_ask() -> None:
    with refusing("forbidden", "Chief Referee, organizer"):
        require("participant", "make-ruling")
    assert require("organizer", "make-ruling") == "any"


def test_nobody_is_sent_to_ask_a_program() -> None:
    assert "service" in allowed_roles("timeline")
    with refusing("forbidden") as refused:
        require("participant", "timeline")
    assert "service" not in refused.value.text("en")


def test_every_row_is_a_right_of_someone_and_no_name_is_both_command_and_query() -> None:
    assert not COMMAND_RIGHTS.keys() & QUERY_RIGHTS.keys()
    for action, row in {**COMMAND_RIGHTS, **QUERY_RIGHTS}.items():
        assert row, action
        assert row.keys() <= set(ROLES), action


def test_the_organizer_may_do_whatever_any_person_may() -> None:
    assert all(right("organizer", action) == "any" for action in (*COMMAND_RIGHTS, *QUERY_RIGHTS))
