"""What a field of a text says, worked out for one recipient when the message is sent."""

from datetime import date
from functools import partial

import pytest
from msgspec import structs

from services.notices.audiences import Recipient, recipients
from services.notices.fields import FIELDS, filled
from services.notices.look import Look
from services.notices.registry import note
from services.notices.subjects import of_tournament
from services.tournament.definition.texts import Text
from services.tournament.people.entrants import Attendance, Participation
from services.tournament.publication.reminding import RemindOfSession
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.i18n import LANGUAGES
from shared.language_choice import choose_language
from tests.unit.notices.test_beyond_the_session import DAY, due
from tests.unit.tournament.given_files import PDF, guide
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import S1, S2, Tournament, numbers, registered, registration
from tests.unit.tournament.stages import on_paper, placed


def field_text(tournament: Tournament, field: str, number: str) -> str:
    """The field in English, in a notice to an entrant about the first session."""
    notice = note(1, "registration-received", f"entrant:{number}", session=S1)
    return str(FIELDS[field](Look(tournament.state, notice, Recipient("entrant", number), "en")))


def test_places_on_the_waiting_list_go_by_who_came_first_and_not_by_number() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0009"), registration("0005"))
    assert field_text(tournament, "waiting_place", "0009") == "1"
    assert field_text(tournament, "waiting_place", "0005") == "2"
    assert field_text(tournament, "waiting_place", "0001") == "-"


def test_a_dispute_is_at_a_table_of_a_session() -> None:
    tournament = registered(8, capacity=8, tables=2)
    chief = Recipient("referee", "R01")
    raised = partial(note, 1, "dispute-raised", "role:chief_referee", dispute="D-1", dispute_kind="dispute")
    en, zh = (
        filled(Look(tournament.state, raised(sheet=f"{S1}/2"), chief, language)) for language in LANGUAGES
    )
    assert "D-1 at table 2, Saturday, 28 March 2026, session 1:" in en
    assert "2026年3月28日星期六第 1 場第 2 桌提出爭議 D-1" in zh
    assert filled(Look(tournament.state, raised(sheet=""), chief, "en")).startswith("Dispute D-1: ")


def test_whoever_is_in_several_stages_reads_which_one_a_session_is_of() -> None:
    final = Participation("final", (Attendance("2026-04-12/1"),))
    for added, label in ((), "session 1"), ((final,), "session 1 (preliminary)"):
        tournament = registered(4, capacity=4, tables=1)
        entrants = tournament.state.entrants
        entrant = structs.replace(entrants["0001"], participations=(*entrants["0001"].participations, *added))
        state = structs.replace(tournament.state, entrants=entrants.set("0001", entrant))
        notice = note(1, "registration-received", "entrant:0001", session=S1)
        look = Look(state, notice, Recipient("entrant", "0001"), "en")
        assert str(FIELDS["session_label"](look)).endswith(label)


@pytest.mark.parametrize(
    ("what", "title", "read"),
    [
        ("Play is off", "Spring Cup", "Play is off – Spring Cup"),
        ("Play\r\nBcc: all", "Spring\nCup", "Play Bcc: all – Spring Cup"),
        ("Play is off", "T" * 100, f"Play is off – {'T' * 63}…"),
        ("W" * 70, "Spring Cup of the town", "W" * 70),
        ("W" * 90, "Spring Cup", f"{'W' * 77}…"),
    ],
)
def test_a_subject_is_one_line_of_at_most_78_characters_what_happened_first(
    what: str, title: str, read: str
) -> None:
    for language in LANGUAGES:
        assert of_tournament(what, title, language) == read


@pytest.mark.parametrize(
    "template", ["rescheduled", "goes-ahead", "reminder-morning", "registration-received"]
)
def test_without_a_venue_the_place_is_spoken_of_in_a_sentence_of_its_own(template: str) -> None:
    tournament = registered(1)
    tournament.given(amending(structs.replace(tournament.state.plan, venue=None)))
    kind = "registration-received"
    notice = note(1, kind, "entrant:0001", template, session=S1)
    english, chinese = (
        filled(Look(tournament.state, notice, Recipient("entrant", "0001"), language))
        for language in LANGUAGES
    )
    assert " The organizer announces the place." in english
    assert "。地點由主辦單位公布。" in chinese


