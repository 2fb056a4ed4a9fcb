"""Stories in which every event happens once, as it would in a tournament, through the same commands."""

from datetime import date, time
from typing import Any

from msgspec.structs import replace

from services.tournament.catalogue import event_types
from services.tournament.definition.founding import AppointReferee, DismissReferee
from services.tournament.definition.plan import Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import (
    AmendGame,
)
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.kernel.facts import Event
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    MergeEntrants,
)
from services.tournament.people.consents import SetConsent
from services.tournament.people.entries import EnterStage
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.family_proposals import DeclineFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.inviting import InvitePeople, RemindInvited
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.parent_calls import AnswerParentCall, CallParent, EscalateParentCall
from services.tournament.people.questions import AnswerQuestion, AskOrganizer
from services.tournament.people.retention import RemindOfRetention
from services.tournament.play.conflicts import SettleSheetConflict, SubmitSheet
from services.tournament.play.figures import SeatResult
from services.tournament.play.incidents import DetermineFirstPlayer, NoteIncident
from services.tournament.play.open_tables import CloseTable
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.sheets import score_of
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    ReopenSession,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.publication.awards import MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.publication.reminding import MakeAnnouncement
from services.tournament.seating.presence import UndoCheckIn
from services.tournament.seating.seats import ExchangeSeats, UndoSeatDraw
from services.tournament.standings.finalists import WithdrawQualifier
from services.tournament.standings.qualification import (
    ConcludeQualification,
    DecideCutTie,
    UndoQualification,
)
from shared.codec import canonical
from tests.golden.dispute_stories import SHEET, in_dispute, with_evidence
from tests.golden.weather_stories import (
    final_suspended,
    in_bad_weather,
    suspended_before_anyone_sits,
    suspended_in_play,
    weather_otherwise,
    word_promised,
    word_promised_of_the_final,
)
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_3, counted, counts, scored, sheet_game
from tests.unit.tournament.given_files import PLAIN_ZH, with_guide
from tests.unit.tournament.given_formats import (
    ONLINE,
    ROUND_ROBIN,
    SWISS,
    arrive,
    draw_round,
    entered,
    left,
    open_table,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    start_round,
    won,
)
from tests.unit.tournament.given_plans import adding, amending, with_session, with_stage
from tests.unit.tournament.specs import (
    ADULT,
    CHILD,
    F1,
    F2,
    S1,
    S2,
    T1,
    Tournament,
    arrived,
    check_in,
    draw,
    finished,
    in_play,
    numbers,
    registered,
    registration,
    sign,
    start,
)
from tests.unit.tournament.stages import families_in_the_final, placed, preliminary
from tests.unit.tournament.test_entries import in_both
from tests.unit.tournament.test_moving_up import giving_up


def believable() -> dict[str, Event]:
    """An instance of every event type: of those in the stories the one that says most."""
    found: dict[str, Event] = {}
    for story in STORIES:
        for event in story().history:
            name = event_types()[type(event)].name
            if name not in found or len(canonical(event)) > len(canonical(found[name])):
                found[name] = event
    return found


def replanned() -> Tournament:
    """Another venue, hours and days, and a session more: someone waits no longer."""
    changes: dict[str, Any] = {
        "quota": 12,
        "cut": 6,
        "final_capacity": 6,
        "final_tables": 2,
        "only": (S1, S2, T1, F1, F2),
    }
    tournament = registered(4, capacity=4, tables=1, **changes)
    tournament.given(
        registration("0005"),
        registration("0006", T1, date(2007, 4, 13)),
        AppointReferee(referee="R01", name="Lam Oi Lin"),
    )
    plan = tournament.state.plan
    plan = with_session(plan, S1, start=time(13), seating=time(12, 45), tables=2, capacity=5)
    plan = with_session(plan, T1, day=date(2026, 4, 4))
    plan = with_session(with_session(plan, F1, day=date(2026, 4, 13)), F2, day=date(2026, 4, 13))
    plan = adding(
        plan, "preliminary", SessionPlan("2026-04-05/1", date(2026, 4, 5), start=time(13), tables=1)
    )
    plan = replace(plan, venue=Venue(Text("Town hall", "大會堂"), Text("1 High Street", "大街 1 號")))
    return tournament.given(amending(plan), amending(with_guide(plan, PLAIN_ZH)))


