"""Why someone stands where she stands in rounds: games, each tie-break taken apart, neighbours."""

import pytest

from services.desk.explaining import explain
from services.desk.explaining_rounds import KEY_NAMES
from services.rules.ranking import KEYS, Totals
from services.tournament.conduct import WithdrawEntrant
from services.tournament.round_columns import key_text
from services.tournament.round_standing import field_standings
from services.tournament.rounds import TakeRoom
from tests.unit.tournament.given_rounds import BSG, MSO, ONLINE, PRESSMAN, ROUNDS, drawn, entered, played, won


def test_every_ranking_key_has_a_name_and_a_text() -> None:
    assert KEY_NAMES.keys() == KEYS.keys()
    for name in KEYS:
        assert key_text(name, Totals())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_tie_break_names_the_opponents_it_is_made_of_and_those_left_out(language: str) -> None:
    tournament = played(MSO, 7, 4)
    for own in field_standings(tournament.state):
        answer = explain(tournament.state, own.entrant_no, None, language)
        text = "\n".join(reason.text for reason in answer.chain)
        assert answer.place == own.place
        assert own.swiss is not None
        for one in own.opponents:
            assert one.number is None or one.number in text
        median = next(
            reason.text for reason in answer.chain if ("edian" in reason.text or "中位" in reason.text)
        )
        for left_out in (own.swiss.best, own.swiss.worst):
            assert left_out is not None
            assert (left_out.number or ("bye" if language == "en" else "輪空")) in median
        assert "Sonneborn-Berger" in text


def test_the_neighbours_are_parted_by_the_first_key_that_differs() -> None:
    tournament = played(MSO, 8, 3)
    table = field_standings(tournament.state)
    first, last = (explain(tournament.state, own.entrant_no, None, "en") for own in (table[0], table[-1]))
    assert first.above is None
    assert first.below is not None
    assert (first.below.key, first.below.own, first.below.theirs) == ("match_points", "3", "2")
    assert last.below is None
    assert "points decides (3 against 2)" in first.chain[-1].text


@pytest.mark.parametrize(
    ("name", "said"), [(ROUNDS, "rounds won"), (PRESSMAN, "the target is 200"), (BSG, "gold medal")]
)
def test_other_formats_say_what_was_reached(name: str, said: str) -> None:
    tournament = played(name, 4, 1)
    best = field_standings(tournament.state)[0].entrant_no
    chain = explain(tournament.state, best, None, "en").chain
    assert any(said in reason.text for reason in chain)
    assert all(reason.seq is not None for reason in chain if reason.text.startswith("Table"))


def test_a_rating_is_told_with_what_it_is_made_of() -> None:
    tournament = entered(ONLINE, 2).given(TakeRoom(entrants=("0001", "0002")))
    tournament.given(won(tournament, "0001"))
    text = "\n".join(reason.text for reason in explain(tournament.state, "0001", None, "en").chain)
    assert "after 1 game: 27" in text
    assert "three times the uncertainty" in text


def test_who_withdrew_has_no_place_and_the_chain_says_why() -> None:
    tournament = drawn(MSO, 4).given(WithdrawEntrant(entrant="0001", grounds="health"))
    answer = explain(tournament.state, "0001", None, "en")
    assert (answer.place, answer.ranked) == (None, 3)
    assert any("withdrew" in reason.text for reason in answer.chain)
    assert any("no game yet" in reason.text for reason in answer.chain)
