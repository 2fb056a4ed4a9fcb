"""The board in every format, and what it keeps back while places are not seen."""

import re
import tomllib

import msgspec
import pytest

from services.access.board_links import VIEWS
from services.tournament.definition.templates import template, template_names
from tests.api.conftest import ID, House
from tests.api.test_pages import ranked
from tests.unit.tournament.given_formats import BSG, FOLDER, MSO, ONLINE, PRESSMAN, ROUNDS


def shown(house: House, tournament: str, query: str = "") -> str:
    answer = house.anyone.get(f"/t/{tournament}/board?lang=en&{query}", {"Accept": "text/html"})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def assert_every_view(house: House, tournament: str) -> None:
    """Each view has a page, and one of them is shown."""
    for query in ("", *(f"view={view}" for view in VIEWS)):
        text = shown(house, tournament, f"{query}&langs=both")
        slides = re.findall(r'<section class="slide[^>]*>', text)
        assert slides, query
        assert sum(" hidden>" not in slide for slide in slides) == 1, query


@pytest.mark.parametrize("name", template_names())
def test_every_template_has_its_views(house: House, name: str) -> None:
    body = template(name, "ours").encode()
    answer = house.organizer.send("POST", "/api/v1/tournaments", data=body, content_type="application/toml")
    assert answer.status_code == 201, answer.get_json()
    assert_every_view(house, "ours")


@pytest.mark.parametrize("name", ["hk-2026", MSO, PRESSMAN, ROUNDS, BSG, ONLINE])
def test_every_format_has_its_views(house: House, name: str) -> None:
    file = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    file.pop("timer_guide_file", None)
    body = msgspec.json.decode(msgspec.json.encode(file))
    assert house.organizer.post("/api/v1/tournaments", body).status_code == 201
    assert_every_view(house, name)


def test_in_play_and_after_it_every_view_is_there(in_play: House) -> None:
    assert_every_view(in_play, ID)
    ranked(in_play)
    assert_every_view(in_play, ID)
    in_play.done("publish-results", {"stage": "preliminary"})
    assert_every_view(in_play, ID)


def test_while_places_are_not_seen_the_board_says_until_when(in_play: House) -> None:
    state = in_play.desk.state(ID)
    hides = state.stage_plan("preliminary").places_seen == "published"
    ranked(in_play)
    before = shown(in_play, ID, "view=standings")
    assert hides == ("Places are shown once" in before)
    assert hides != bool(re.search(r'class="place">1<', before))
    in_play.done("publish-results", {"stage": "preliminary"})
    after = shown(in_play, ID, "view=standings")
    assert re.search(r'class="place">1<', after)
    assert "Places are shown once" not in after