def before_play() -> Tournament:
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(
        registration("0005", family="F-017", family_role="parent", team="Tower 3", consent=True),
        registration("0006", S2, CHILD, family="F-017", family_role="child", language="zh"),
        CancelRegistration(entrant="0004", reason="exams"),
        DissolveFamilyUnit(unit="0006+0005", reason="the other parent plays"),
        registration("0007", S2),
        DeclareFamilyUnit(child="0006", parent="0007"),
        registration("0008", S2),
        MergeEntrants(keep="0001", drop="0008", reason="registered twice"),
        AmendDetails(entrant="0002", email="wong@example.org", birth_date=ADULT),
        ChooseLanguage(entrant="0002", language="en"),
        SetConsent(entrant="0002", shown=True),
        registration("0009", S2),
        MoveEntrant(entrant="0009", session=T1, reason="school"),
        AppointReferee(referee="R77", name="Cheung Ka Yee", chief=True),
        DismissReferee(referee="R77", reason="ill"),
        ForgetPerson(person=tournament.entrant("0003").person),
    )
    tournament.given(DeclareFamilyUnit(child="0006", parent="0002"), by="participant:0002")
    tournament.given(DeclineFamilyUnit(child="0006", parent="0002"), by="participant:0006")
    tournament.given(AskOrganizer(entrant="0006", question="May we watch?"), by="participant:0006")
    tournament.given(AskOrganizer(entrant="0005", session=T1), by="participant:0005")
    return tournament.given(
        AnswerQuestion(question="Q-0001", answer="Yes, from the gallery."),
        SetConsent(entrant="0006", shown=True, scope="board", guardian="Lau Mei Ling"),
    )


def at_the_table() -> Tournament:
    tournament = draw(arrived(8))
    first, second = (tournament.state.sessions[S1].tables[table][0] for table in (1, 2))
    tournament.given(ExchangeSeats(session=S1, first=first, second=second, reason="near the aisle"))
    tournament.given(UndoSeatDraw(session=S1, reason="the seed was not read out"))
    tournament.given(UndoCheckIn(entrant="0008", reason="the brother came"))
    start(draw(tournament)).given(UndoSessionStart(session=S1, reason="tiles were short"))
    start(tournament)
    seats = tournament.sheet().seats
    draws = dict(zip(seats, (2, 4, 1, 3), strict=True))
    charged = (
        SeatResult(seat="A", rack=()),
        SeatResult(seat="B", rack=("R7", "J", "K13")),
        SeatResult(seat="C", count=45, tiles=9, charge="could_not_meld", more_charges=("knocked_down",)),
        SeatResult(seat="D", count=12, tiles=2),
    )
    tournament.given(
        DetermineFirstPlayer(sheet=SHEET, game=1, draws=draws),
        NoteIncident(sheet=SHEET, game=1, kind="break_permitted", entrant=seats[2]),
        RecordGameResult(sheet=SHEET, game=1, seats=charged),
        CallTime(session=S1),
        UndoTimeCall(session=S1, reason="ten minutes early"),
        counted(*EXAMPLE_3, game=2),
        counted(*EXAMPLE_1, game=3),
    )
    sign(tournament, SHEET, seats[2], medium="paper")
    tournament.given(
        RecordMissingSignature(sheet=SHEET, entrant=seats[2], kind="refused", reason="will not say"),
        CloseSignature(sheet=SHEET, entrant=seats[2], reason="figures checked with the table"),
        CorrectGame(
            sheet=SHEET,
            game=3,
            ended_by="time",
            seats=counts((5, 1), (10, 1), (20, 4), (15, 3)),
            reason="p. 2",
        ),
        by="chief_referee",
    )
    written = scored(("15", 1, 1), ("-5", 0, 1), ("-10", 0, 3))
    other = scored(("15", 1, 1), ("-4", 0, 1), ("-11", 0, 3))
    for third in (written, other):
        games = (sheet_game(1, written), sheet_game(2, written), sheet_game(3, third))
        tournament.given(SubmitSheet(sheet=f"{S1}/2", games=games))
    tournament.given(
        SettleSheetConflict(sheet=f"{S1}/2", conflict=1, take="second", reason="the carbon copy")
    )
    tournament.given(EndSession(session=S1), ReopenSession(session=S1, reason="table 2 still plays"))
    return tournament


