"""What anyone may read on pages: nothing personal without consent, in no page and no live part of one.

A page that is added is held to it by itself; what its address names has a sample below. Pages of officials
alone are tried in `signing_in/test_rights.py`.
"""

import re
from collections.abc import Iterator, Mapping

import pytest

from services.access.rights import RIGHTS, Role, is_public
from services.web.routes import Action, Route
from tests.api.conftest import ID, SESSION, Client, House
from tests.api.test_pages import ranked

SUBJECTS: Mapping[Role, str] = {"referee": "REF-1", "chief_referee": "CR", "participant": "0001"}
SAMPLES: Mapping[str, str] = {"tournament": ID, "sheet": f"{SESSION}/2", "entrant": "0001"}
"""What an address names, beside the tournament, as it stands in the one that is looked at."""
REFUSED = (401, 403, 404)
PART = re.compile(r'data-live="([a-z_]+)"')


def pages(house: House) -> Iterator[Route]:
    """Every page that takes a right and can be looked at without sending anything."""
    for route in house.app.routes.values():
        if not route.tag and route.method == "GET" and isinstance(route.access, Action):
            yield route


def address(route: Route) -> str:
    """The page of what the sample names; a sample that is missing fails the test of its page."""
    return re.sub(r"\{(?:path:)?(\w+)\}", lambda found: SAMPLES.get(found[1], "none"), route.path)


def action(route: Route) -> str:
    assert isinstance(route.access, Action)
    return route.access.name


@pytest.fixture
def played(in_play: House) -> House:
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    return in_play


def get(client: Client, path: str) -> tuple[int, str]:
    answer = client.get(path, {"Accept": "text/html"})
    return answer.status_code, answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""


def test_signed_out_only_what_is_public_is_shown(played: House) -> None:
    for route in pages(played):
        status, _ = get(played.anyone, address(route))
        assert (status in REFUSED) or is_public(action(route)), (route.name, status)
        assert status != 401 or not is_public(action(route)), route.name


def test_whoever_is_an_official_elsewhere_sees_here_what_anyone_sees(played: House) -> None:
    for route in pages(played):
        path = address(route)
        public = get(played.anyone, path)
        for role in ("organizer", "chief_referee", "referee", "participant"):
            elsewhere = played.client(role, SUBJECTS.get(role, "x-1"), "another-cup")
            status, text = get(elsewhere, path)
            if not is_public(action(route)):
                assert status in (401, 403), (route.name, role)
            elif role in RIGHTS[action(route)]:
                assert (status, without_seed(text)) == (public[0], without_seed(public[1])), (
                    route.name,
                    role,
                )


def without_seed(text: str) -> str:
    """A page without what is made anew for each answer."""
    return re.sub(r'name="form" value="[^"]*"', "", text)


def test_the_live_parts_of_a_page_are_as_guarded_as_the_page(played: House) -> None:
    for route in pages(played):
        path = address(route)
        _, text = get(played.organizer, path)
        for part in set(PART.findall(text)):
            for client in (played.anyone, played.client("participant", "0001"), played.organizer):
                whole, alone = get(client, path)[0], get(client, f"{path}?part={part}")[0]
                assert (whole == 200) == (alone == 200), (route.name, part)


def test_no_public_page_or_part_holds_anything_personal_without_consent(played: House) -> None:
    played.done("raise-dispute", {"sheet": f"{SESSION}/2", "statement": "Joker counted twice"})
    hidden = {f"Player Number{number}" for number in range(1, 9, 2)}
    hidden |= {f"玩家{number}號" for number in range(1, 9, 2)}
    hidden |= {f"player{number}@example.org" for number in range(1, 9)} | {"-05-17", "Joker counted"}
    for route in pages(played):
        if not is_public(action(route)):
            continue
        path = address(route)
        for language in ("en", "zh"):
            status, text = get(played.anyone, f"{path}?lang={language}")
            parts = [get(played.anyone, f"{path}?part={part}")[1] for part in set(PART.findall(text))]
            for shown in (text, *parts):
                words = {word for word in hidden if word in shown}
                assert not words, (route.name, words)
            assert status in (200, 303, 404), route.name
