"""A ruling tells each reader what was decided for her, and the table's referee what is to be read out."""

import pytest

from services.notices.audiences import Recipient, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.phones_off import waits_for
from services.notices.policies import notices_due
from services.tournament.docket.breaches import GiveWarning
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import CallTime, EndSession
from shared.catalogue import say
from shared.i18n import LANGUAGES, Language
from tests.unit.tournament.figures import counts, scored
from tests.unit.tournament.specs import S1, Tournament, recorded, sign

SHEET = f"{S1}/1"
SIGN = "Please sign again with the referee at the table (on paper or their device), before leaving the table."


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


def ruling(*effects: Effect, supersedes: str | None = None, case: str = "0001") -> MakeRuling:
    fields = {"finding": "As found.", "cites": "HK rules 3", "reason": "It was seen."}
    return MakeRuling(dispute=f"D-{case}", effects=effects, supersedes=supersedes, **fields)


def amended(third: int) -> AmendGame:
    """The second game with another count at the third seat."""
    return AmendGame(2, counts((0, 0), (12, 3), (third, 4), (30, 5)), "cleared")


def test_each_reads_her_own_figures_before_and_after_and_whether_she_signs() -> None:
    tournament = disputed()
    first, second, *_ = tournament.sheet().seats
    notices = due(tournament, ruling(AmendGame(2, counts((0, 0), (12, 3), (30, 4), (40, 5)), "cleared")))
    texts = read(tournament, notices)
    where = "(table 1, Saturday, 28 March 2026, session 1, game 2): Your signature is void. "
    assert texts[first].startswith(f"Ruling R-0001 on D-0001 {where}")
    assert "Game 2: 82 (0 tiles, won) instead of" in texts[first]
    assert "Game 2: −12 (3 tiles) instead of" in texts[second]
    assert all(SIGN in texts[number] for number in tournament.sheet().seats)
    zh = read(tournament, notices, "zh")
    assert "第 2 局：由" in zh[first]
    assert "改為 82 分（0 隻牌，勝）" in zh[first]


