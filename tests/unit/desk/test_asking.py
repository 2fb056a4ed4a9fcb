"""What may be asked, now and as of any moment; names by consent, and judged as of now."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from services.access.rights import ROLES, Role, right
from services.desk.params import (
    DiffParams,
    EntrantParams,
    ExplainParams,
    NoParams,
    PageParams,
    SheetParams,
    StandingsParams,
    TimelineParams,
)
from services.desk.queries import QUERIES
from services.tournament.definition.founding import AppointReferee
from services.tournament.people.amendments import AmendDetails
from services.tournament.people.consents import SetConsent
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.play.results import CorrectGame
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue import say, shown
from shared.i18n import LANGUAGES, moment_shown, second_shown
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.figures import scored
from tests.unit.tournament.specs import ADULT, S1, hong_kong
from tests.unit.tournament.stages import paper_rows

ALL = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
FOUR = [("30", 0), ("-5", 2), ("-10", 3), ("-15", 4)]
THREE = [("15", 0), ("-5", 2), ("-10", 3)]


@pytest.fixture
def played(counter: Counter) -> Counter:
    """Seven entrants, 0001 consents; tables of four and three, from paper; R01 and CR1, the Chief Referee."""
    for number in ALL:
        counter.submit(
            RegisterEntrant(
                entrant_no=number,
                session=S1,
                birth_date=ADULT,
                name_en=f"Name {number}",
                name_zh=f"名字 {number}",
                email=f"{number}@example.org",
            )
        )
    counter.submit(SetConsent(entrant="0001", shown=True))
    rows: list[ResultRow] = paper_rows(S1, 1, ALL[:4], [FOUR] * 3)
    rows += paper_rows(S1, 2, ALL[4:], [THREE] * 3, len(rows) + 2)
    counter.at("2026-03-28 20:00").submit(ImportResults(rows=tuple(rows)))
    counter.submit(
        AppointReferee(referee="R01", name="Judge"), AppointReferee(referee="CR1", name="Chief", chief=True)
    )
    return counter


def ask(
    counter: Counter, query: str, params: Any, role: Role = "organizer", subject: str = "x", **how: Any
) -> Any:
    return counter.desk.ask(ID, query, params, principal(role, subject), **how)


def names(answer: Any) -> dict[str, str]:
    return {row.entrant_no: row.name for row in answer.rows if isinstance(row.name, str)}


def test_standings_are_exact_text_and_places(played: Counter) -> None:
    answer = ask(played, "standings", StandingsParams())
    first, second = answer.rows[:2]
    assert (first.place, first.entrant_no, first.games_won, first.score, first.average, first.tiles) == (
        1,
        "0001",
        3,
        "90",
        "30",
        0,
    )
    assert (second.entrant_no, second.score, second.qualified) == ("0005", "45", None)
    assert answer.seq == played.desk.head(ID).seq


def test_a_display_shows_names_by_consent_and_staff_sees_all(played: Counter) -> None:
    assert names(ask(played, "standings", StandingsParams(), "display")) == {"0001": "Name 0001"}
    assert len(names(ask(played, "standings", StandingsParams(), "referee", "R01"))) == 7
    names_shown = names(ask(played, "standings", StandingsParams(), "participant", "0003"))
    assert names_shown == {"0001": "Name 0001", "0003": "Name 0003"}
    chinese = ask(played, "standings", StandingsParams(), "display", language="zh")
    assert names(chinese) == {"0001": "名字 0001"}


def test_consent_is_judged_as_of_now_also_in_the_past(played: Counter) -> None:
    seq = played.desk.head(ID).seq
    played.submit(SetConsent(entrant="0001", shown=False), SetConsent(entrant="0005", shown=True))
    past = ask(played, "standings", StandingsParams(), "display", as_of=seq)
    assert names(past) == {"0005": "Name 0005"}


def test_contacts_are_for_the_organizer_and_for_oneself(played: Counter) -> None:
    params = EntrantParams(entrant="0001")
    assert ask(played, "entrant", params).details["email"] == "0001@example.org"
    own_entry = ask(played, "entrant", params, "participant", "0001")
    assert own_entry.details["birth_date"] == "1990-05-17"
    seen = ask(played, "entrant", params, "referee", "R01")
    assert seen.name == "Name 0001"
    assert not isinstance(seen.details, dict)
    with refusing("forbidden"):
        ask(played, "entrant", params, "participant", "0002")


def test_an_amended_name_is_shown_at_every_moment(played: Counter) -> None:
    seq = played.desk.head(ID).seq
    played.submit(AmendDetails(entrant="0001", name_en="Chan Siu Fong"))
    assert names(ask(played, "standings", StandingsParams(), "display"))["0001"] == "Chan Siu Fong"
    assert "0001" in names(ask(played, "standings", StandingsParams(), "display", as_of=seq))


def test_the_past_is_asked_by_seq_or_time(played: Counter) -> None:
    assert ask(played, "standings", StandingsParams(), as_of=10).rows == ()
    assert ask(played, "standings", StandingsParams(), as_of="2026-03-28T19:59").rows == ()
    assert len(ask(played, "standings", StandingsParams(), as_of="2026-03-28T20:00").rows) == 7
    assert len(ask(played, "standings", StandingsParams(), as_of="2026-03-28T12:00:00+00:00").rows) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_as_pages_print_it_shows_what_was_there_by_the_end_of_it(
    played: Counter, language: str
) -> None:
    zone, at = ZoneInfo("Asia/Hong_Kong"), hong_kong("2026-03-28 20:02")
    played.at("2026-03-28 20:01:30").submit(AppointReferee(referee="R02", name="Late"))
    played.at("2026-03-28 20:02").submit(AppointReferee(referee="R03", name="Later"))
    late = ask(played, "timeline", TimelineParams(limit=200)).rows[-2]

    def seq_at(as_of: str) -> int:
        rows = ask(played, "timeline", TimelineParams(limit=200), as_of=as_of).rows
        return int(rows[-1].seq)

    shown_at = at - timedelta(seconds=30)
    for text in (
        moment_shown(shown_at, zone, language),
        second_shown(shown_at, zone, language),
        *("28/3/2026 20:01", "2026年3月28日下午8:01", "2026年3月28日 20:01", "2026-3-28 8:01 pm"),
        *("2026-03-28 20:01:30", "2026-03-28T20:01:59"),
    ):
        assert seq_at(text) == late.seq, text
    assert seq_at("2026-03-28T20:01") == seq_at("28 Mar 2026, 20:00") < late.seq
    assert seq_at({"en": f"Event {late.seq}", "zh": f"第 {late.seq} 項事件"}[language]) == late.seq


@pytest.mark.parametrize(
    ("as_of", "code"),
    [
        ("some day", "moment-unclear"),
        (9999, "moment-after-end"),
        (0, "moment-before-start"),
        ("2025-01-01", "moment-before-start"),
        ("99999999999999999999", "moment-after-end"),
        ("-1", "moment-unclear"),
    ],
)
def test_a_moment_that_is_none_is_refused(played: Counter, as_of: int | str, code: str) -> None:
    with refusing(code) as raised:
        ask(played, "standings", StandingsParams(), as_of=as_of)
    assert as_of != "2025-01-01" or str(shown(hong_kong("2025-01-01 00:00"), "zh")) in raised.value.text("zh")


def test_what_is_not_of_the_log_has_no_past(played: Counter) -> None:
    with refusing("not-of-the-log"):
        ask(played, "notices", PageParams(), as_of=3)


def test_a_sheet_of_three_says_that_it_stands_as_played(played: Counter) -> None:
    answer = ask(played, "sheets", SheetParams(session=S1))
    assert [[note.code for note in row.notes] for row in answer.rows] == [[], ["smaller-table"]]
    assert answer.rows[1].sheet.totals[0].score == "45"


def test_sheets_are_seen_by_who_sits_there(played: Counter) -> None:
    own_sheets = ask(played, "sheets", SheetParams(), "participant", "0006")
    assert [row.sheet.sheet for row in own_sheets.rows] == [f"{S1}/2"]
    assert set(own_sheets.rows[0].names) == {"0006"}


def test_a_table_without_a_referee_is_nobodys_own(played: Counter) -> None:
    """Nobody is assigned to tables on paper: the table of rights opens them to `any` alone."""
    correction = CorrectGame(
        sheet=f"{S1}/2",
        game=1,
        seats=scored(("14", 1, 0), ("-4", 0, 2), ("-10", 0, 3)),
        reason="typed wrongly",
    )
    assert ask(played, "sheets", SheetParams(), "referee", "R01").rows == ()
    with refusing("forbidden"):
        played.submit(correction, role="referee", subject="R01")
    assert len(ask(played, "sheets", SheetParams(), "chief_referee", "CR1").rows) == 2
    assert played.submit(correction, role="chief_referee", subject="CR1").events


def test_lists_come_in_pages(played: Counter) -> None:
    first = ask(played, "entrants", PageParams(limit=3))
    assert ([row.entrant.entrant_no for row in first.rows], first.next) == (list(ALL[:3]), "0003")
    last = ask(played, "entrants", PageParams(after="0006", limit=3))
    assert ([row.entrant.entrant_no for row in last.rows], last.next) == (["0007"], None)


def test_the_timeline_tells_the_log_in_both_languages(played: Counter) -> None:
    english = ask(played, "timeline", TimelineParams())
    assert english.rows[0].text == say("event-tournament-defined", "en")
    assert english.rows[1].text == say(
        "event-entrant-registered",
        "en",
        entrant_no="0001 Name 0001",
        session="session 1 of Saturday, 28 March 2026",
    )
    chinese = ask(played, "timeline", TimelineParams(), language="zh")
    assert chinese.rows[1].text == "0001 名字 0001 報名2026年3月28日星期六第 1 場。"
    page = ask(played, "timeline", TimelineParams(after="3", limit=2))
    assert ([row.seq for row in page.rows], page.next) == ([4, 5], "5")


TYPED = SuspendDay(
    day=date(2026, 4, 6),
    grounds="other",
    reason="Water near Name 0001.",
    en="The roof lets water in.",
    zh="屋頂漏水。",
)


def test_a_suspension_is_told_with_what_was_typed_to_who_reads_every_case(played: Counter) -> None:
    seq = played.submit(TYPED).events[0].seq
    page = TimelineParams(after=str(seq - 1), limit=1)
    reader: Role
    for reader, subject in (("organizer", "x"), ("chief_referee", "CR1")):
        (english,) = ask(played, "timeline", page, reader, subject).rows
        assert english.text.endswith("were suspended (other circumstances: The roof lets water in).")
        (chinese,) = ask(played, "timeline", page, reader, subject, language="zh").rows
        assert chinese.text.endswith("暫停（其他情況：屋頂漏水）。")
        between = ask(
            played, "diff", DiffParams(before=str(seq - 1), after=str(seq)), reader, subject
        ).between
        assert between[0].text == english.text
    (shown,) = ask(played, "timeline", page, "service", "board").rows
    assert shown.text.endswith("were suspended (other circumstances).")


def test_a_reason_typed_beside_a_warning_is_told_with_it(played: Counter) -> None:
    given = SuspendDay(day=date(2026, 4, 6), grounds="black_rainstorm", reason="Roads are\nflooded.")
    seq = played.submit(given).events[0].seq
    (entry,) = ask(played, "timeline", TimelineParams(after=str(seq - 1), limit=1)).rows
    assert entry.text.endswith("were suspended (black rainstorm warning: Roads are flooded).")


def test_a_correction_is_told_with_its_reason_and_what_stood_before_to_who_may_read_it(
    played: Counter,
) -> None:
    correction = CorrectGame(
        sheet=f"{S1}/2", game=1, seats=scored(("14", 1, 0), ("-4", 0, 2), ("-10", 0, 3)), reason="數錯牌。"
    )
    seq = played.submit(correction, role="chief_referee", subject="CR1").events[0].seq
    seated = played.desk.state(ID).sheets[f"{S1}/2"].seats[1]
    page, asked = TimelineParams(after=str(seq - 1), limit=1), ExplainParams(entrant=seated)
    (entry,) = ask(played, "timeline", page, "chief_referee", "CR1").rows
    assert f"Before: {played.desk.state(ID).sheets[f'{S1}/2'].seats[0]} 15 ★, {seated} −5" in entry.text
    assert entry.text.endswith("Reason: “數錯牌”.")
    (entry,) = ask(played, "timeline", page, "chief_referee", "CR1", language="zh").rows
    assert "原為：" in entry.text
    assert "隻牌" not in entry.text  # nobody's tiles were corrected
    assert entry.text.endswith("理由：「數錯牌」。")
    chain = {
        reason.text: reason.seq for reason in ask(played, "explain", asked, "chief_referee", "CR1").chain
    }
    game, source = (
        "Game 1 at table 2: not won, score −4, 2 tiles left",
        "corrected by an official after signatures",
    )
    assert chain[f"{game} ({source}: “數錯牌”)."] == seq
    assert chain["Before that: not won, score −5, 2 tiles left (from paper)."] < seq
    chain = {reason.text: reason.seq for reason in ask(played, "explain", asked, "participant", seated).chain}
    assert chain[f"{game} ({source})."] == seq
    (shown,) = ask(played, "timeline", page, "service", "board").rows
    assert "數錯牌" not in shown.text


def test_a_correction_of_tiles_alone_says_of_whom_they_are(played: Counter) -> None:
    first, second, third = played.desk.state(ID).sheets[f"{S1}/2"].seats
    seats = scored(("15", 1, 0), ("-5", 0, 4), ("-10", 0, 3))
    correction = CorrectGame(sheet=f"{S1}/2", game=1, seats=seats, reason="數錯牌。")
    seq = played.submit(correction, role="chief_referee", subject="CR1").events[0].seq
    (entry,) = ask(
        played, "timeline", TimelineParams(after=str(seq - 1), limit=1), "chief_referee", "CR1"
    ).rows
    stands, before = entry.text.split(" Before: ")
    assert f"{first} 15 ★, {second} −5 (4 tiles), {third} −10." in stands
    assert before.startswith(f"{first} 15 ★, {second} −5 (2 tiles), {third} −10.")


def test_events_hold_ids_and_figures_only(played: Counter) -> None:
    answer = ask(played, "events", PageParams(limit=1000))
    text = b"".join(bytes(row.data) for row in answer.rows).decode()
    assert "Name 0" not in text
    assert "example.org" not in text
    assert "名字" not in text


@pytest.mark.parametrize("query", sorted(QUERIES))
def test_a_query_is_asked_by_who_may(played: Counter, query: str) -> None:
    for role in ROLES:
        if right(role, query) is None:
            with refusing("forbidden"):
                ask(played, query, NoParams(), role)


def test_a_moment_is_one_seq(played: Counter) -> None:
    seq = played.desk.head(ID).seq
    played.clock.set(hong_kong("2026-03-29 10:00"))
    played.submit(SetConsent(entrant="0002", shown=True))
    assert played.desk.moment(ID, "2026-03-29T09:59") == seq
    assert played.desk.state(ID, seq).entrants["0002"].consent is False