def cut_and_final() -> Tournament:
    tournament = preliminary(16, margin=lambda table: 10, cut=7)
    tournament.given(
        PublishResults(stage="preliminary"),
        ConcludeQualification(),
        UndoQualification(reason="a sheet was missing"),
        ConcludeQualification(),
        DecideCutTie(choice="lot", seed="drawn on stage", reason="no time for a play-off"),
    )
    leaver = tournament.state.cut_into("final").qualified[-1]
    tournament.given(WithdrawQualifier(entrant=leaver, reason="unwell"))
    placed(tournament).given(WithdrawQualifier(entrant="0001", reason="away that day"))
    tournament.given(DeclareFamilyUnit(child=_child(tournament), parent="0002"))
    tournament.given(PublishResults(stage="preliminary"))
    for session in (F1, F2):
        finished(start(draw(check_in(tournament, session), session), session), session)
    tournament.given(MakeAwards(), RevokeAwards(reason="a sheet was missing"), MakeAwards())
    tournament.at("2026-06-12 10:00").given(RemindOfRetention())
    return _corrected_after_all(tournament).given(PublishResults(stage="preliminary"))


def _corrected_after_all(tournament: Tournament) -> Tournament:
    """The first game of a sheet is put right: whoever won it takes one point less, from whoever lost most."""
    sheet = tournament.sheet()
    game = sheet.games[0]
    assert game is not None
    most, least = (choose(figure.sixths for figure in game.figures) for choose in (max, min))
    slip = {most: -6, least: 6}
    seats = tuple(
        SeatResult(
            entrant=figure.entrant,
            score=score_of(figure.sixths + slip.pop(figure.sixths, 0)),
            game_won=figure.game_won,
            tiles=figure.tiles,
        )
        for figure in game.figures
    )
    correction = CorrectGame(sheet=sheet.sheet, game=1, seats=seats, reason="A four read as a nine")
    return tournament.given(correction, by="chief_referee")


def in_rounds() -> Tournament:
    """A Swiss round with a bye, drawn again; of its games one is corrected, one ruled, one forfeited."""
    tournament = arrive(entered(SWISS, 8).at("2027-03-06 13:40"), *numbers(7)).at("2027-03-06 13:56")
    draw_round(tournament, seed="one").given(UndoSeatDraw(session=round_id(tournament), reason="too soon"))
    start_round(draw_round(tournament, seed="read out on stage"))
    first, second, third = (seats_at(tournament, table) for table in (1, 2, 3))
    lost = SeatResult(entrant=first[1], rack=("R7", "J", "K13"))
    out_of_time = SeatResult(
        entrant=first[0], count=120, tiles=14, charge="could_have_melded", forfeited=True
    )
    blocked = tuple(left(20 + place, 3, number) for place, number in enumerate(second))
    sheet, disputed = sheet_at(tournament).sheet, sheet_at(tournament, 2).sheet
    tournament.given(
        RecordGameResult(sheet=sheet, game=1, ended_by="forfeit", seats=(out_of_time, lost)),
        RaiseDispute(sheet=disputed, game=1, statement="Neither of us can move."),
        WithdrawEntrant(entrant=third[0], grounds="health"),
    )
    return tournament.given(
        CorrectGame(
            sheet=sheet,
            game=1,
            seats=(SeatResult(entrant=first[0], rack=()), lost),
            reason="the flag had not fallen",
        ),
        ruled(AmendGame(1, blocked, winners=second[:1])),
        by="chief_referee",
    )


def everyone_once() -> Tournament:
    """A round robin of three, which needs fewer rounds than were planned."""
    tournament = arrive(entered(ROUND_ROBIN, 3).at("2027-03-06 09:40"), *numbers(3))
    return draw_round(tournament.at("2027-03-06 09:56"))


