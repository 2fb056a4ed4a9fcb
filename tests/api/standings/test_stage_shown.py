"""Which stage a page shows whose address names none: the latest of which there is something to see."""

import re

import pytest

from tests.api.conftest import ID, House
from tests.api.standings.conftest import ClientOf
from tests.api.standings.reading import lines
from tests.api.test_pages import ranked, read
from tests.pasts import SMALL, PastOf

HK = "/t/hk-2026"


def current(page: str) -> str:
    """The stage that the choice of stages marks as the one shown."""
    chosen = re.search(r'<nav class="choices[^>]*aria-label="Stage">(.*?)</nav>', page, re.DOTALL)
    assert chosen is not None
    (stage,) = re.findall(r'stage=([^&"]*)[^>]*aria-current="page"', chosen[1])
    return str(stage)


@pytest.mark.parametrize("page", ["standings", "results"])
@pytest.mark.parametrize(("name", "id"), [("school-day", "school-day"), (SMALL, "hk-2026")])
def test_after_the_final_its_places_stand_there_first(
    client_of: ClientOf, page: str, name: str, id: str
) -> None:
    text, _ = read(client_of(name), f"/t/{id}/{page}?lang=en")
    final, _ = read(client_of(name), f"/t/{id}/{page}?stage=final&lang=en")
    assert current(text) == "final"
    assert lines(text) == lines(final)


@pytest.mark.parametrize("page", ["standings", "results"])
def test_before_anything_is_played_in_the_final_it_is_the_stage_before(
    past_of: PastOf, client_of: ClientOf, page: str
) -> None:
    past = past_of(SMALL)
    events = past.desk.events("hk-2026", 0, 5000, past.last)
    begin = next(event.seq for event in events if event.type == "results-published")
    text, _ = read(client_of(SMALL), f"{HK}/{page}?as_of={begin}&lang=en")
    assert current(text) == "preliminary"
    assert lines(text)


def test_during_the_final_it_is_the_final_once_a_game_is_recorded(
    past_of: PastOf, client_of: ClientOf
) -> None:
    past = past_of(SMALL)
    first, *_ = past.desk.state("hk-2026").sessions_of("final")
    events = past.desk.events("hk-2026", 0, 5000, past.last)
    games = [
        event.seq
        for event in events
        if event.type == "game-result-recorded" and f'"{first.plan.id}/'.encode() in bytes(event.data)
    ]
    for seq, stage in ((games[0] - 1, "preliminary"), (games[0], "final")):
        text, _ = read(client_of(SMALL), f"{HK}/standings?as_of={seq}&lang=en")
        assert current(text) == stage


def test_what_is_fetched_again_stays_with_the_stage_that_the_page_shows(in_play: House) -> None:
    ranked(in_play)
    text, page = read(in_play.anyone, f"/t/{ID}/standings?lang=en")
    assert re.search(r'hx-get="[^"]*stage=preliminary[^"]*part=table', text)
    assert f"/t/{ID}/standings?stage=preliminary&view=names&lang=en" in page.links


def test_files_and_programs_go_on_meaning_the_first_stage(client_of: ClientOf) -> None:
    client = client_of(SMALL)
    for address in (f"{HK}/standings.csv", "/api/v1/tournaments/hk-2026/standings"):
        assert client.get(address).data == client.get(f"{address}?stage=preliminary").data


def test_a_session_is_looked_for_in_its_own_stage(client_of: ClientOf, past_of: PastOf) -> None:
    session = past_of(SMALL).desk.state("hk-2026").sessions_of("preliminary")[0].plan.id
    text, _ = read(client_of(SMALL), f"{HK}/standings?session={session}&lang=en")
    assert current(text) == "preliminary"
    assert lines(text)
