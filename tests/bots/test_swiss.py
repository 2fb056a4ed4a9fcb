"""The bot in a Swiss tournament: pairs, points, and tables that no referee is assigned to."""

import re
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from services.tournament.definition.templates import template
from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import ID, SEATING, SESSION, House, found
from tests.bots.conftest import Office, running
from tests.bots.test_ruling import begin
from tests.bots.test_tasks import begun, labels
from tests.simulators.telegram import Telegram
from tests.wording import fixed


@pytest.fixture
def players() -> int:
    """How many have checked in."""
    return 8


@pytest.fixture
def swiss(
    telegram: Telegram,
    sqlite_database: Database,
    vault: Vault,
    monkeypatch: pytest.MonkeyPatch,
    players: int,
) -> Iterator[Office]:
    """Eight have checked in once, and the first of five rounds is in play."""
    file: dict[str, Any] = tomllib.loads(template("swiss", ID))
    first = file["stage"][0]["sessions"][0]
    first |= {"id": SESSION, "registration": "12:00", "seating": "12:30", "start": "12:45"}
    monkeypatch.setattr(conftest, "TOURNAMENT_FILE", msgspec.json.decode(msgspec.json.encode(file)))
    house = found(House(sqlite_database, vault))
    house.clock.set(SEATING)
    for number in range(1, players + 1):
        house.done("check-in", {"entrant": f"{number:04d}"})
    house.done("draw-seats", {"session": SESSION, "seed": "read out"})
    house.done("start-session", {"session": SESSION})
    office = Office(house, telegram, vault)
    with running(office):
        yield office


def test_a_players_phone_reads_the_table_and_then_the_points(swiss: Office) -> None:
    first, other = swiss.state.sessions[SESSION].tables[1]
    phone = swiss.phone(f"entrant:{first}")
    shown = phone.answers("/schedule", "bot-late-misses")
    assert "Now: " in shown
    assert "Table 1, seat A." in shown
    assert shown.count("Then: ") == 4
    rounds = [shown.index(f"Round {number}") for number in range(1, 6)]
    assert rounds == sorted(rounds), "the first alone has hours, and is played"
    phone.press("bot-action-cannot-come")
    labels = str(phone.telegram.messages(phone.chat)[-1])
    assert say("bot-absence-write", "en") in labels
    assert "Give the place back" not in labels, "who has arrived is withdrawn by an official"
    seats = [{"entrant": first, "rack": []}, {"entrant": other, "count": 21, "tiles": 3}]
    player = swiss.house.client("participant", first)
    result = {"sheet": f"{SESSION}/1", "game": 1, "seats": seats}
    assert player.command("record-game-result", result).status_code == 201
    assert "1 point, 1 won, score 21" in phone.say("/standings")
    assert "積分 1" in swiss.phone(f"entrant:{first}", language="zh-hant").say("/standings")


def test_a_player_enters_a_game_in_the_chat_though_it_changes_the_place_of_others(swiss: Office) -> None:
    first, _ = swiss.state.sessions[SESSION].tables[1]
    sheet = f"{SESSION}/2"
    winner, other = swiss.state.sheets[sheet].seats
    given = [{"entrant": winner, "rack": []}, {"entrant": other, "count": 21, "tiles": 3}]
    swiss.house.done("record-game-result", {"sheet": sheet, "game": 1, "seats": given})
    phone = swiss.phone(f"entrant:{first}")
    begun(phone, "record-game-result")
    phone.press(labels(swiss, phone)[0])
    phone.press(labels(swiss, phone)[0])
    read = phone.say("A 0, B 21/3")
    assert f"{other}: " in read, "of somebody else the number"
    phone.press("bot-confirm")
    assert swiss.types.count("game-result-recorded") == 2