def test_the_same_figures_in_another_way_change_nothing_for_who_has_them() -> None:
    tournament = disputed()
    before = tournament.sheet().games[1]
    assert before is not None
    was = [(figure.sixths // 6, figure.game_won, figure.tiles) for figure in before.figures]
    scores = [score + step for (score, *_), step in zip(was, (0, 0, -1, 1), strict=True)]
    seats = scored(*((str(score), won, tiles) for score, (_, won, tiles) in zip(scores, was, strict=True)))
    texts = read(tournament, due(tournament, ruling(AmendGame(2, seats, "time"))))
    *others, third, fourth = tournament.sheet().seats
    assert "instead of" in texts[third]
    assert "instead of" in texts[fourth]
    assert all(say("notice-ruling-nothing-changes", "en") in texts[number] for number in others)


@pytest.mark.parametrize("over", [False, True])
def test_whom_a_ruling_lets_in_again_is_looked_for_while_play_goes_on(over: bool) -> None:
    tournament = disputed()
    number = tournament.sheet().seats[0]
    tournament.given(ruling(Disqualify(number)))
    if over:
        tournament.given(CallTime(session=S1), EndSession(session=S1))
    notices = due(tournament, ruling(NoEffect(), supersedes="R-0001"))
    aloud = [text for name, text in read(tournament, notices).items() if name == "R01"]
    found = [f"Find and tell {number} at once." in text for text in aloud]
    assert found == ([False] if over else [True])


def test_the_referee_reads_who_reads_a_ruling_at_once_and_who_after_the_session() -> None:
    tournament = disputed()
    first, *others = tournament.sheet().seats
    notices = due(tournament, ruling(Disqualify(first)))
    later = ", ".join(sorted(others))
    aloud = read(tournament, notices)["R01"]
    assert f"After the session it is read by {later}, at once by {first}." in aloud
    for notice in notices:
        for number in tournament.sheet().seats if notice.kind == "ruling" else ():
            waits = waits_for(tournament.state, "ruling", Recipient("entrant", number), tournament.now)
            assert (waits is None) is (number == first), "as the referee was told"
    tournament.given(*(DisqualifyEntrant(entrant=number, reason="a phone") for number in others))
    assert "It is read at once by " in read(tournament, notices)["R01"]


def test_a_correction_that_nobody_reads_is_not_said_to_be_read_after_the_session() -> None:
    slip = CorrectGame(sheet=SHEET, game=2, ended_by="cleared", seats=amended(7).seats, reason="typed")
    for tournament, is_read in ((recorded(4), False), (sign(recorded(4)), True)):
        notices = due(tournament, slip)
        assert ("figures-corrected" in {notice.template for notice in notices}) is is_read
        aloud = read(tournament, [notice for notice in notices if notice.kind == "read-out"])["R01"]
        assert ("They read it after the session." in aloud) is is_read


def test_the_referee_reads_what_is_to_be_read_out_to_the_table() -> None:
    tournament = disputed()
    table, referee, _ = due(tournament, ruling(VoidGame(2)))
    assert (table.audience, referee.audience) == (f"sheet:{SHEET}", "referee:R01")
    (text,) = read(tournament, [referee]).values()
    where = "table 1, Saturday, 28 March 2026, session 1"
    assert text.startswith(f"Please tell {where}: ruling R-0001. Game 2 is void")
    assert "Game 2 is void" in read(tournament, [table])[tournament.sheet().seats[3]]


def test_a_charge_and_a_warning_are_told_to_whom_they_concern_alone() -> None:
    tournament = disputed()
    first, second, third, _ = tournament.sheet().seats
    texts = read(tournament, due(tournament, ruling(ChargeSeat(2, first, "knocked_down"), Warn(second))))
    assert say("notice-ruling-charged", "en", charge=say("word-charge-knocked-down", "en")) in texts[first]
    assert say("notice-ruling-warned", "en", number="1", most="2") in texts[second]
    assert not any(word in texts[third] for word in ("charged", "warning"))


def test_where_nothing_changes_that_is_said_and_nobody_signs_again() -> None:
    tournament = disputed()
    notices = [notice for notice in due(tournament, ruling(NoEffect())) if notice.kind == "ruling"]
    texts = read(tournament, notices)
    assert {"sign" in text for text in texts.values()} == {False}
    assert say("notice-ruling-nothing-changes", "en") in texts[tournament.sheet().seats[0]]


def test_a_ruling_that_takes_anothers_place_says_which_and_what_stands_again() -> None:
    tournament = disputed()
    tournament.given(ruling(VoidGame(2)), by="chief_referee")
    notices = due(tournament, ruling(NoEffect(), supersedes="R-0001"))
    assert {notice.topic for notice in notices} == {"ruling:D-0001"}
    text = read(tournament, notices)[tournament.sheet().seats[0]]
    assert "Game 2 stands as before ruling R-0001: " in text
    assert "takes the place of ruling R-0001" in text


@pytest.mark.parametrize("supersedes", ["R-0001", None])
def test_instead_of_is_what_stood_just_before_the_ruling_whenever_it_is_read(supersedes: str | None) -> None:
    """In place of a ruling, and in another case on the same game; the first is read late."""
    tournament = disputed()
    if supersedes is None:
        tournament.given(RaiseDispute(sheet=SHEET, game=2, statement="Not so either."))
    first = tournament.sheet().seats[0]
    case = "0002" if supersedes is None else "0001"
    earlier = due(tournament, ruling(amended(20)))
    later = due(tournament, ruling(amended(30), supersedes=supersedes, case=case))
    then, now = (read(tournament, notices)[first] for notices in (earlier, later))
    assert "Game 2: 62 (0 tiles, won) instead of 11 (3 tiles)." in then
    assert "Game 2: 72 (0 tiles, won) instead of 62 (0 tiles, won)." in now
    read_out = [notice for notice in earlier if notice.kind == "read-out"]
    assert "Game 2 now: A 62" in read(tournament, read_out)["R01"]
    same = tournament.when(ruling(amended(30), supersedes="R-0002", case=case), by="chief_referee")
    remarked = remarks(tournament.state, same.events, tournament.now)
    assert "amended-to-the-same" in [note.code for note in remarked]


def test_a_game_that_is_to_be_played_again_is_told_so_once_it_is_played() -> None:
    tournament = disputed()
    notices = due(tournament, ruling(ReplayGame(2)))
    replayed = RecordGameResult(sheet=SHEET, game=2, seats=counts((0, 0), (12, 3), (30, 4), (40, 5)))
    tournament.given(replayed, by="referee")
    assert (
        say("notice-ruling-replayed-since", "en", game="2")
        in read(tournament, notices)[tournament.sheet().seats[0]]
    )


def test_a_referee_reads_out_who_is_meant_and_every_figure_of_a_game() -> None:
    tournament = disputed()
    first, second, third, _ = tournament.sheet().seats
    made = ruling(ChargeSeat(2, first, "knocked_down"), Warn(second), Disqualify(third))
    referee = [notice for notice in due(tournament, made) if notice.kind == "read-out"]
    (en,), (zh,) = (read(tournament, referee, language).values() for language in LANGUAGES)
    assert f"Seat A ({first}) is charged: knocked down tiles. Game 2 now: A −" in en
    assert ", D " in en
    assert f"Seat B ({second}) gets a verbal warning, number 1 of 2." in en
    assert f"Seat C ({third}) is disqualified" in en
    assert f"A 座（{first}）被罰分：推倒牌。第 2 局改為：A 座 −" in zh
    assert f"C 座（{third}）被取消初賽資格" in zh


def test_a_referee_reads_out_that_an_earlier_ruling_is_gone_with_its_charge_and_warning() -> None:
    tournament = disputed()
    first, second, *_ = tournament.sheet().seats
    tournament.given(ruling(ChargeSeat(2, first, "knocked_down"), Warn(second)), by="chief_referee")
    notices = due(tournament, ruling(NoEffect(), supersedes="R-0001"))
    referee = [notice for notice in notices if notice.kind == "read-out"]
    (en,), (zh,) = (read(tournament, referee, language).values() for language in LANGUAGES)
    gone = f"Ruling R-0001 no longer stands. Seat A ({first}): the charge is taken back. "
    assert f"{gone}Seat B ({second}): the warning is taken back. Game 2 now: A " in en
    assert say("notice-read-out-stands", "en") not in en
    assert f"裁決 R-0001 不再有效。A 座（{first}）：罰分已撤回。" in zh


def test_nobody_signs_again_who_has_not_signed_or_is_gone() -> None:
    amended = ruling(AmendGame(2, counts((0, 0), (12, 3), (30, 4), (40, 5)), "cleared"))
    unsigned = recorded(4).given(RaiseDispute(sheet=SHEET, game=2, statement="The count is wrong."))
    notices = [notice for notice in due(unsigned, amended) if notice.kind == "ruling"]
    assert not any("sign" in text for text in read(unsigned, notices).values())
    tournament = disputed()
    gone, *others = tournament.sheet().seats
    tournament.given(DisqualifyEntrant(entrant=gone, reason="a phone"))
    notices = [notice for notice in due(tournament, amended) if notice.kind == "ruling"]
    en, zh = (read(tournament, notices, language) for language in LANGUAGES)
    assert "sign" not in en[gone]
    assert "簽署" not in zh[gone]
    assert all(SIGN in en[number] for number in others)
    tournament.given(SignSheet(sheet=SHEET, entrant=others[0], medium="paper"))
    assert "sign" not in read(tournament, notices)[others[0]]


def test_who_is_disqualified_gets_no_result_of_the_session() -> None:
    tournament = recorded(4)
    out, *others = tournament.sheet().seats
    sign(tournament, SHEET, out)
    tournament.given(RaiseDispute(sheet=SHEET, game=2, statement="The count is wrong."))
    notices = [
        notice for notice in due(tournament, ruling(Disqualify(out))) if notice.kind == "session-results"
    ]
    assert sorted(read(tournament, notices)) == sorted(others)


def test_the_reason_is_read_by_whom_a_ruling_changes_something_for() -> None:
    tournament = disputed()
    first, second, *_ = tournament.sheet().seats
    notice = next(other for other in due(tournament, ruling(Warn(first))) if other.kind == "ruling")
    looks = {
        (number, language): filled(
            Look(tournament.state, notice, Recipient("entrant", number), language, "He\nspoke.")
        )
        for number in (first, second)
        for language in LANGUAGES
    }
    assert looks[first, "en"].endswith(" The reason: “He spoke”.")
    assert looks[first, "zh"].endswith("理由：「He spoke」。")
    assert "spoke" not in looks[second, "en"] + looks[second, "zh"]


def test_once_the_session_is_over_nobody_is_said_to_wait_for_its_end() -> None:
    tournament = disputed().given(CallTime(session=S1), EndSession(session=S1))
    raised = due(tournament, RaiseDispute(sheet=SHEET, game=1, statement="A tile moved."))
    assert raised
    assert not any("waiting" in text for text in read(tournament, raised).values())
    assert not any("等候" in text for text in read(tournament, raised, "zh").values())


def test_once_the_session_is_over_the_players_read_a_ruling_at_once_and_nothing_is_read_out() -> None:
    tournament = disputed()
    assert {notice.kind for notice in due(tournament, ruling(VoidGame(2)))} >= {"read-out", "ruling"}
    tournament = disputed().given(CallTime(session=S1), EndSession(session=S1))
    notices = due(tournament, ruling(VoidGame(2)))
    assert "read-out" not in [notice.kind for notice in notices]
    for number in tournament.sheet().seats:
        assert waits_for(tournament.state, "ruling", Recipient("entrant", number), tournament.now) is None


def test_a_warning_a_disqualification_and_its_taking_back_are_told() -> None:
    tournament = disputed()
    first, second, *_ = tournament.sheet().seats
    warned, _ = due(tournament, GiveWarning(entrant=first, breach="talking"))
    assert warned.template == "warned"
    assert "verbal warning 1 of 2" in read(tournament, [warned])[first]
    out = [
        notice
        for notice in due(tournament, DisqualifyEntrant(entrant=second, reason="a phone"))
        if notice.kind == "conduct"
    ]
    assert "You are disqualified: you do not play on in the preliminary" in read(tournament, out)[second]
    back, _ = due(tournament, ReinstateEntrant(entrant=second, reason="a mistake"))
    assert say("subject-reinstated", "en", stage_label="preliminary") in read(tournament, [back])[second]


def test_who_is_disqualified_by_a_ruling_reads_of_which_stage_and_signs_nothing() -> None:
    tournament = disputed()
    first = tournament.sheet().seats[0]
    notices = due(tournament, ruling(VoidGame(2), Disqualify(first)))
    text = read(tournament, [notice for notice in notices if notice.kind == "ruling"])[first]
    assert "You are disqualified: you do not play on in the preliminary" in text
    assert "sign" not in text
