"""Signing on the screen in a browser: drawn with a finger, and without a script by the press."""

from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site

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
    screen.page.locator("#glass").scroll_into_view_if_needed()
    box = screen.page.locator("#glass").bounding_box()
    assert box is not None

    def draw(*points: tuple[float, float]) -> None:
        mouse = screen.page.mouse
        for place, (x, y) in enumerate(points):
            mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=6)
            if place == 0:
                mouse.down()
        mouse.up()

    draw((0.1, 0.1), (0.9, 0.9))
    screen.page.locator("#wipe").click()
    draw((0.2, 0.5), (0.4, 0.2), (0.6, 0.8), (0.8, 0.5))
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
    plain.page.locator("#sign-entrant").fill(second)
    plain.page.locator("#sign button.primary").click()
    plain.page.wait_for_url(f"**{TABLE}?**")
    assert len(desk.strokes.of_sheet(served.SWISS_IN_PLAY, SHEET)) == 1
