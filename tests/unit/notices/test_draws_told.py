"""A game that is drawn is a win of neither for anyone who reads of it: in results, corrections, rulings."""

from msgspec import structs

from services.desk.explaining import explain
from services.tournament.docket.effects import AmendGame
from services.tournament.play.timing import EndSession
from shared.catalogue import languages, say
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import MSO, in_play, played, ruled, seats_at, sheet_at, won
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.test_endings_by_scores import figures
from tests.unit.tournament.test_swiss_games import correction, disputed, game

DRAWN = {"outcome": "drawn", "score": "0"}


def level() -> Tournament:
    """A table of two, whose only game is drawn."""
    tournament = in_play(MSO, 2)
    return tournament.given(
        game(tournament, *figures(tournament, "drawn", scored=False), ended_by="pool_exhausted")
    )


def test_the_result_of_a_session_counts_games_won_as_standings_do() -> None:
    tournament = in_play(MSO, 2)
    drawn = figures(tournament, "drawn", scored=False)
    notices = due(tournament, game(tournament, *drawn, ended_by="pool_exhausted"))
    results = [notice for notice in notices if notice.kind == "session-results"]
    assert results
    tiles = sheet_at(tournament).totals[0].tiles
    for language in languages():
        told = say("notice-figures", language, won=0, drawn=1, score="0", tiles=tiles)
        for text in read(tournament, results, language).values():
            assert told in text


def test_corrected_to_a_draw_it_reads_so_before_and_after() -> None:
    for before, after in (("won", "drawn"), ("drawn", "won")):
        tournament = played(MSO, 2, 1) if before == "won" else level()
        pair = seats_at(tournament)
        if before == "drawn":
            tournament.given(EndSession(session=sheet_at(tournament).session))
            seats = won(tournament, pair[0]).seats
            command = structs.replace(correction(tournament, *seats), ended_by="cleared")
        else:
            seats = figures(tournament, "drawn", scored=False)
            command = structs.replace(correction(tournament, *seats), ended_by="pool_exhausted")
        notices = [one for one in due(tournament, command) if one.template == "figures-corrected"]
        tiles = figures(tournament, "drawn", scored=False)[0].tiles
        said = say("notice-game-figures", "en", **DRAWN, tiles=tiles)
        texts = read(tournament, notices)
        assert sorted(texts) == sorted(pair)
        assert all(said in text for text in texts.values()), after


def test_ruled_a_draw_it_reads_so_for_who_sits_there_and_for_who_reads_it_out() -> None:
    tournament = in_play(MSO, 2)
    pair = seats_at(tournament)
    disputed(tournament.given(won(tournament, pair[0])))
    seats = figures(tournament, "drawn", scored=False)
    command = ruled(AmendGame(1, seats, "pool_exhausted"))
    notices = due(tournament, command)
    outcome = say("notice-read-out-figures", "en", seat="A", score="0", outcome="drawn")
    assert any(outcome in text for text in read(tournament, notices).values())
    now = say("notice-game-figures", "en", **DRAWN, tiles=seats[0].tiles)
    texts = read(tournament, [notice for notice in notices if notice.kind == "ruling"])
    assert all(now in texts[number] for number in pair)


def test_the_explanation_of_a_place_says_drawn() -> None:
    tournament = level()
    number = seats_at(tournament)[0]
    for language in languages():
        chain = [reason.text for reason in explain(tournament.state, number, None, language).chain]
        drawn, lost = (say(f"explain-{outcome}", language) for outcome in ("drawn", "not-won"))
        (line,) = (text for text in chain if "1" in text and drawn in text)
        assert lost not in line
