"""Who is asked to sign a sheet: the same in a preview, in what each reads, and in what officials read."""

from datetime import date

import pytest

from services.access.principal import Principal
from services.desk.announcing import Announced, announced
from services.desk.previewing import Preview, previewed
from services.notices.audiences import Recipient
from services.notices.fields import FIELDS
from services.notices.look import Look
from services.notices.phones_off import waits_for
from services.notices.policies import notices_due
from services.notices.signing_again import asked_to_sign
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, Disqualify, Effect, NoEffect, ReplayGame, VoidGame
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import CallTime, EndSession
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue import say, shown
from shared.i18n import LANGUAGES, Language
from tests.unit.notices.test_rulings_told import SHEET, due, read, ruling
from tests.unit.tournament.figures import counts
from tests.unit.tournament.specs import S1, Tournament, recorded, sign

OVER = (CallTime(session=S1), EndSession(session=S1))
CHIEF = Principal("chief", "chief_referee", "CR", "hk-2026")
COUNTS = counts((0, 0), (12, 3), (30, 4), (40, 5))
CORRECTION = CorrectGame(sheet=SHEET, game=1, ended_by="cleared", seats=COUNTS, reason="Misread.")


def given_after(tournament: Tournament, command: Command, language: Language = "en") -> dict[str, str]:
    """What each entrant reads of a command, all of it together."""
    events = tournament.when(command, by="chief_referee").events
    seqs = list(enumerate(events, tournament.state.seq - len(events) + 1))
    texts: dict[str, str] = {}
    for notice in notices_due(tournament.state, seqs, "chief_referee:CR"):
        for number, text in read(tournament, [notice], language).items():
            texts[number] = texts.get(number, "") + text
    return texts


def foreseen(tournament: Tournament, command: Command) -> Preview:
    """The preview of a command, which happens."""
    before, now = tournament.state, tournament.now
    entries = tournament.when(command, by="chief_referee").entries
    return previewed("hk-2026", before, Decision(tuple(entries), tournament.state), command, CHIEF, now)


def disputed(*, over: bool) -> Tournament:
    """A table with everything signed and a case on its second game."""
    tournament = sign(recorded(4)).given(*(OVER if over else ()))
    return tournament.given(RaiseDispute(sheet=SHEET, game=2, statement="The count is wrong."))


def voided(*, over: bool) -> Tournament:
    """A ruling voided all signatures; the first two have signed again."""
    tournament = disputed(over=over).given(ruling(VoidGame(2)), by="chief_referee")
    first, second, *_ = tournament.sheet().seats
    signed = (SignSheet(sheet=SHEET, entrant=number, medium="paper") for number in (first, second))
    return tournament.given(*signed)


def put_out(*, over: bool) -> Tournament:
    """The first seat was put out by a ruling before they signed; the others have signed, and it is closed."""
    tournament = recorded(4).given(RaiseDispute(sheet=SHEET, game=2, statement="A note."))
    first = tournament.sheet().seats[0]
    tournament.given(ruling(Disqualify(first)), by="chief_referee")
    sign(tournament, SHEET, first)
    assert tournament.sheet().closed_seq is not None
    return tournament.given(*(OVER if over else ()))


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("what", ["supersede", "correct", "reinstate", "replay", "nothing"])
def test_whom_the_preview_names_is_asked_and_nobody_else(over: bool, what: str) -> None:
    def made() -> tuple[Tournament, Command]:
        if what == "reinstate":
            return put_out(over=over), ruling(NoEffect(), supersedes="R-0001")
        tournament = voided(over=over)
        if what == "correct":
            return tournament, CORRECTION
        amended, replayed = AmendGame(2, COUNTS, "cleared"), ReplayGame(2)
        effects: dict[str, Effect] = {"supersede": amended, "replay": replayed}
        effect = effects.get(what, NoEffect())
        if what == "nothing":
            tournament.given(RaiseDispute(sheet=SHEET, entrant=tournament.sheet().seats[2], statement="So."))
            return tournament, ruling(effect, case="0002")
        return tournament, ruling(effect, supersedes="R-0001")

    tournament, command = made()
    named = set(foreseen(tournament, command).sign_again)
    for language, word in zip(LANGUAGES, ("Please sign ", "簽署"), strict=True):
        tournament, command = made()
        texts = given_after(tournament, command, language)
        read = {number for number, text in texts.items() if word in text}
        assert read & {*tournament.sheet().seats} == named
    assert named == {
        number for number in tournament.sheet().seats if [*asked_to_sign(tournament.state, number)]
    }
    # At the table somebody who was put out before they signed signs with the others.
    assert named or (what, over) == ("reinstate", False)


