"""What was read back is confirmed whatever happens elsewhere, and what changed of it is shown alone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.access.principal import Principal
from services.desk.desk import Desk
from services.desk.params import NoParams, Params
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.personal.person import Person
from services.personal.read_back import NOT_AS_READ, differences
from services.personal.texts import bot_text
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
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.play.results import CorrectGame
from shared.catalogue import say
from shared.i18n import Language
from tests.api.busy import CASE, RELATED, TABLE, UNRELATED, busy, elsewhere, seats
from tests.api.conftest import ID, START, House, later, opened
from tests.api.docket_page.ruling_forms import FIGURES, Chief, kept, rulings
from tests.made_once import MadeOnce
from tests.profiles import examples
from tests.refusing import refusing
from tests.unit.tournament.figures import counts

COUNTS = counts((0, 0), (12, 2), (5, 1), (20, 3))
CHIEF = Person(ID, "referee:CR", "", "en", Principal("chief", "chief_referee", "CR", ID), "Chief Judge")
RULING = f"/t/{ID}/docket/{CASE}/ruling"
CASES = f"/t/{ID}/docket/{CASE}"


class Reading:
    """The Chief Referee, who reads in a language."""

    persons = (CHIEF,)

    def __init__(self, desk: Desk, language: Language = "en") -> None:
        self.desk, self.language = desk, language

    def text(self, name: str, /, **fields: object) -> str:
        return bot_text(name, self.language, **fields)

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        return self.desk.ask(ID, query, params or NoParams(), person.principal, language=self.language)


@pytest.fixture(scope="session")
def hall(moments: dict[str, Path], made_once: MadeOnce) -> Path:
    return later(made_once, moments["house"], "busy", busy)


@contextmanager
def in_hall(hall: Path) -> Iterator[House]:
    with TemporaryDirectory() as folder, opened(hall, Path(folder)) as house:
        house.clock.set(START)
        yield house


def ruling(house: House, *effects: Effect, supersedes: str | None = None) -> MakeRuling:
    words = {"finding": "As found.", "cites": "HK rules 3", "reason": "It was seen."}
    return MakeRuling(dispute=CASE, effects=effects, supersedes=supersedes, **words)


def commands(house: House) -> dict[str, Command]:
    """Everything that a Chief Referee can confirm about the case and its sheet."""
    first, second, third, _ = seats(house)
    return {
        "none": ruling(house, NoEffect()),
        "amend": ruling(house, AmendGame(2, COUNTS, "cleared")),
        "void": ruling(house, VoidGame(2)),
        "replay": ruling(house, ReplayGame(2), AmendGame(2, COUNTS, "cleared")),
        "charge": ruling(house, ChargeSeat(2, second, "knocked_down"), Warn(third)),
        "disqualify": ruling(house, Disqualify(first)),
        "correct": CorrectGame(sheet=TABLE, game=2, ended_by="cleared", seats=COUNTS, reason="misread"),
    }


def superseding(house: House) -> Command:
    """Another ruling in place of one that was made."""
    first = ruling(house, VoidGame(2))
    house.desk.submit(ID, first, CHIEF.principal)
    return ruling(house, AmendGame(2, COUNTS, "cleared"), supersedes=max(house.desk.state(ID).rulings))


@given(
    st.sampled_from(["none", "amend", "void", "replay", "charge", "disqualify", "correct", "supersede"]),
    st.lists(st.sampled_from(sorted(UNRELATED)), min_size=1, max_size=14),
)
@settings(max_examples=examples(8, in_all=100), deadline=None)
def test_whatever_happens_elsewhere_it_is_carried_out_at_the_first_press(
    hall: Path, what: str, kinds: list[str]
) -> None:
    with in_hall(hall) as house:
        command = superseding(house) if what == "supersede" else commands(house)[what]
        reader = Reading(house.desk)
        read = parts_of(reader, CHIEF, foreseen(reader, CHIEF, command))
        elsewhere(house, kinds)
        assert differences(read, parts_of(reader, CHIEF, foreseen(reader, CHIEF, command))) == []
        agreed = agreed_to(house.clock, CHIEF, command, read)
        assert house.desk.submit(ID, command, CHIEF.principal, agreed=agreed).events


RESTS_ON = {
    "amend": sorted(RELATED),
    "none": sorted(RELATED),
    "disqualify": ["evidence"],
    # A game that stands by a ruling is not corrected, and evidence is for open cases.
    "supersede": sorted(RELATED.keys() - {"the game", "evidence"}),
    # Nobody in particular hears of a correction before anybody signed.
    "correct": ["a game beside it", "the game"],
}


@pytest.mark.parametrize(
    ("what", "related"), [(what, related) for what, those in RESTS_ON.items() for related in those]
)
def test_what_it_rests_on_stands_in_the_way_also_between_the_look_and_the_act(
    hall: Path, what: str, related: str
) -> None:
    with in_hall(hall) as house:
        command = superseding(house) if what == "supersede" else commands(house)[what]
        reader = Reading(house.desk)
        read = parts_of(reader, CHIEF, foreseen(reader, CHIEF, command))
        RELATED[related](house)
        before, agreed = house.head, agreed_to(house.clock, CHIEF, command, read)
        with refusing(NOT_AS_READ.code):
            house.desk.submit(ID, command, CHIEF.principal, agreed=agreed)
        assert house.head == before


def test_who_warns_or_disqualifies_does_not_read_figures(hall: Path) -> None:
    with in_hall(hall) as house:
        command, reader = commands(house)["disqualify"], Reading(house.desk)
        read = parts_of(reader, CHIEF, foreseen(reader, CHIEF, command))
        RELATED["the game"](house)
        agreed = agreed_to(house.clock, CHIEF, command, read)
        assert house.desk.submit(ID, command, CHIEF.principal, agreed=agreed).events


@given(st.lists(st.sampled_from(sorted(UNRELATED)), min_size=1, max_size=14))
@settings(max_examples=examples(2, in_all=20), deadline=None)
def test_a_page_is_confirmed_at_the_first_press(hall: Path, kinds: list[str]) -> None:
    with in_hall(hall) as house:
        chief = Chief(house, RULING)
        page = chief.drafts("amend_game", ("figures", FIGURES))
        elsewhere(house, kinds)
        answer = chief.confirms(page)
        assert answer.headers["Location"].startswith(f"{CASES}?done=")
        page = chief.drafts("void_game")
        elsewhere(house, sorted(UNRELATED))
        assert chief.confirms(page).headers["Location"].startswith(f"{CASES}?done=")
        assert [made.superseded_by for made in rulings(house) if made.dispute == CASE][-1] is None


GAME_2 = ("Game 2 (Table 1, Saturday, 6 March 2027, session 1)", "2027年3月6日星期六第 1 場第 1 桌第 2 局")
SHOWN = {
    "the game": (
        [
            f"Was: {GAME_2[0]}, B 0009 Player Number9: −5/2 → −12/2",
            f"Now: {GAME_2[0]}, B 0009 Player Number9: −6/2 → −12/2",
        ],
        [
            f"原為：{GAME_2[1]}，B 0009 玩家9號：−5/2 → −12/2",
            f"現為：{GAME_2[1]}，B 0009 玩家9號：−6/2 → −12/2",
        ],
    ),
    "a game beside it": (
        ["Was: Game 3, ★A 30/0 · B −5/2", "Now: Game 3, ★A 31/0 · B −6/2"],
        ["原為：第 3 局，★A 30/0", "現為：第 3 局，★A 31/0"],
    ),
    "who hears": (
        ["No longer: Told to referee REF-1: To be read out", "New: Told to referee REF-4: To be read out"],
        ["不再：將告知裁判 REF-1：須讀出", "新增：將告知裁判 REF-4：須讀出"],
    ),
    "nobody sits there": (
        ["No longer: Told to referee REF-1: To be read out"],
        ["不再：將告知裁判 REF-1：須讀出"],
    ),
    "evidence": (
        ["New: Evidence 1. Rack 0009: could have melded"],
        ["新增：證據 1. "],
    ),
}
"""What is otherwise in the eyes of whoever rules, in both languages."""


@pytest.mark.parametrize("related", sorted(RELATED))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_shows_what_changed_alone_and_takes_the_second_press(
    hall: Path, related: str, language: str
) -> None:
    with in_hall(hall) as house:
        chief = Chief(house, RULING)
        chief.drafts("amend_game", ("figures", FIGURES))
        page = chief.page(f"{RULING}?step=confirm&lang={language}")
        assert 'id="impact"' in page
        elsewhere(house, sorted(UNRELATED))
        RELATED[related](house)
        answer = chief.confirms(page)
        assert [made for made in rulings(house) if made.dispute == CASE] == []
        shown = chief.page(answer.headers["Location"].replace("lang=en", f"lang={language}"))
        lines = "".join(re.findall(r'<li class="lines">([^<]*)', shown))
        assert all(sentence in lines for sentence in SHOWN[related][language == "zh"]), lines
        assert 'id="impact"' not in shown
        assert 'id="impact"' in chief.page(f"{RULING}?step=confirm&all=yes&lang={language}")
        elsewhere(house, sorted(UNRELATED))
        assert chief.confirms(shown).headers["Location"].startswith(f"{CASES}?done=")
        assert [made.effects for made in rulings(house) if made.dispute == CASE] == [("amend_game",)]


def test_a_slip_is_put_right_on_a_page_whatever_happens_elsewhere(hall: Path) -> None:
    with in_hall(hall) as house:
        path, table = f"/t/{ID}/tasks/correct-game", f"/t/{ID}/tables/{TABLE}"
        chief, game = Chief(house, path), {"sheet": TABLE, "game": "1", "back": table}
        assert f'href="{path}?{urlencode({**game, "lang": "en"})}"' in chief.page(table)
        form = {"form": chief.word(path), "step": "look", "reason": "Misread", **game, **FIGURES}
        for wrong in ({"reason": "A 0, B 5"}, {"points_B": "x"}, {"reason": ""}, {"game": "9"}):
            refused = chief.post(path, {**form, **wrong})
            assert refused.status_code == 422, wrong
            assert 'role="alert"' in refused.get_data(as_text=True)
        unchanged = dict(zip(("points_B", "points_C", "points_D"), ("5", "10", "15"), strict=True))
        unchanged |= {f"tiles_{seat}": "2" for seat in "BCD"}
        no_change = say("page-task-no-change", "en")
        assert no_change in chief.post(path, form | unchanged).get_data(as_text=True)
        read = chief.post(path, form).get_data(as_text=True)
        assert "A 0, B 12/2, C 5/1, D 20/3" in read
        elsewhere(house, sorted(UNRELATED))
        RELATED["a game beside it"](house)
        shown = chief.post(path, {**kept(read), "step": "confirm"})
        assert shown.status_code == 200
        assert 'id="impact"' not in shown.get_data(as_text=True)
        elsewhere(house, sorted(UNRELATED))
        before, sent = house.head[0], kept(shown.get_data(as_text=True))
        answer = chief.post(path, {**sent, "step": "confirm"})
        assert answer.headers["Location"].startswith(table)
        assert chief.post(path, {**sent, "step": "confirm"}).status_code == 409
        assert [event.type for event in house.desk.events(ID, before)].count("game-corrected") == 1
