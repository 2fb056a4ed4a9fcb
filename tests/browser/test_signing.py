"""Signing on the screen in a browser: drawn with a finger, and without a script by the press."""

from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site
from tests.browser.steps import draw

SHEET = "r3/12"
TABLE = f"/t/{served.SWISS_IN_PLAY}/tables/{SHEET}"


def test_a_finger_signs_and_what_it_drew_is_kept_beside_the_signature(site: Site, visit: Visits) -> None:
    site.look_at(served.SWISS_IN_PLAY)
    screen, desk = visit(), site.wiring.desk
    first, second = desk.state(served.SWISS_IN_PLAY).sheets[SHEET].seats
    screen.sign_in(served.SWISS_IN_PLAY, "organizer")
    screen.open(TABLE)
    screen.page.locator("a[href*='/sign?']").click()
    screen.page.locator("#sign-entrant").fill(first.lstrip("0"))
    assert first in screen.page.locator("th.mine").inner_text(), "they see what they sign"
    draw(screen, (0.1, 0.1), (0.9, 0.9))
    screen.page.locator("#wipe").click()
    draw(screen, (0.2, 0.5), (0.4, 0.2), (0.6, 0.8), (0.8, 0.5))
    screen.page.locator("#sign button.primary").click()
    screen.page.locator(".is-good").wait_for()
    (stroke,) = desk.strokes.of_sheet(served.SWISS_IN_PLAY, SHEET)
    assert stroke.entrant == first
    across = [int(point.split(",")[0]) for point in stroke.lines.split(" ")]
    assert 150 < min(across) < max(across) < 850, "what was wiped off is not there"
    plain = visit(scripts=False)
    plain.sign_in(served.SWISS_IN_PLAY, "organizer")
    plain.open(f"{TABLE}/sign")
    assert not plain.page.locator("#glass").is_visible()
    assert plain.page.locator("#press-how").is_visible(), "it says that nothing is drawn"
    plain.page.locator("#sign-entrant").fill(second)
    plain.page.locator("#sign button.primary").click()
    plain.page.wait_for_url(f"**{TABLE}?**")
    assert len(desk.strokes.of_sheet(served.SWISS_IN_PLAY, SHEET)) == 1


def test_an_empty_field_is_refused_and_a_wrong_number_leaves_what_was_drawn(
    site: Site, visit: Visits
) -> None:
    site.look_at(served.SWISS_IN_PLAY)
    screen, desk = visit(), site.wiring.desk
    sheet = "r3/7"
    first = desk.state(served.SWISS_IN_PLAY).sheets[sheet].seats[0]
    press, number = screen.page.locator("#sign button.primary"), screen.page.locator("#sign-entrant")
    screen.sign_in(served.SWISS_IN_PLAY, "organizer")
    screen.open(f"/t/{served.SWISS_IN_PLAY}/tables/{sheet}/sign")
    screen.forgive(r"status of 422")
    assert not screen.page.locator("#press-how").is_visible()
    number.fill(first)
    press.click()
    screen.page.locator("#wrong-drawn").wait_for()
    draw(screen, (0.2, 0.5), (0.4, 0.2), (0.6, 0.8))
    assert not screen.page.locator("#wrong-drawn").is_visible()
    screen.page.locator("#wipe").click()
    press.click()
    screen.page.locator("#wrong-drawn").wait_for()
    assert not desk.state(served.SWISS_IN_PLAY).sheets[sheet].signatures
    draw(screen, (0.2, 0.5), (0.4, 0.2), (0.6, 0.8))
    number.fill("9999")
    press.click()
    screen.page.locator("#wrong-entrant").wait_for()
    number.fill(first)
    press.click()
    screen.page.locator(".is-good", has_text=first).wait_for()
    (stroke,) = desk.strokes.of_sheet(served.SWISS_IN_PLAY, sheet)
    across = [int(point.split(",")[0]) for point in stroke.lines.split(" ")]
    assert 150 < min(across) < max(across) < 650, "it is what was drawn before"