def test_every_referee_has_every_table_where_none_is_assigned(swiss: Office) -> None:
    phone = swiss.phone("referee:REF-2")
    assert "Tables: 1, 2, 3, 4." in phone.answers("/schedule", "Round 1")
    for table, seats in sorted(swiss.state.sessions[SESSION].tables.items()):
        phone.say("/sheet")
        shown = phone.press(f"Table {table},")
        assert all(number in shown for number in seats)
    phone.say("/dispute")
    phone.press("Table 2,")
    phone.press("bot-no-game")
    phone.say("A tile was missing")
    assert fixed("bot-dispute-raised") in phone.press("bot-confirm")


def test_who_was_paired_next_reads_it_and_who_left_is_out(swiss: Office) -> None:
    for table, (first, other) in sorted(swiss.state.sessions[SESSION].tables.items()):
        seats = [{"entrant": first, "rack": []}, {"entrant": other, "count": 10 + table, "tiles": 3}]
        swiss.house.done("record-game-result", {"sheet": f"{SESSION}/{table}", "game": 1, "seats": seats})
    swiss.house.done("end-session", {"session": SESSION})
    swiss.house.done("withdraw-entrant", {"entrant": "0008", "grounds": "health"})
    swiss.house.clock.advance(timedelta(minutes=5))
    swiss.house.done("draw-seats", {"session": "r2"})
    swiss.house.done("start-session", {"session": "r2"})
    table, (first, _) = min(swiss.state.sessions["r2"].tables.items())
    shown = swiss.phone(f"entrant:{first}").answers("/schedule", f"able {table}", "bot-late-misses")
    assert shown.count("✓ Played: ") == 1
    assert shown.count("Then: ") == 3
    assert "withdrew" in swiss.phone("entrant:0008").say("/me")


def play(office: Office, session: str) -> None:
    """Every first seat wins, and the session is over."""
    for table, (first, other) in sorted(office.state.sessions[session].tables.items()):
        seats = [{"entrant": first, "rack": []}, {"entrant": other, "count": 10 + table, "tiles": 3}]
        office.house.done("record-game-result", {"sheet": f"{session}/{table}", "game": 1, "seats": seats})
    office.house.done("end-session", {"session": session})


@pytest.mark.parametrize("gone", [False, True])
def test_a_ruling_on_an_earlier_round_says_that_who_plays_now_is_told_after_it(
    swiss: Office, gone: bool
) -> None:
    seats = swiss.state.sessions[SESSION].tables[1]
    play(swiss, SESSION)
    swiss.house.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "A tile fell."})
    swiss.house.clock.advance(timedelta(minutes=5))
    swiss.house.done("draw-seats", {"session": "r2"})
    if gone:
        swiss.house.done("withdraw-entrant", {"entrant": seats[0], "grounds": "health"})
    swiss.house.done("appoint-referee", {"referee": "CHIEF", "name": "Chief", "chief": True})
    chief = swiss.phone("referee:CHIEF")
    begin(chief, "D-0001", "The results stand")
    chief.say("It fell")
    if say("bot-ruling-cites", "en") in chief.wait_for("bot-ruling-cites", "bot-ruling-read-back"):
        chief.press("MSO")
    chief.wait_for("bot-ruling-read-back")
    told = chief.press("bot-confirm-ruling")
    staying = seats[1:] if gone else seats
    assert fixed("bot-ruled", later=", ".join(staying), where="elsewhere") in told
    assert (fixed("bot-ruled", now=seats[0]) in told) is gone