def test_who_is_in_again_by_a_ruling_reads_that_and_signs() -> None:
    tournament = put_out(over=True)
    first, second, *_ = tournament.sheet().seats
    preview = foreseen(put_out(over=True), ruling(NoEffect(), supersedes="R-0001"))
    assert preview.sign_again == (first,)
    texts = given_after(tournament, ruling(NoEffect(), supersedes="R-0001"))
    assert say("subject-reinstated", "en", stage_label="preliminary") in texts[first]
    assert say("notice-ruling-nothing-changes", "en") not in texts[first]
    assert "Your signature is missing. Please sign with an official" in texts[first]
    assert say("notice-ruling-nothing-changes", "en") in texts[second]
    assert (
        "你尚未簽署，請於"
        in given_after(put_out(over=True), ruling(NoEffect(), supersedes="R-0001"), "zh")[first]
    )


def test_the_officials_of_the_table_read_that_who_is_in_again_signs() -> None:
    tournament = put_out(over=True)
    first = tournament.sheet().seats[0]
    tournament.when(ruling(NoEffect(), supersedes="R-0001"), by="chief_referee")
    notice = next(n for n in due(put_out(over=True), ruling(NoEffect(), supersedes="R-0001")))
    looks = [Look(tournament.state, notice, Recipient("referee", "R01"), language) for language in LANGUAGES]
    en, zh = (shown(FIELDS["sign_again"](look), look.language) for look in looks)
    assert en.startswith("Signs with an official")
    assert f"Seat A ({first})" in en
    assert f"簽署：A 座（{first}）" in zh
    assert "重新" not in zh


def test_who_is_in_again_by_hand_reads_that_the_sheet_waits_for_them() -> None:
    tournament = recorded(4)
    first = tournament.sheet().seats[0]
    tournament.given(DisqualifyEntrant(entrant=first, reason="a note"), by="chief_referee")
    sign(tournament, SHEET, first).given(*OVER)
    texts = given_after(tournament, ReinstateEntrant(entrant=first, reason="A mistake."))
    assert "Your signature is missing. Please sign with an official" in texts[first]


def test_a_game_played_again_after_the_session_is_signed_once_it_is_played() -> None:
    tournament = disputed(over=True)
    first = tournament.sheet().seats[0]
    preview = foreseen(disputed(over=True), ruling(ReplayGame(2)))
    assert [note.code for note in preview.remarks] == ["replay-after-session"]
    assert preview.sign_again == tournament.sheet().seats
    text = given_after(tournament, ruling(ReplayGame(2)))[first]
    assert "Please sign again once nothing else is open on the score sheet." in text
    assert "Game 2 is played again. The session is over: an official says when and where." in text
    zh = given_after(disputed(over=True), ruling(ReplayGame(2)), "zh")[first]
    assert "請待記分紙再無其他未決事項後重新簽署記分紙。" in zh
    assert "第 2 局重賽。場次已結束，重賽的時間及地點由工作人員通知。" in zh
    tournament.given(RecordGameResult(sheet=SHEET, game=2, seats=COUNTS), by="referee")
    (line,) = (str(line) for line in asked_to_sign(tournament.state, first))
    assert "again with an official" in line


def test_at_the_table_a_game_is_played_again_without_further_word() -> None:
    preview = foreseen(disputed(over=False), ruling(ReplayGame(2)))
    assert preview.remarks == ()
    tournament = disputed(over=False)
    assert "says when" not in given_after(tournament, ruling(ReplayGame(2)))[tournament.sheet().seats[0]]


def test_no_day_is_named_that_lies_before_the_end_of_play() -> None:
    tournament = sign(recorded(4)).given(*OVER)
    assert announced(tournament.state, "preliminary") == Announced(date(2026, 4, 9))
    day, later = date(2026, 4, 6), date(2026, 4, 11)
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    tournament.given(RescheduleSessions(day=day, new_day=later))
    assert announced(tournament.state, "preliminary") == Announced(None)
    last = tournament.sheet().seats[3]
    tournament.given(CORRECTION, by="chief_referee")
    (line,) = (str(line) for line in asked_to_sign(tournament.state, last))
    assert "9 April" not in line


@pytest.mark.parametrize("over", [False, True])
def test_a_signature_voided_after_the_session_is_told_at_once_and_during_it_afterwards(*, over: bool) -> None:
    tournament = sign(recorded(4)).given(*(OVER if over else ()))
    assert tournament.when(CORRECTION, by="chief_referee").entries
    asked = [number for number in tournament.sheet().seats if [*asked_to_sign(tournament.state, number)]]
    assert asked, "pages say so in either case"
    for number in asked:
        reader = Recipient("entrant", number)
        waiting = waits_for(tournament.state, "figures-corrected", reader, tournament.now)
        assert (waiting is None) == over