def at_open_tables() -> Tournament:
    """A table of three with a turn limit, what its game makes of their ratings, and its end."""
    tournament = open_table(entered(ONLINE, 3), "0002", "0001", "0003", turn_seconds=60)
    tournament.given(won(tournament, "0002", 27), CloseTable(sheet=sheet_at(tournament).sheet))
    return tournament.given(EndSession(session=round_id(tournament)))


def _child(tournament: Tournament) -> str:
    """A finalist who turns out to be of an age to stand as a child."""
    tournament.given(AmendDetails(entrant="0003", birth_date=CHILD))
    return "0003"


def with_a_child_in_need() -> Tournament:
    """Parents are called for two children: one of them plays, and nobody answers for the other."""
    tournament = in_play(4)
    tournament.given(
        registration("0005", S2, born=CHILD),
        registration("0006", S2, born=CHILD),
        DeclareFamilyUnit(child="0005", parent=tournament.sheet().seats[0]),
        AppointReferee(referee="C1", name="Ho Lai Ming", chief=True),
    )
    tournament.given(CallParent(entrant="0005", grounds="unwell"), by="referee:R01")
    tournament.given(AnswerParentCall(call="P-0001"), by="participant:0005")
    tournament.given(
        CallParent(entrant="0006", grounds="distressed"),
        EscalateParentCall(call="P-0002"),
        MakeAnnouncement(audience="everyone", en="Lunch is at noon.", zh="正午開飯。"),
    )
    parent = tournament.sheet().seats[0]
    return tournament.given(AnswerParentCall(call="P-0001"), by=f"participant:{parent}")


def in_two_stages() -> Tournament:
    """Someone enters a further stage, and gives the first place back."""
    return in_both().given(CancelRegistration(entrant="0001", stage="open", reason="Away on that day"))


def passed_over() -> Tournament:
    """A reserve entered another stage that is played at the time of the final, and is passed over."""
    tournament, leaver, reserves = giving_up()
    tournament.given(EnterStage(entrant=reserves[0], session="junior-1"))
    return tournament.given(WithdrawQualifier(entrant=leaver, stage="open-final"))


def invited() -> Tournament:
    """People are invited to link a chat, and once more those who did not."""
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(AppointReferee(referee="R01", name="Cheung Ka Yee"), InvitePeople())
    return tournament.at("2026-03-20 10:00").given(RemindInvited())


def waited_in_vain() -> Tournament:
    """A session is played to its end, and whoever waited for it has got no place."""
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"))
    return finished(start(draw(check_in(tournament, S1))))


def not_going_on() -> Tournament:
    """A cut after which nobody follows: who is not in it is told so."""
    tournament = preliminary(8, cut=4)
    plan = tournament.state.plan
    source = plan.by_id["final"].source
    assert source is not None
    changed = with_stage(plan, "final", enter=replace(source, reserves=False))
    return tournament.given(amending(changed), ConcludeQualification())


def awards_made_again() -> Tournament:
    """The champion is disqualified after the awards: others have them, a family too."""
    tournament = families_in_the_final().given(MakeAwards())
    awards = tournament.state.awards
    assert awards is not None
    champion = awards.places[0].entrants[0]
    parents = [tournament.state.units[name].parent for name in awards.family_units]
    tournament.given(RevokeAwards(reason="a phone"))
    for number in sorted({champion, *parents}):
        tournament.given(DisqualifyEntrant(entrant=number, reason="a phone"))
    return tournament.given(MakeAwards())


STORIES = (
    before_play,
    at_the_table,
    in_dispute,
    in_bad_weather,
    weather_otherwise,
    suspended_in_play,
    suspended_before_anyone_sits,
    final_suspended,
    cut_and_final,
    in_rounds,
    replanned,
    with_evidence,
    everyone_once,
    at_open_tables,
    in_two_stages,
    passed_over,
    word_promised,
    word_promised_of_the_final,
    with_a_child_in_need,
    invited,
    waited_in_vain,
    not_going_on,
    awards_made_again,
)
"""Every story; its events have a golden payload, its notices a golden text."""
