"""The site of a tournament in every format, and of every template."""

import re
import tomllib
from datetime import UTC, datetime

import msgspec
import pytest

from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template, template_names
from shared.catalogue import say
from tests.api.conftest import House
from tests.api.site.test_site import part, text_of
from tests.api.test_formats import FIRST, begin, done, found_in
from tests.api.test_pages import read
from tests.unit.tournament.given_formats import BSG, FOLDER, MSO, ONLINE, PRESSMAN, ROUNDS

FORMATS = ("hk-2026", MSO, PRESSMAN, ROUNDS, BSG, ONLINE)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_pages(house: House, name: str) -> None:
    file = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    file.pop("timer_guide_file", None)  # its content lies in other files
    body = msgspec.json.decode(msgspec.json.encode(file))
    assert house.organizer.post("/api/v1/tournaments", body).status_code == 201
    assert_pages(house, name)


@pytest.mark.parametrize("name", template_names())
def test_every_template_has_its_pages(house: House, name: str) -> None:
    body = template(name, "ours")
    answer = house.organizer.send(
        "POST", "/api/v1/tournaments", data=body.encode(), content_type="application/toml"
    )
    assert answer.status_code == 201, answer.get_json()
    assert_pages(house, "ours")
    plan = read_tournament(body).whole()
    programme = text_of(house, "/t/ours/programme")
    for session in plan.sessions:
        if session.name is not None:
            assert session.name.in_language("en") in programme


def assert_pages(house: House, tournament: str) -> None:
    for path in ("", "/programme", "/news", "/entrants", "/rules"):
        for language in ("en", "zh"):
            text, page = read(house.anyone, f"/t/{tournament}{path}?lang={language}")
            assert page.open == []
            assert len(page.ids) == len(set(page.ids))
            assert set(page.labels) <= set(page.ids)
            assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
            assert page.tags.count("h1") == 1
            for word in ("None", "{ $", "unspecified", "msgspec", "Phrase("):
                assert word not in re.sub("<code>.*?</code>", "", text), (path, word)


def test_a_swiss_round_without_hours_begins_when_the_one_before_is_over(house: House) -> None:
    found_in(house, MSO)
    for number in range(1, 5):
        details = {
            "session": FIRST,
            "entrant_no": f"{number:04d}",
            "name_en": f"P {number}",
            "birth_date": "1980-05-17",
        }
        done(house.organizer, "register-entrant", details)
    house.clock.set(datetime(2019, 8, 19, 13, 15, tzinfo=UTC))
    begin(house.organizer, FIRST)
    now = part(house, f"/t/{MSO}", "now")
    assert now.index("Round 1") < now.index(say("page-phase-playing", "en")) < now.index("Round 2")
    assert say("page-begins-when-called", "en") in now