@pytest.mark.parametrize("players", [7])
def test_who_sits_out_reads_the_bye_while_it_lasts_and_afterwards(swiss: Office) -> None:
    (out,) = swiss.state.sessions[SESSION].byes
    english, chinese = swiss.phone(f"entrant:{out}"), swiss.phone(f"entrant:{out}", language="zh-hant")
    shown = english.answers("/schedule", "bot-schedule-bye")
    assert "Round 1: you sit out (a bye, 1 point).\nNext: " in shown
    assert say("page-step-opens", "en") not in shown.split("Next: ")[0], "nobody who sits out has to come"
    assert fixed(
        "bot-schedule-bye", over="false", points="1 point", session_label="Saturday, 6 March 2027, Round 1"
    ) in english.answers("/me", say("bot-quiet-22-8", "en"))
    assert "輪空（積分 1）。" in chinese.say("/schedule")
    play(swiss, SESSION)
    shown = english.say("/schedule")
    assert (
        fixed(
            "bot-schedule-bye", over="true", points="1 point", session_label="Saturday, 6 March 2027, Round 1"
        )
        in shown
    )
    assert "Not played" not in shown
    assert fixed("bot-schedule-bye", "zh", over="true", points="積分 1") in chinese.say("/schedule")
    assert fixed(
        "bot-schedule-bye", over="true", points="1 point", session_label="Saturday, 6 March 2027, Round 1"
    ) in english.answers("/me", say("bot-quiet-22-8", "en"))


@pytest.mark.parametrize("players", [3])
def test_who_sits_out_again_reads_that_it_brings_nothing(swiss: Office) -> None:
    play(swiss, SESSION)
    for session in ("r2", "r3", "r4"):
        swiss.house.clock.advance(timedelta(minutes=5))
        swiss.house.done("draw-seats", {"session": session})
        if session != "r4":
            swiss.house.done("start-session", {"session": session})
            play(swiss, session)
    (out,) = swiss.state.sessions["r4"].unpaired
    shown = swiss.phone(f"entrant:{out}").say("/schedule")
    assert (
        fixed("bot-schedule-unpaired", over="false", session_label="Saturday, 6 March 2027, Round 4") in shown
    )
    assert shown.count("(a bye, 1 point)") == 1
    assert fixed("bot-schedule-unpaired", "zh") in swiss.phone(f"entrant:{out}", language="zh-hant").say(
        "/schedule"
    )


@pytest.mark.parametrize("players", [7])
def test_who_missed_a_draw_and_has_come_for_the_next_is_not_in_it_now(swiss: Office) -> None:
    swiss.house.done("check-in", {"entrant": "0008"})
    shown = swiss.phone("entrant:0008").say("/schedule")
    assert "Now: " not in shown
    assert fixed("bot-schedule-missed") in shown
    assert shown.index("Round 1") < shown.index("Next: ") < shown.index("Round 2")


def test_i_cannot_come_is_offered_as_long_as_there_is_something_to_come(swiss: Office) -> None:
    phone = swiss.phone("entrant:0001")
    phone.say("/schedule")
    assert say("bot-action-cannot-come", "en") in str(phone.telegram.messages(phone.chat)[-1])
    play(swiss, SESSION)
    phone.say("/schedule")
    assert say("bot-action-cannot-come", "en") in str(phone.telegram.messages(phone.chat)[-1])
    swiss.house.done("withdraw-entrant", {"entrant": "0001", "grounds": "health"})
    assert say("bot-schedule-nothing", "en") in phone.say("/schedule")
    assert say("bot-action-cannot-come", "en") not in str(phone.telegram.messages(phone.chat)[-1])


