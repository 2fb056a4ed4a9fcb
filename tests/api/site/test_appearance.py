"""The colour and the logo of a tournament's pages: what is served, under which policy, what reads on it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.web.api.examples import TOURNAMENT_FILE
from services.web.site.appearance import contrast, on_colour
from tests.api.conftest import ID, House, assert_problem
from tests.api.test_timer_guide import AMEND, PATH, data, types
from tests.cases import cases
from tests.unit.tournament.given_files import PLAIN_EN, PNG, SVG

LOGO = f"/t/{ID}/logo"
BANNER = f"/t/{ID}/banner.css"
FOR_GOOD = "public, max-age=31536000, immutable"


def file(**fields: Any) -> dict[str, Any]:
    return {**TOURNAMENT_FILE, **fields}


def page(house: House) -> str:
    return house.anyone.get(f"/t/{ID}/standings?lang=en").get_data(as_text=True)


@pytest.mark.parametrize(("content", "kind"), [(SVG, "image/svg+xml"), (PNG, "image/png")])
def test_a_logo_is_served_as_a_picture_in_which_nothing_runs(house: House, content: bytes, kind: str) -> None:
    assert house.organizer.post(PATH, file(logo_file=data(content))).status_code == 201
    answer = house.anyone.get(LOGO)
    assert (answer.status_code, answer.get_data(), answer.headers["Content-Type"]) == (200, content, kind)
    policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.headers["Content-Security-Policy"] == policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert types(house) == ["tournament-defined", "attachment-kept"]


def test_pages_name_logo_and_colour_by_their_content_and_keep_them_for_good(house: House) -> None:
    house.organizer.post(PATH, file(logo_file=data(SVG), banner="#FFD400"))
    text = page(house)
    sheet = text.split('<link rel="stylesheet" href="')[2].split('"')[0]
    picture = text.split('<img class="logo" src="')[1].split('"')[0].replace("&amp;", "&")
    assert (sheet, picture.startswith(f"{LOGO}?of=")) == (f"{BANNER}?of=ffd400", True)
    for address in (sheet, picture):
        assert house.anyone.get(address).headers["Cache-Control"] == FOR_GOOD
    style = house.anyone.get(sheet)
    assert style.headers["Content-Type"] == "text/css; charset=utf-8"
    assert style.get_data(as_text=True) == ":root { --banner: #FFD400; --on-banner: #000000; }\n"


def test_an_address_that_names_something_else_is_asked_for_again(house: House) -> None:
    house.organizer.post(PATH, file(logo_file=data(SVG), banner="#0a5f57"))
    for address in (f"{LOGO}?of=000000000000", f"{BANNER}?of=ffd400", LOGO, BANNER):
        answer = house.anyone.get(address)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, no-cache")
        again = house.anyone.get(address, {"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304


def test_each_language_may_have_its_logo(house: House) -> None:
    house.organizer.post(PATH, file(logo_file={"en": data(SVG), "zh": data(PNG)}))
    assert house.anyone.get(f"{LOGO}?lang=en").get_data() == SVG
    assert house.anyone.get(f"{LOGO}?lang=zh").get_data() == PNG


def test_a_tournament_without_them_has_neither(house: House) -> None:
    assert_problem(house.anyone.get("/t/nowhere/logo"), 404, "tournament-unknown")
    house.organizer.post(PATH, TOURNAMENT_FILE)
    assert_problem(house.anyone.get(LOGO), 404, "not-found")
    assert_problem(house.anyone.get(BANNER), 404, "not-found")
    assert "banner.css" not in page(house)
    assert "<img" not in page(house)


def test_an_amendment_changes_them_at_any_time_and_tells_nobody(founded: House) -> None:
    before = len(founded.desk.notices.read(ID, 0, 1000))
    assert founded.organizer.post(AMEND, file(banner="#0a5f57", logo_file=data(SVG))).status_code == 201
    assert "banner.css?of=0a5f57" in page(founded)
    assert founded.organizer.post(AMEND, file(banner="#9c1519")).status_code == 201
    assert "banner.css?of=9c1519" in page(founded)
    assert_problem(founded.anyone.get(LOGO), 404, "not-found")
    assert len(founded.desk.notices.read(ID, 0, 1000)) == before


@cases(
    "fields, field",
    [
        ({"banner": "red; } body { display: none"}, "banner"),
        ({"banner": 7}, "banner"),
        ({"logo_file": data(PLAIN_EN)}, "logo_file"),
        ({"logo_file": data(SVG.replace(b"<rect", b'<rect onclick="x"'))}, "logo_file"),
        ({"logo_file": "/etc/passwd"}, "logo_file"),
    ],
)
def test_what_pages_could_not_show_is_refused_and_changes_nothing(
    shared_founded: House, fields: dict[str, Any], field: str
) -> None:
    head = shared_founded.head
    refusal = assert_problem(shared_founded.organizer.post(AMEND, file(**fields)), 422, "definition-invalid")
    assert refusal["where"]["field"] == field
    assert shared_founded.head == head


@given(st.integers(0, 0xFFFFFF))
def test_what_is_written_on_any_colour_stands_out_enough_to_be_read(number: int) -> None:
    colour = f"#{number:06x}"
    assert contrast(colour, on_colour(colour)) >= 4.5


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)
    assert contrast("#0a5f57", "#0a5f57") == 1
