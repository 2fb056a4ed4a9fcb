"""Every page for officials, by every role, signed out, and signed in to another tournament."""

import pytest

from services.access.rights import ROLES, right
from services.access.sign_ins import may_sign_in
from services.web.api.examples import TOURNAMENT_FILE
from services.web.routes import Action, Route
from tests.api.conftest import ID, House
from tests.api.signing_in.browser import Browser, made

SUBJECTS = {"organizer": "office", "chief_referee": "CR", "referee": "REF-1"}
OTHER = "other-cup"


def pages(house: House) -> list[Route]:
    """Every page of a tournament that not everyone may see."""
    return [
        route
        for route in house.app.routes.values()
        if route.takes_sign_in
        and "{tournament}" in route.path
        and isinstance(route.access, Action)
        and "display" not in _roles(route)
    ]


def _roles(route: Route) -> list[str]:
    assert isinstance(route.access, Action)
    return [role for role in ROLES if right(role, route.access.name) is not None]


def status(browser: Browser, route: Route) -> int:
    path = route.path.replace("{tournament}", ID).replace("{case}", "D-0001")
    if route.method == "GET":
        return browser.get(path).status_code
    return browser.post(path, {"form": "x"}).status_code


def test_the_roles_with_pages_are_those_of_officials() -> None:
    assert {role for role in ROLES if may_sign_in(role)} == set(SUBJECTS)


def test_there_are_pages_to_try(shared_founded: House) -> None:
    assert {route.name for route in pages(shared_founded)} >= {"staff-page", "sign-out", "sign-ins-page"}


def test_who_is_signed_out_sees_none(shared_founded: House) -> None:
    for route in pages(shared_founded):
        assert status(Browser(shared_founded), route) == 401, route.name


@pytest.mark.parametrize("role", SUBJECTS)
def test_each_role_sees_the_pages_of_the_table_of_rights_alone(shared_founded: House, role: str) -> None:
    browser = Browser(shared_founded).sign_in(role, SUBJECTS[role])
    for route in pages(shared_founded):
        found = status(browser, route)
        if role not in _roles(route):
            assert found == 403, route.name
        elif route.method == "GET":
            assert found in (200, 303, 400, 404), f"{route.name}: 400 where the address says more"
        else:
            assert found in (400, 403, 404), f"{route.name}: a form without its word does nothing"
    assert browser.get(f"/t/{ID}/staff").status_code == 200


def test_who_is_signed_in_elsewhere_sees_none(founded: House) -> None:
    assert founded.organizer.post("/api/v1/tournaments", {**TOURNAMENT_FILE, "id": OTHER}).status_code == 201
    browser = Browser(founded)
    browser.enter(made(founded, "organizer", "office", OTHER))
    assert browser.get(f"/t/{OTHER}/staff").status_code == 200
    for route in pages(founded):
        assert status(browser, route) == 401, route.name


def test_a_token_opens_no_page_with_forms(shared_founded: House) -> None:
    client = shared_founded.client("chief_referee", "CR", ID)
    assert client.get(f"/t/{ID}/staff").status_code == 401
