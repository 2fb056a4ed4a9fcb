"""A view that raises stalls alone: appends go on, its reads say so, and after a repair it goes on as well."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from services.desk.previewing import preview
from services.desk.queries import QUERIES
from services.desk.rebuilding import rebuild, resume
from services.projections.generations import Live, Stalled, generations_in, live, written
from services.projections.models import MODELS, model
from services.tournament.definition.founding import DefineTournament
from services.tournament.people.amendments import ChooseLanguage
from shared.clock import ManualClock
from shared.database import Database
from shared.logs import set_up_logs
from shared.metrics import exposition
from shared.problems import Problem
from shared.vault import Vault
from tests.logs_put_back import logs_put_back
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.desk.test_submitting import seated
from tests.unit.projections.breaking import code, knows
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import S1, definition, hk_rules, registration

Desks = Callable[[str], Counter]
PRESENT = model("entrant").version
NEWER = PRESENT + 1

HISTORY: tuple[str, dict[str, Any]] = ("history", {"of": "entrant", "id": "0001"})
SHOWN: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "standing": (
        ("standings", {}),
        ("explain", {"entrant": "0001"}),
        ("diff", {"before": "1"}),
        ("curves", {}),
        ("case-file", {"entrant": "0001"}),
        HISTORY,
    ),
    "family": (("families", {}), ("curves", {}), HISTORY),
    "session": (("sessions", {}), HISTORY),
    "seating": (("sessions", {}),),
    "entrant": (("entrants", {}), ("entrant", {"entrant": "0001"})),
    "sheet": (("sheets", {}), HISTORY),
    "docket": (("docket", {}), ("case-file", {"entrant": "0001"}), HISTORY),
    "publication": (("publications", {}), ("case-file", {"entrant": "0001"})),
    "award": (("awards", {}), ("diff", {"before": "1"})),
}
"""Each model with every query that shows it."""


@pytest.fixture
def desks(database: Database, vault: Vault, clock: ManualClock) -> Desks:
    """Desks of several processes on one database, with two entrants registered; each name is one process."""
    first = Counter(database, vault, clock, "first")
    first.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    first.submit(registration("0001"), registration("0002"))
    known = {"first": first}
    return lambda name: known.setdefault(name, Counter(database, vault, clock, name))


def ask(counter: Counter, query: str, given: dict[str, Any] | None = None, as_of: int | None = None) -> Any:
    fields = dict(given or {})
    if query == "diff":
        fields.setdefault("after", str(counter.desk.head(ID).seq))
    params = msgspec.convert(fields, QUERIES[query].params)
    return counter.desk.ask(ID, query, params, principal(), as_of=as_of)


def stalled(
    counter: Counter, query: str, given: dict[str, Any] | None = None, as_of: int | None = None
) -> str:
    with pytest.raises(Problem) as raised:
        ask(counter, query, given, as_of)
    assert (raised.value.code, raised.value.status) == ("view-stalled", 503)
    return raised.value.text()


def kept(counter: Counter, name: str) -> Live:
    return live(generations_in(counter.desk.head(ID).generations), name)


def check_live_rows(counter: Counter, *standing_still: str) -> None:
    """Live rows are those of the present state, or of the seq before a model came to stand still."""
    for read_model in MODELS:
        how = kept(counter, read_model.name)
        assert (how.stalled is not None) == (read_model.name in standing_still)
        until = how.stalled.seq - 1 if how.stalled is not None else None
        stored = counter.desk.projections.read(ID, read_model, how.generation)
        assert stored == read_model.view(counter.desk.state(ID, until)), read_model.name


def counts(kind: str, name: str) -> float:
    lines = [
        line for line in exposition()[0].decode().splitlines() if f'{kind}_total{{model="{name}"}}' in line
    ]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


def test_every_query_of_the_log_that_shows_rows_says_behind_which_models_it_stands() -> None:
    named = {model.name for model in MODELS}
    models_of = {query.name: set(query.models) for query in QUERIES.values()}
    assert set().union(*models_of.values()) == named
    assert {query for query, models in models_of.items() if not models} == {
        "timeline",
        "marks",
        "moments",
        "events",
        "diff",
        "duplicates",
        "notices",
        "posts",
        "tournament",
        "whoami",
        "tables",
        "officials",
        "weather",
        "questions",
        "audience",
    }
    assert set(SHOWN) == named


def test_an_append_goes_on_and_marks_the_model_in_the_same_transaction(desks: Desks) -> None:
    desk = desks("first")
    before = desk.desk.head(ID).seq
    with code("entrant", fails=knows("0003")):
        answer = desk.submit(registration("0003"))
        assert [event.type for event in answer.events] == ["entrant-registered", "place-confirmed"]
        assert kept(desk, "entrant") == Live(
            version=PRESENT, stalled=Stalled(before + 1, "entrant-registered", PRESENT)
        )
        assert "0003" in desk.desk.state(ID).entrants
        assert desk.desk.log.verify(ID).fault is None
    check_live_rows(desk, "entrant")


def test_later_appends_of_every_process_leave_its_rows_alone_and_write_all_others(desks: Desks) -> None:
    first, second = desks("first"), desks("second")
    second.submit(ChooseLanguage(entrant="0002", language="en"))
    with code("entrant", fails=knows("0003")):
        first.submit(registration("0003"))
        mark = kept(first, "entrant")
        second.submit(registration("0004"))
        first.submit(ChooseLanguage(entrant="0001", language="en"))
        assert kept(second, "entrant") == mark
    # Nobody tries it again by itself while it is the same code.
    desks("third").submit(registration("0005"))
    assert kept(first, "entrant") == mark
    check_live_rows(first, "entrant")
    assert "0005" in desks("third").desk.state(ID).entrants


def test_it_is_marked_at_the_event_it_fails_on_also_in_the_middle_of_a_command(desks: Desks) -> None:
    desk = desks("first")
    for entrant_no in ("0003", "0004", "0005", "0006", "0007", "0008"):
        desk.submit(registration(entrant_no))
    before = desk.desk.head(ID).seq
    waits = registration("0009")
    with code(
        "session", fails=lambda state, key: any(session.waiting for session in state.sessions.values())
    ):
        answer = desk.submit(waits)
    assert [event.type for event in answer.events] == ["entrant-registered", "waiting-list-joined"]
    assert kept(desk, "session").stalled == Stalled(
        before + 2, "waiting-list-joined", model("session").version
    )
    check_live_rows(desk, "session")


def test_the_rows_up_to_the_event_it_fails_on_are_written(desks: Desks) -> None:
    desk = desks("first")

    def confirmed(state: Any, key: str) -> bool:
        return "0003" in state.entrants and "0003" in state.sessions[S1].entrants

    before = desk.desk.head(ID).seq
    with code("entrant", fails=confirmed):
        desk.submit(registration("0003"))
    how = kept(desk, "entrant")
    assert how.stalled == Stalled(before + 2, "place-confirmed", PRESENT)
    assert "0003" in desk.desk.projections.read(ID, model("entrant"), how.generation)
    check_live_rows(desk, "entrant")


@pytest.mark.parametrize("name", SHOWN)
def test_its_reads_name_seq_event_and_way_out_the_past_still_answers_and_so_do_all_others(
    name: str, desks: Desks
) -> None:
    desk = desks("first")
    last = desk.desk.head(ID).seq
    desk.submit(registration("0003"))
    with desk.desk.log.locked(ID) as locked:
        locked.set_generations(
            written({name: Live(stalled=Stalled(last + 1, "entrant-registered", model(name).version))})
        )
    for query, given in SHOWN[name]:
        for as_of in (None, last + 1) if QUERIES[query].of_log else (None,):
            text = stalled(desk, query, given, as_of)
            assert f"{name} of {ID} stands still at seq {last + 1}: it fails on entrant-registered" in text
            assert f"tileledger rebuild {ID} --model {name}" in text
        ask(desk, query, {**given, "after": str(last)} if query == "diff" else given, as_of=past(query, last))
    for other in SHOWN.keys() - {name}:
        for query, given in SHOWN[other]:
            if query not in dict(SHOWN[name]):
                ask(desk, query, given)
    for query in ("timeline", "events", "notices"):
        ask(desk, query)


def past(query: str, seq: int) -> int | None:
    return seq if QUERIES[query].of_log else None


def test_a_preview_shows_standings_and_stands_still_with_them(desks: Desks) -> None:
    desk = desks("first")
    with desk.desk.log.locked(ID) as locked:
        locked.set_generations(written({"standing": Live(stalled=Stalled(2, "entrant-registered", 1))}))
    with pytest.raises(Problem) as raised:
        preview(desk.desk, ID, registration("0003"), principal())
    assert raised.value.code == "view-stalled"


def test_a_view_that_fails_before_anything_was_appended_refuses_alike(desks: Desks) -> None:
    desk = desks("first")
    last = desk.desk.head(ID)
    with code("session", fails=knows("0002")):
        assert f"seq {last.seq}" in stalled(desk, "sessions")
        assert ask(desk, "sessions", as_of=1).rows
        ask(desk, "standings")
    assert desk.desk.head(ID) == last


def test_an_error_that_is_no_models_is_not_taken_for_one(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.desk.stage_tables.average_of", None)
    desk = seated(desks("first"), first=3)
    for game in (1, 2, 3):
        desk.submit(counted(*EXAMPLE_1, game=game))
    with pytest.raises(TypeError):
        ask(desk, "standings")


def test_a_rebuild_after_the_repair_clears_the_mark(desks: Desks) -> None:
    desk = desks("first")
    with code("entrant", fails=knows("0003")):
        desk.submit(registration("0003"))
        with pytest.raises(Problem) as raised:
            rebuild(desk.desk, ID, [model("entrant")])
        assert raised.value.code == "view-stalled"
        assert kept(desk, "entrant").stalled is not None
    desk.submit(registration("0004"))
    [done] = rebuild(desk.desk, ID, [model("entrant")])
    assert (done.resumed, {difference.key: difference.how for difference in done.differing}) == (
        True,
        {"0003": "new", "0004": "new"},
    )
    check_live_rows(desk)
    desk.submit(registration("0005"))
    check_live_rows(desk)
    assert len(ask(desks("another"), "entrants").rows) == 5


def test_code_of_another_version_goes_on_by_itself_with_the_next_append(desks: Desks) -> None:
    desk = desks("first")
    with code("entrant", fails=knows("0003")):
        desk.submit(registration("0003"))
        desk.submit(ChooseLanguage(entrant="0001", language="en"))
    with code("entrant", version=NEWER):
        upgraded = desks("upgraded")
        upgraded.submit(registration("0004"))
        how = kept(upgraded, "entrant")
        assert (how.generation, how.version, how.stalled) == (2, NEWER, None)
        check_live_rows(upgraded)
        assert len(ask(upgraded, "entrants").rows) == 4
        upgraded.submit(registration("0005"))
        check_live_rows(upgraded)


def test_code_of_another_version_that_fails_as_well_is_tried_once_and_stays_where_it_was(
    desks: Desks,
) -> None:
    desk = desks("first")
    with code("entrant", fails=knows("0003")):
        desk.submit(registration("0003"))
    mark = kept(desk, "entrant").stalled
    assert mark is not None
    tries = 0

    def fails(state: Any, key: str) -> bool:
        nonlocal tries
        tries += 1
        return True

    with code("entrant", fails=fails, version=NEWER):
        desk.submit(registration("0004"))
        assert kept(desk, "entrant").stalled == msgspec.structs.replace(mark, version=NEWER)
        tried = tries
        desk.submit(registration("0005"))
        assert tries == tried > 0
        assert f"seq {mark.seq}" in stalled(desk, "entrants")
    check_live_rows(desk, "entrant")


def test_code_of_another_version_goes_on_by_itself_when_a_process_starts(desks: Desks) -> None:
    desk = desks("first")
    with code("entrant", fails=knows("0003")):
        desk.submit(registration("0003"))
        head = desk.desk.head(ID)
        assert resume(desk.desk) == []
        assert desk.desk.head(ID) == head
    with code("entrant", fails=knows("0003"), version=NEWER):
        assert resume(desk.desk) == []
    assert kept(desk, "entrant").stalled is not None
    with code("entrant", version=NEWER + 1):
        assert [(rebuilt.model, rebuilt.version) for rebuilt in resume(desks("start").desk)] == [
            ("entrant", NEWER + 1)
        ]
        check_live_rows(desk)
        assert resume(desk.desk) == []
    assert desk.desk.head(ID).hash == head.hash


def test_it_is_logged_and_counted_without_what_the_error_says(
    desks: Desks, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = desks("first")
    before = counts("view_stalls", "entrant"), counts("view_resumes", "entrant")
    with logs_put_back():
        # Whatever a command line call in this process asked of them before.
        set_up_logs("json")
        with code("entrant", fails=knows("0003")):
            desk.submit(registration("0003"))
            desk.submit(registration("0004"))
        with code("entrant", version=NEWER):
            desk.submit(registration("0005"))
    after = counts("view_stalls", "entrant"), counts("view_resumes", "entrant")
    assert after == (before[0] + 1, before[1] + 1)
    text = "".join(capsys.readouterr())
    assert text.count("view_stalled") == text.count("view_resumed") == 1
    assert all(words in text for words in ("Broken", "breaking.py:"))
    assert not any(words in text for words in ("Chan", "陳"))


def test_a_command_that_is_refused_marks_nothing(desks: Desks) -> None:
    desk = desks("first")
    head = desk.desk.head(ID)
    with code("entrant", fails=lambda state, key: True), pytest.raises(Problem):
        desk.submit(registration("0002"))
    assert desk.desk.head(ID) == head