def guided(tournament: Tournament, session: str) -> list[str]:
    """Who gets the timer guide when a session is reminded of it now."""
    return [
        reader.number
        for notice in due(tournament, RemindOfSession(session=session, kind="timer_guide"))
        for reader in recipients(tournament.state, notice.audience)
    ]


def test_the_timer_guide_goes_to_each_once_also_after_a_new_date() -> None:
    tournament = registered(2)
    assert guided(tournament, S1) == ["0001", "0002"]
    tournament.given(registration("0003", S1))
    tournament.given(SuspendDay(day=DAY, grounds="other"))
    tournament.given(RescheduleSessions(day=DAY, new_day=date(2026, 4, 3)))
    assert guided(tournament, S1) == ["0003"], "who came after the guide was sent"
    tournament.given(registration("0004", S2))
    assert guided(tournament, S2) == ["0004"]


def test_finalists_who_had_the_timer_guide_get_no_second_one() -> None:
    tournament = registered(16, cut=8)
    guided(tournament, S1)
    on_paper(tournament.at("2026-03-28 20:00"), S1, numbers(16), lambda table: 40 - table)
    placed(tournament.given(ConcludeQualification()))
    finals = [session.plan.id for session in tournament.state.sessions_of("final") if session.entrants]
    assert finals
    assert [guided(tournament, final) for final in finals] == [[]] * len(finals)


def test_the_reminder_of_the_timer_guide_links_to_it_only_where_the_file_says_its_address() -> None:
    address = Text(en="https://example.org/timer", zh="https://example.org/timer-zh")
    tournament = registered(4, capacity=4, tables=1)
    linked = amending(structs.replace(tournament.state.plan, timer_guide=address))
    notice = note(1, "timer-guide", f"session:{S1}", session=S1)
    for state, ends in (
        (tournament.state, (("en", "before the day, ask the organizer."), ("zh", "賽前請向主辦單位索取。"))),
        (
            tournament.given(linked).state,
            (("en", "session 1: https://example.org/timer"), ("zh", "：https://example.org/timer-zh")),
        ),
    ):
        for language, end in ends:
            read = filled(Look(state, notice, Recipient("entrant", "0001"), choose_language(language)))
            assert read.endswith(end)
            assert "e-mail" not in read
            assert "電郵" not in read


@pytest.mark.parametrize(
    ("address", "file", "site", "attached", "english", "chinese"),
    [
        (False, False, True, False, "before the day, ask the organizer.", "賽前請向主辦單位索取。"),
        (True, False, True, False, ": https://example.org/timer", "：https://example.org/timer"),
        (True, True, True, True, "it is attached, and at https://example.org/timer", "，見附件，或瀏覽 https://example.org/timer"),
        (True, True, True, False, ": https://example.org/timer", "：https://example.org/timer"),
        (False, True, False, True, "session 1: it is attached.", "，見附件。"),
        (False, True, False, False, "before the day, ask the organizer.", "賽前請向主辦單位索取。"),
        (False, True, True, True, "it is attached, and at {page}?lang=en", "，見附件，或瀏覽 {page}?lang=zh"),
        (False, True, True, False, "session 1: {page}?lang=en", "：{page}?lang=zh"),
    ],
)  # fmt: skip
def test_what_the_reminder_says_of_the_guide_is_so(
    address: bool, file: bool, site: bool, attached: bool, english: str, chinese: str
) -> None:
    tournament = registered(4, capacity=4, tables=1)
    plan = structs.replace(
        tournament.state.plan,
        timer_guide=Text(both="https://example.org/timer") if address else None,
        timer_guide_file=guide(PDF) if file else None,
    )
    state = structs.replace(tournament.state, definition=plan)
    notice = note(1, "timer-guide", f"session:{S1}", session=S1)
    for language, end in zip(LANGUAGES, (english, chinese), strict=True):
        reader = Recipient("entrant", "0001")
        where = "https://t.example.org" if site else ""
        read = filled(Look(state, notice, reader, language, site=where, attached=attached))
        assert read.endswith(end.format(page=f"https://t.example.org/t/{plan.id}/timer-guide")), read
