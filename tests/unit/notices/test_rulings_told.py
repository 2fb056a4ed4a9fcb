"""A ruling tells each reader what was decided for her, and the table's referee what is to be read out."""

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.tournament.docket.breaches import GiveWarning
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    NoEffect,
    VoidGame,
    Warn,
)
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from shared.i18n import Language
from tests.unit.tournament.specs import S1, Tournament, counts, recorded, sign

SHEET = f"{S1}/1"


def due(tournament: Tournament, command: Command) -> list[Notice]:
    """The notices a command of the Chief Referee leads to."""
    events = tournament.when(command, by="chief_referee").events
    return notices_due(tournament.state, list(enumerate(events, tournament.state.seq - len(events) + 1)))


def read(tournament: Tournament, notices: list[Notice], language: Language = "en") -> dict[str, str]:
    """What each recipient reads, by number."""
    return {
        recipient.number: filled(Look(tournament.state, notice, recipient, language))
        for notice in notices
        for recipient in recipients(tournament.state, notice.audience)
    }


def disputed() -> Tournament:
    """A table with its games recorded and signed by all, and a case about its second game."""
    tournament = sign(recorded(4))
    return tournament.given(RaiseDispute(sheet=SHEET, game=2, statement="The count is wrong."))


def ruling(*effects: Effect, supersedes: str | None = None) -> MakeRuling:
    said = {"finding": "As found.", "cites": "HK rules 3", "reason": "It was seen."}
    return MakeRuling(dispute="D-0001", effects=effects, supersedes=supersedes, **said)


def test_each_reads_her_own_figures_before_and_after_and_whether_she_signs() -> None:
    tournament = disputed()
    first, second, *_ = tournament.sheet().seats
    told = due(tournament, ruling(AmendGame(2, counts((0, 0), (12, 3), (30, 4), (40, 5)), "cleared")))
    texts = read(tournament, told)
    assert "Ruling R-0001 on D-0001 (table 1): Game 2: 82 (0 tiles, won) instead of" in texts[first]
    assert "Game 2: −12 (3 tiles) instead of" in texts[second]
    assert all("Please sign your sheet again." in texts[number] for number in tournament.sheet().seats)
    zh = read(tournament, told, "zh")
    assert "第 2 局：由" in zh[first]
    assert "改為 82 分（0 隻牌，勝）" in zh[first]


def test_the_referee_reads_what_is_to_be_read_out_to_the_table() -> None:
    tournament = disputed()
    table, referee = due(tournament, ruling(VoidGame(2)))
    assert (table.audience, referee.audience) == (f"sheet:{SHEET}", "referee:R01")
    (text,) = read(tournament, [referee]).values()
    assert "the game is void, resting on HK rules 3. Please tell the table" in text
    assert "Game 2 is void" in read(tournament, [table])[tournament.sheet().seats[3]]


def test_a_charge_and_a_warning_are_told_to_whom_they_concern_alone() -> None:
    tournament = disputed()
    first, second, third, _ = tournament.sheet().seats
    texts = read(tournament, due(tournament, ruling(ChargeSeat(2, first, "knocked_down"), Warn(second))))
    assert "You are charged: knocked down tiles." in texts[first]
    assert "You get a verbal warning, number 1 of 2." in texts[second]
    assert not any(word in texts[third] for word in ("charged", "warning"))


def test_where_nothing_changes_that_is_said_and_nobody_signs_again() -> None:
    tournament = disputed()
    told = [own for own in due(tournament, ruling(NoEffect())) if own.kind == "ruling"]
    texts = read(tournament, told)
    assert {"sign" in text for text in texts.values()} == {False}
    assert "Nothing changes for you." in texts[tournament.sheet().seats[0]]


def test_a_ruling_that_takes_anothers_place_says_which_and_what_stands_again() -> None:
    tournament = disputed()
    tournament.given(ruling(VoidGame(2)), by="chief_referee")
    told = due(tournament, ruling(NoEffect(), supersedes="R-0001"))
    assert {own.topic for own in told} == {"ruling:D-0001"}
    text = read(tournament, told)[tournament.sheet().seats[0]]
    assert "Game 2 stands as before ruling R-0001: " in text
    assert "takes the place of ruling R-0001" in text


def test_a_warning_a_disqualification_and_its_taking_back_are_told() -> None:
    tournament = disputed()
    first, second, *_ = tournament.sheet().seats
    (warned,) = due(tournament, GiveWarning(entrant=first, breach="talking"))
    assert warned.template == "warned"
    assert "verbal warning 1 of 2" in read(tournament, [warned])[first]
    out = [
        own
        for own in due(tournament, DisqualifyEntrant(entrant=second, reason="a phone"))
        if own.kind == "conduct"
    ]
    assert "You are disqualified: you do not play on in the preliminary" in read(tournament, out)[second]
    (back,) = due(tournament, ReinstateEntrant(entrant=second, reason="a mistake"))
    assert "You are back in the preliminary" in read(tournament, [back])[second]


def test_who_is_disqualified_by_a_ruling_reads_of_which_stage_and_signs_nothing() -> None:
    tournament = disputed()
    first = tournament.sheet().seats[0]
    told = due(tournament, ruling(VoidGame(2), Disqualify(first)))
    text = read(tournament, [own for own in told if own.kind == "ruling"])[first]
    assert "You are disqualified: you do not play on in the preliminary" in text
    assert "sign" not in text
