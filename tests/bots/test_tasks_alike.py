"""What is done at a table and in a case is asked alike on a page and in a chat, and comes to the same."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from shared.catalogue import Word, say
from tests.api.conftest import ID
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.bots.conftest import Office
from tests.bots.test_ruling import FIGURES, TABLE, TABLE_LABEL, dispute, with_a_game
from tests.bots.test_steps import labels

WAYS = {"Back", "Cancel", "Confirm", "Say more", say("bot-on-page", "en")}
TASKS = {
    "correct-game": (("/sheet", TABLE_LABEL, "Correct game 1"), {"game": "1"}, ["seats", "reason"]),
    "raise-dispute": (("/dispute", TABLE_LABEL), {}, ["game", "statement"]),
    "give-warning": (("/warn", TABLE_LABEL), {}, ["entrant", "breach"]),
    "call-parent": (("/parent", TABLE_LABEL), {}, ["entrant", "grounds"]),
}
"""How each is begun in a chat, what a page is begun with beside the table, and what is still asked."""
SUMMARY = {
    "correct-game": "Game 1 as on paper",
    "raise-dispute": "Dispute, game",
    "give-warning": "Warning 1",
    "call-parent": "Call a parent",
}
"""How what is read back begins in a chat, below what it leads to."""
TYPED = {"reason": "Read upside down", "statement": "A tile fell", "breach": "Shouting"}
READERS = {"reason": "officials", "statement": "concerned", "breach": "concerned"}
"""Who reads what is typed: it stands beside the question."""
CELLS = dict(zip(("points_A", "points_B", "points_C", "points_D"), ("0", "12", "7", "20"), strict=True))
CELLS |= dict(zip(("tiles_A", "tiles_B", "tiles_C", "tiles_D"), ("0", "3", "2", "5"), strict=True))


def choices(page: str, name: str) -> dict[str, str]:
    """What there is to choose from at a question of a page, by what it is called."""
    select = re.search(rf'<select id="q-{name}".*?</select>', page, re.DOTALL)
    found = [] if select is None else re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)<', select[0])
    return {unescape(words): answer for answer, words in found}


@pytest.mark.parametrize("task", TASKS)
def test_a_page_and_a_chat_ask_the_same_and_read_back_the_same(office: Office, task: str) -> None:
    with_a_game(office)
    begun, known, asked = TASKS[task]
    phone, chief = office.phone("referee:CHIEF"), Chief(office.house, f"/t/{ID}/tasks")
    phone.say(begun[0])
    for label in begun[1:]:
        phone.press(label)
    path = f"/t/{ID}/tasks/{task}"
    answers: dict[str, str] = {}
    for at, name in enumerate(asked):
        page = chief.page(f"{path}?{urlencode({'sheet': TABLE, **known, **answers})}")
        if at:
            phone.wait_for(f"{at + 1} of {len(asked) + 1}")
        there, options = [label for label in labels(phone) if label not in WAYS], choices(page, name)
        nobody = [say("bot-no-game", "en")] if name == "game" else []
        assert [label.casefold() for label in there] == [each.casefold() for each in (*options, *nobody)]
        assert name == "seats" or f'name="{name}"' in page
        for readers in ("concerned", "officials"):
            who = say(f"page-task-read-by-{readers}", "en")
            assert (who in page) is (readers in map(READERS.get, asked))
            assert (who in phone.read) is (READERS.get(name) == readers)
        if options:
            answers[name] = next(iter(options.values()))
            phone.press(there[0])
        else:
            answers |= CELLS if name == "seats" else {name: TYPED[name]}
            phone.say(FIGURES if name == "seats" else TYPED[name])
    phone.wait_for("?")
    led_to = phone.read.partition("\n")[2].partition(SUMMARY[task])[0].splitlines()
    sent = {"form": chief.word(path), "step": "look", **answers}
    sent |= {name: each for name, each in {"sheet": TABLE, **known}.items() if f'name="{name}"' in page}
    read = unescape(chief.post(path, sent).get_data(as_text=True))
    assert led_to or task == "call-parent", "of a parent it is read by how many chats they are told"
    assert [line for line in led_to if line not in read] == []


def test_a_breach_beyond_the_warnings_is_reported_by_the_same_form(office: Office) -> None:
    number = office.state.sheets[TABLE].seats[0]
    for _ in range(2):
        office.house.done("give-warning", {"entrant": number, "breach": "Shouting"})
    path = f"/t/{ID}/tasks/give-warning"
    chief = Chief(office.house, path)
    sent = {"form": chief.word(path), "step": "look", "entrant": number, "breach": "Shouting again"}
    read = chief.post(path, sent).get_data(as_text=True)
    assert Word("event", "dispute-raised").in_language("en") in unescape(read)
    assert chief.post(path, {**kept(read), "step": "confirm"}).status_code == 303
    (case,) = office.state.disputes.values()
    assert (case.kind, case.entrants) == ("breach", (number,))


EVIDENCE = {
    "turn": (("before", "J R6 R7"), ("rack", "R9"), ("after", "R6 R7 | J R9")),
    "rack": (("rack", "R10 B10 K10 O2"), ("last", "O2")),
}


@pytest.mark.parametrize("kind", EVIDENCE)
def test_evidence_is_asked_and_judged_alike(office: Office, kind: str) -> None:
    number = dispute(office)
    path = f"/t/{ID}/docket/{number}/evidence"
    phone, chief = office.phone("referee:CHIEF"), Chief(office.house, path)
    form = unescape(chief.page(f"{path}?kind={kind}"))
    phone.say(f"/docket {number}")
    phone.press(say("bot-evidence-add", "en"))
    phone.press(say(f"bot-evidence-{kind}", "en"))
    if kind == "turn":
        phone.press(say("bot-evidence-melded", "en"))
    for name, typed in EVIDENCE[kind]:
        asked = phone.read.partition("\n")[2]
        assert f'name="{name}"' in form
        assert name == "last" or asked in form
        phone.say(typed)
    people = re.findall(r'<option value="(\d*)"[^>]*>([^<]*)<', form)
    assert phone.read.endswith(say("bot-evidence-whose", "en"))
    there = [label for label in labels(phone) if label not in WAYS]
    assert there == [called for _, called in people[1:]] + [people[0][1]]
    read = phone.press(there[0]).splitlines()[1:-1]
    sent = {"form": chief.word(path), "step": "judge", "kind": kind, "melded": "1", "entrant": people[1][0]}
    answer = chief.post(path, sent | dict(EVIDENCE[kind]))
    judged = unescape(chief.get(answer.headers["Location"]).get_data(as_text=True))
    assert [line for line in read if line.partition(": ")[2] not in judged] == []


@pytest.mark.parametrize("effect", ["amend_game", "void_game", "charge", "warning", "disqualify", "none"])
def test_a_ruling_is_asked_alike_up_to_what_is_found(office: Office, effect: str) -> None:
    with_a_game(office)
    number = dispute(office, game=None)
    phone, chief = office.phone("referee:CHIEF"), Chief(office.house, f"/t/{ID}/docket/{number}/ruling")
    phone.say(f"/docket {number}")
    phone.press(say("bot-rule", "en"))
    page = unescape(chief.page(chief.path))
    while choices := re.findall(r'type="radio" name="(\w+)" value="([^"]*)"[^>]*> ([^<]*)</label>', page):
        if choices[0][0] not in ("effect", "game", "entrant", "charge"):
            break
        assert choices[0][0] == "effect" or phone.read.partition("\n")[2] in page
        there = [label for label in labels(phone) if label not in {*WAYS, say("bot-back", "en")}]
        assert [label.casefold() for label in there] == [called.casefold() for _, _, called in choices]
        step, value, called = next(
            (each for each in choices if each[1].partition(":")[0] == effect), choices[-1]
        )
        phone.press(next(label for label in there if label.casefold() == called.casefold()))
        page = unescape(chief.answers(step, **{step: value}).get_data(as_text=True))
    assert ("points_A" in page) == (effect == "amend_game")
    assert ('name="finding"' in page) == (effect != "amend_game")
    phone.wait_for(
        say("bot-figures-now", "en", game=1) if effect == "amend_game" else say("bot-ruling-finding", "en")
    )
