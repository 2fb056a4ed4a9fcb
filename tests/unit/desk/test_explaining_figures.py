"""Why someone stands where she stands, in any format: games, each tie-break taken apart, neighbours."""

import pytest

from services.desk.explaining import Explanation, explain
from services.rules.ranking import KEYS, Totals
from services.tournament.definition.places_called import session_called, table_called
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.standings.columns import key_text
from services.tournament.standings.reached import ranking_of
from shared.catalogue import catalogue, languages, say
from shared.catalogue.values import shown
from tests.unit.tournament.given_formats import (
    BSG,
    MSO,
    ONLINE,
    PRESSMAN,
    ROUNDS,
    SWISS,
    arrive,
    draw_round,
    drawn,
    entered,
    in_play,
    left,
    line_of,
    lines,
    open_table,
    play_round,
    played,
    round_id,
    ruled,
    seats_at,
    session,
    sheet_at,
    won,
)
from tests.unit.tournament.specs import numbers
from tests.wording import fixed


def text_of(answer: Explanation) -> str:
    return "\n".join(reason.text for reason in answer.chain)


def test_every_ranking_key_has_a_name_and_a_text() -> None:
    for name in KEYS:
        for language in languages():
            assert f"word-key-{name.replace('_', '-')}" in catalogue(language)
        assert key_text(name, Totals())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_place_is_told_by_the_keys_that_decided_it_each_taken_apart(language: str) -> None:
    tournament = played(MSO, 7, 4)
    names = ranking_of(tournament.state, tournament.state.stages[0])
    depths = set()
    for line in lines(tournament):
        answer = explain(tournament.state, line.entrant_no, None, language)
        assert answer.place == line.place
        assert line.swiss is not None
        for met in line.met:
            assert met is None or met in text_of(answer)
        parted = [
            names.index(neighbour.key)
            for neighbour in (answer.above, answer.below)
            if neighbour is not None and neighbour.key
        ]
        depth = len(names) if line.tied else 1 + max(parted)
        depths.add(depth)
        median = median_of(answer)
        assert bool(median) == (names.index("median_buchholz") < depth)
        for left_out in (line.swiss.best, line.swiss.worst) if median else ():
            assert left_out is not None
            assert (left_out.number or ("bye" if language == "en" else "輪空")) in median
        assert "Sonneborn-Berger" not in text_of(answer), "it is of another set of tie-breaks"
    assert len(depths) > 1


@pytest.mark.parametrize("ranking", ["mso-2019", "mso-classic"])
def test_before_any_game_no_brackets_are_empty(ranking: str) -> None:
    tournament = drawn(MSO, 6, ranking=ranking)
    for language in languages():
        for number in tournament.state.entrants:
            text = text_of(explain(tournament.state, number, None, language))
            assert "()" not in text
            assert "（）" not in text


def median_of(answer: Explanation) -> str:
    """What the explanation says of median Buchholz; nothing if it does not."""
    return next(
        (reason.text for reason in answer.chain if reason.text.startswith(("Median Buchholz", "中位"))), ""
    )


def test_the_set_of_the_stage_is_told_and_no_other() -> None:
    tournament = played(MSO, 6, 1, ranking="mso-classic")
    texts = [text_of(explain(tournament.state, line.entrant_no, None, "en")) for line in lines(tournament)]
    assert any("Sonneborn-Berger" in text for text in texts)
    assert not any("Buchholz" in text or "Progressive" in text for text in texts)


def test_the_neighbours_are_parted_by_the_first_key_that_differs() -> None:
    tournament = played(MSO, 8, 3)
    table = lines(tournament)
    first, last = (explain(tournament.state, line.entrant_no, None, "en") for line in (table[0], table[-1]))
    assert first.above is None
    assert first.below is not None
    assert (first.below.key, first.below.here, first.below.theirs) == ("match_points", "3", "2")
    assert last.below is None
    assert "points decides (3 against 2)" in first.chain[-1].text


@pytest.mark.parametrize(
    ("name", "words"), [(ROUNDS, "round won"), (PRESSMAN, "The target is 200"), (BSG, "gold medal")]
)
def test_other_formats_say_what_was_reached(name: str, words: str) -> None:
    tournament = play_round(drawn(name, 4))
    best = lines(tournament)[0].entrant_no
    chain = explain(tournament.state, best, None, "en").chain
    assert any(words in reason.text for reason in chain)
    assert all(reason.seq is not None for reason in chain if reason.text.startswith("Game"))


