"""A sign-in is ended by whoever holds it, by the organizer, from the command line: at once, everywhere."""

from datetime import timedelta

from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.signing_in.browser import STAFF, Browser, ids_of, made
from tests.cases import cases

OUT = f"{STAFF}/sign-out"


def test_signing_out_ends_it_here(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in()
    cookie = browser.client.get_cookie(f"staff-{ID}")
    assert cookie is not None
    answer = browser.send(OUT)
    assert say("page-staff-left", "en") in answer.get_data(as_text=True)
    assert browser.client.get_cookie(f"staff-{ID}") is None
    browser.client.set_cookie(f"staff-{ID}", cookie.value)
    assert browser.get(STAFF).status_code == 401, "a copy of the cookie is worth nothing"


def test_signing_out_everywhere_ends_all_of_theirs_and_nobody_elses(founded_on_each: House) -> None:
    phone, screen, other = (
        Browser(founded_on_each).sign_in(),
        Browser(founded_on_each).sign_in(),
        Browser(founded_on_each).sign_in("referee", "REF-1"),
    )
    assert "Safari, iPhone" in phone.page()
    phone.send(OUT, which="everywhere")
    assert screen.get(STAFF).status_code == 401
    assert other.get(STAFF).status_code == 200


def test_another_device_is_signed_out_by_name(founded: House) -> None:
    phone = Browser(founded).sign_in()
    founded.clock.advance(timedelta(seconds=1))
    screen = Browser(founded).sign_in()
    first, second = ids_of(founded)
    assert f'value="{second}"' in phone.page()
    assert f'value="{first}"' not in phone.page(), "this device has its button below"
    assert phone.send(OUT, which=second).status_code == 303
    assert screen.get(STAFF).status_code == 401
    assert phone.get(STAFF).status_code == 200
    assert phone.send(OUT, which=second).status_code == 404


def test_nobody_ends_anothers_but_the_organizer(founded: House) -> None:
    chief = Browser(founded).sign_in()
    (of_chief,) = ids_of(founded)
    referee = Browser(founded).sign_in("referee", "REF-1")
    assert referee.send(OUT, which=of_chief).status_code == 404
    assert chief.get(STAFF).status_code == 200
    organizer = Browser(founded).sign_in("organizer", "office")
    assert of_chief in organizer.page(f"{STAFF}/sign-ins")
    assert organizer.send(OUT, which=of_chief).status_code == 303
    assert chief.get(STAFF).status_code == 401
    assert referee.get(STAFF).status_code == 200


def test_another_site_cannot_press_a_button(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in()
    evil, own = "https://evil.example", "http://localhost"
    for origin, headers in (
        *((evil, {}), (evil, {"Sec_Fetch_Site": "cross-site"}), ("null", {}), (None, {})),
        *((own, {"Sec_Fetch_Site": "cross-site"}), (own, {"Sec_Fetch_Site": "same-site"})),
        *(("null", {"Sec_Fetch_Site": "cross-site"}), (f"{own}.evil.example", {}), (f"{own}:8000", {})),
    ):
        answer = browser.post(OUT, {"form": browser.word()}, origin=origin, **headers)
        assert answer.status_code == 403, (origin, headers)
        assert say("problem-form-cross-site", "en") in answer.get_data(as_text=True)
        assert browser.get(STAFF).status_code == 200


def test_browsers_that_say_it_in_either_way_are_let_through(shared_founded: House) -> None:
    for origin in ("http://localhost", None, "null"):
        browser = Browser(shared_founded).sign_in()
        answer = browser.post(OUT, {"form": browser.word()}, origin=origin, Sec_Fetch_Site="same-origin")
        assert answer.status_code == 200, origin


def test_a_form_of_another_sign_in_does_not_count(shared_founded: House) -> None:
    browser, other = Browser(shared_founded).sign_in(), Browser(shared_founded).sign_in("referee", "REF-1")
    for word in ("", "x", other.word(), f"{browser.word()}x", browser.word()[:-1], "W10.x"):
        answer = browser.post(OUT, {"form": word})
        assert answer.status_code == 403, word
        assert say("problem-form-outdated", "en") in answer.get_data(as_text=True)
    stale = browser.word()
    browser.sign_in()
    assert browser.post(OUT, {"form": stale}).status_code == 403, "nor one from before signing in anew"
    assert browser.get(STAFF).status_code == 200


@cases("body", ["form=x&form=y", "form", "", "form=x&more=y", "form=%FF", "a=" + "x" * 5000])
def test_a_form_that_is_none_changes_nothing(shared_founded: House, body: str) -> None:
    browser = Browser(shared_founded).sign_in()
    answer = browser.client.post(
        OUT,
        data=body,
        content_type="application/x-www-form-urlencoded",
        headers={"Origin": "http://localhost", "Accept": "text/html"},
    )
    assert answer.status_code in (400, 403, 413)
    assert browser.get(STAFF).status_code == 200


def test_what_was_a_form_leads_back_when_it_is_opened_again(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in()
    for path in (OUT, f"{STAFF}/link"):
        assert browser.get(path).headers["Location"].startswith(STAFF)


def test_a_lost_phone_is_signed_out_with_its_tokens(shared_founded: House) -> None:
    browser, other = Browser(shared_founded).sign_in("referee", "REF-1"), Browser(shared_founded).sign_in()
    link = made(shared_founded, "referee", "REF-1")
    body = {"subject": "REF-1", "tournament": ID}
    assert shared_founded.organizer.post("/api/v1/tokens/revoke", body).status_code == 200
    assert browser.get(STAFF).status_code == 401
    assert browser.get(link).status_code == 410
    assert other.get(STAFF).status_code == 200


def test_the_organizer_of_another_tournament_signs_nobody_out_here(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in("referee", "REF-1")
    elsewhere = shared_founded.client("organizer", "other", "other-cup")
    assert elsewhere.post("/api/v1/tokens/revoke", {"subject": "REF-1"}).status_code == 200
    assert browser.get(STAFF).status_code == 200
    body = {"subject": "REF-1", "tournament": ID}
    assert elsewhere.post("/api/v1/tokens/revoke", body).status_code == 403
    assert browser.get(STAFF).status_code == 200