@pytest.mark.parametrize(
    ("language", "words", "unmarked", "typed", "named"),
    [
        (
            "en",
            ("/docket", "Rule", "Amend a game"),
            "does not say who wins a game that ended by blocked:",
            "A 10/2, ★B 8/3 blocked",
            "A 10/2, ★B 8/3, blocked",
        ),
        (
            "zh-hant",
            ("/docket", "裁決", "修訂賽局"),
            "沒有訂明以卡住結束的賽局由誰勝出，須由你裁決",
            "A 10/2、★B 8/3 卡住",
            "A 10/2、★B 8/3、卡住",
        ),
    ],
)
def test_where_the_rules_name_no_winner_the_ruling_does(
    swiss: Office, language: str, words: tuple[str, ...], unmarked: str, typed: str, named: str
) -> None:
    first, other = swiss.state.sessions[SESSION].tables[1]
    seats = [{"entrant": first, "rack": []}, {"entrant": other, "count": 21, "tiles": 3}]
    swiss.house.done("record-game-result", {"sheet": f"{SESSION}/1", "game": 1, "seats": seats})
    swiss.house.done("raise-dispute", {"sheet": f"{SESSION}/1", "game": 1, "statement": "It was blocked."})
    swiss.house.done("appoint-referee", {"referee": "CHIEF", "name": "Ho", "chief": True})
    chief = swiss.phone("referee:CHIEF", language=language)
    chief.say(words[0])
    chief.press("D-0001")
    chief.press(words[1])
    asked = chief.press(words[2])
    assert "★A 8/3" in asked
    assert unmarked in chief.say(typed.replace("★", ""))
    chief.say(typed)
    chief.say("Neither could play")
    assert named in chief.wait_for(named)
    chief.press("bot-confirm-ruling")
    made = [event for event in swiss.desk.events(ID, 0, 1000) if event.type == "ruling-made"][-1]
    (effect,) = msgspec.json.decode(made.data)["effects"]
    assert effect["winners"] == [other]


def test_a_game_of_another_round_that_a_ruling_forfeits_is_read_back_with_its_table(swiss: Office) -> None:
    house, session = swiss.house, swiss.state.sessions[SESSION]
    for table, (winner, other) in sorted(session.tables.items()):
        seats = [{"entrant": winner, "rack": []}, {"entrant": other, "count": 21, "tiles": 3}]
        house.done("record-game-result", {"sheet": f"{SESSION}/{table}", "game": 1, "seats": seats})
    house.done("end-session", {"session": SESSION})
    second = swiss.state.sessions_of(session.stage)[1].plan.id
    house.done("draw-seats", {"session": second, "seed": "read out"})
    house.done("start-session", {"session": second})
    house.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "A phone."})
    house.done("appoint-referee", {"referee": "CHIEF", "name": "Chief", "chief": True})
    leaver = session.tables[1][0]
    chief = swiss.phone("referee:CHIEF")
    begin(chief, "D-0001", "Disqualify")
    chief.press(f"A {leaver}")
    chief.say("It fell")
    chief.press("MSO format")
    chief.wait_for("bot-ruling-read-back")
    sheet = swiss.state.entrants[leaver].in_stage(session.stage).table
    assert sheet is not None
    shown = "\n".join(str(message) for message in chief.telegram.messages(chief.chat))
    assert f"Game 1 (Table {sheet.rpartition('/')[2]}, " in shown
    staying = {*session.tables[1], *swiss.state.sheets[sheet].seats} - {leaver}
    after = ", ".join(sorted(staying))
    now, _, later = shown.partition("; now ")[2].partition("; after their session ")
    assert now.startswith(leaver)
    assert re.findall(r"\b(\d{4})\b", later)[: len(staying)] == sorted(staying), "who wins by forfeit, too"
    made = chief.press("bot-confirm-ruling")
    assert fixed("bot-ruled", later=after, now=leaver) in made
    chief.press("bot-back")
    chief.press("bot-rule-anew")
    chief.press("bot-effect-none")
    chief.say("It was another")
    chief.press("MSO format")
    chief.wait_for("bot-ruling-read-back")
    back = chief.press("bot-confirm-ruling").partition("Told now: ")[2]
    assert leaver in back, "whoever is back reads so at once"


def test_nobody_is_said_to_be_told_by_a_referee_where_the_table_has_none(swiss: Office) -> None:
    swiss.house.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "A phone."})
    swiss.house.done("appoint-referee", {"referee": "CHIEF", "name": "Chief", "chief": True})
    chief = swiss.phone("referee:CHIEF")
    begin(chief, "D-0001", "The results stand")
    chief.say("It fell")
    chief.press("MSO format")
    chief.wait_for("bot-ruling-read-back")
    told = chief.press("bot-confirm-ruling")
    assert fixed("bot-ruled", referee="none", where="table") in told