def test_a_rating_is_told_with_what_it_is_made_of() -> None:
    tournament = open_table(entered(ONLINE, 2), "0001", "0002")
    tournament.given(won(tournament, "0001"))
    text = text_of(explain(tournament.state, "0001", None, "en"))
    assert "after 1 game: 27" in text
    assert fixed("explain-rating-after-less-three-times") in text


def test_every_round_is_told_with_its_table_opponent_and_game_with_the_ruling_it_stands_by() -> None:
    tournament = in_play(MSO, 4)
    first, other = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(RaiseDispute(sheet=sheet, game=1, statement="Nobody can move."))
    seats = (left(20, 4, first), left(25, 3, other))
    play_round(tournament.given(ruled(AmendGame(1, seats, winners=(first,)))))
    play_round(draw_round(tournament, 2), 2)
    text = text_of(explain(tournament.state, first, None, "en"))
    assert f"Played at {table_called(sheet, tournament.state.plan)}, seat A." in text
    assert f"Against {other}." in text
    assert "ruling R-0001" in text
    assert text.count("Played at") == 2


def test_a_table_that_is_only_drawn_is_not_told_as_played_at() -> None:
    tournament = in_play(MSO, 4)
    first, other = seats_at(tournament)
    plan = tournament.state.plan
    table = sheet_at(tournament).sheet
    assert f"Drawn at {table_called(table, plan)}, seat A." in text_of(
        explain(tournament.state, first, None, "en")
    )
    assert "編於第 1 輪第 1 桌 B 座。" in text_of(explain(tournament.state, other, None, "zh"))
    tournament.given(won(tournament, first))
    assert "Played at" in text_of(explain(tournament.state, first, None, "en"))
    assert "Drawn at" not in text_of(explain(tournament.state, first, None, "en"))


def test_sonneborn_berger_names_a_bye_only_where_there_is_one() -> None:
    tournament = played(MSO, 5, 1, ranking="mso-classic")
    sentence = {}
    for line in lines(tournament):
        text = text_of(explain(tournament.state, line.entrant_no, None, "en"))
        kind = "bye" if line.byes else "won" if line.totals.games_won else "lost"
        sentence[kind] = "\n".join(line for line in text.splitlines() if line.startswith("Sonneborn"))
    assert "a bye with their own" in sentence["bye"]
    assert fixed("explain-sonneborn-berger-nobody-beaten") in sentence["lost"]
    assert all(
        "(–)" not in text and text.count("a bye with") == (kind == "bye") for kind, text in sentence.items()
    )


def test_a_bye_and_a_missed_round_are_told() -> None:
    tournament = arrive(entered(SWISS, 4).at("2027-03-06 13:40"), "0001", "0002", "0003")
    play_round(draw_round(tournament.at("2027-03-06 13:56")))
    (out,) = session(tournament).byes
    assert "A bye in Round 1." in text_of(explain(tournament.state, out, None, "en"))
    assert "Missed Round 1." in text_of(explain(tournament.state, "0004", None, "en"))
    assert "缺席第 1 輪。" in text_of(explain(tournament.state, "0004", None, "zh"))


def test_sitting_out_without_a_bye_is_told_as_such() -> None:
    tournament = played(MSO, 3, 4)
    twice = next(number for number in numbers(3) if line_of(tournament, number).byes == 2)
    first, second = (
        round_id(tournament, round)
        for round in range(1, 5)
        if twice in session(tournament, round).sitting_out
    )
    english = text_of(explain(tournament.state, twice, None, "en"))
    plan = tournament.state.plan
    assert f"A bye in {shown(session_called(first, plan), 'en')}." in english
    out = session_called(second, plan)
    assert f"Sat {shown(out, 'en')} out without a bye; all byes there are had been given." in english
    assert f"{shown(out, 'zh')}：沒有對手而輪空" in text_of(explain(tournament.state, twice, None, "zh"))


def test_who_withdrew_has_no_place_and_the_chain_says_why() -> None:
    tournament = in_play(MSO, 4).given(WithdrawEntrant(entrant="0001", grounds="health"))
    answer = explain(tournament.state, "0001", None, "en")
    assert (answer.place, answer.ranked) == (None, 1)
    assert "(forfeited)" in text_of(answer)
    assert say("bot-out-withdrawn", "en") in text_of(answer)
