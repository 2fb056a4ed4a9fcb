"""What is done on a page to come to a state that no address leads to alone."""

from collections.abc import Callable
from urllib.parse import urlsplit

from tests.browser import served
from tests.browser.visits import Visit


def keep_the_first(visit: Visit) -> None:
    """The first line is found by its number, kept in view, and the fractions are exact; paper has no form."""
    if not visit.page.locator("#find").is_visible():
        return
    number = visit.page.locator("table.rows tr[data-key]").first.get_attribute("data-key") or ""
    visit.page.fill("#find", number)
    visit.page.locator("button.keep").click()
    visit.page.fill("#find", "")
    visit.page.locator("[data-exact] input").check()


def go_on(visit: Visit) -> None:
    """Press [Go on], and wait for the next page."""
    before = visit.page.url
    visit.page.locator("main button.primary").first.click()
    visit.page.wait_for_url(lambda url: url != before)


def at_step(effect: str, step: str) -> Callable[[Visit], None]:
    """A step of a ruling with this effect; the draft may know more from before."""

    def at_step(visit: Visit) -> None:
        path = visit.page.url.partition("?")[0].removeprefix(visit.site.origin)
        visit.page.locator(f"[value={effect}]").check()
        go_on(visit)
        if step == "confirm":
            visit.open(f"{path}?step=why")
            visit.page.locator("#finding").fill("The joker was counted as the rules say.")
            visit.page.locator("#cites").select_option(index=1)
            go_on(visit)
        visit.open(f"{path}?step={step}")

    return at_step


def put_right(visit: Visit) -> None:
    """Another count of a rack, and why."""
    points = visit.page.locator("[name^=points_]").last
    points.fill(str(int(points.input_value()) + 1))
    visit.page.locator("#q-reason").fill("The paper says so.")
    visit.page.locator("form button.primary").click()
    visit.page.wait_for_selector("[name=mark]", state="attached")


def warn(visit: Visit) -> None:
    """Why somebody is warned, which is read back."""
    visit.page.locator("#q-breach").fill("talking")
    visit.page.locator("main form button.primary").click()
    visit.page.wait_for_selector("[name=mark]", state="attached")


def come_in_to_found(visit: Visit) -> None:
    visit.page.locator("main form button").click()
    visit.page.wait_for_url("**/staff/found*")


def choose_a_kind(visit: Visit) -> None:
    """The questions of a school's afternoon."""
    come_in_to_found(visit)
    visit.page.locator("main a[href*=school-day]").click()
    visit.page.wait_for_selector("#id")


def look_at_the_programme(visit: Visit) -> None:
    choose_a_kind(visit)
    visit.page.locator("main [value=look]").click()
    visit.page.wait_for_selector("[name=draft]", state="attached")


def edit_the_file(visit: Visit) -> None:
    """The file of a league, with two slips in it."""
    visit.forgive(r"status of 4\d\d")
    come_in_to_found(visit)
    visit.page.locator("main a[href*=league]").click()
    visit.page.locator("main [value=write]").click()
    field = visit.page.locator("#file")
    field.fill(field.input_value().replace("games = 3", "games = three").replace("2027-03-10", "2027-3-10"))
    visit.page.locator("main [value=look]").click()
    visit.page.wait_for_selector("#wrong")


def move_a_session(visit: Visit) -> None:
    """The file of the plan with one session at another hour."""
    field = visit.page.locator("#file")
    field.fill(field.input_value().replace('end = "13:45"', 'end = "13:50"'))
    visit.page.locator("main [value=look]").click()
    visit.page.wait_for_selector("[name=mark]", state="attached")


def paste(visit: Visit, text: str) -> None:
    visit.page.locator("#list").fill(text)
    visit.page.locator("main form button.primary").click()


def paste_people(visit: Visit) -> None:
    """Names alone, of whom some wait for a place."""
    paste(visit, "\n".join(f"Chan Tai {letter}, 1985-05-05" for letter in "ABCDEFGHIJ" * 3))
    visit.page.wait_for_selector("[name=mark]", state="attached")


def paste_wrong_people(visit: Visit) -> None:
    """A day that there is not, and a heading that is none."""
    visit.forgive(r"status of 4\d\d")
    paste(visit, "entrant_no,name_en,birth_date\n1,Chan,2017-02-30\n2,,2017-01-01")
    visit.page.wait_for_selector("#wrong")


def paste_wrong_results(visit: Visit) -> None:
    """A score that is none, and a seat that there is not."""
    visit.forgive(r"status of 4\d\d")
    heading = "session,table,game,seat,entrant_no,game_won,score,tiles"
    paste(visit, f"{heading}\nx,1,1,A,1,1,sixty,0\nx,1,1,Z,2,0,-60,9")
    visit.page.wait_for_selector("#wrong")


def call_out(visit: Visit) -> None:
    """A name that several of the session have."""
    visit.page.locator("#who").fill("n")
    visit.page.locator("#who").press("Enter")
    visit.page.wait_for_selector("button[name=who]")


def since(visit: Visit) -> None:
    """A day that is suspended for a signal: since when."""
    press("a[href*='what=suspend&']:not([href*=grounds])")(visit)
    visit.page.locator("button[value=signal_8_or_above]").click()
    visit.page.wait_for_selector("#q-since")


def judge(visit: Visit) -> None:
    visit.page.locator("#rack").fill("R10 B10 K10 R1")
    go_on(visit)


def check(visit: Visit) -> None:
    """The published table was checked by the browser; paper has no button for it."""
    if visit.page.locator("[data-run]").is_visible():
        visit.page.locator("[data-run]").click()
        visit.page.wait_for_selector("[data-outcome].notice")


def press(selector: str) -> Callable[[Visit], None]:
    def press(visit: Visit) -> None:
        visit.unfold()
        visit.page.locator(selector).first.click()
        visit.page.wait_for_load_state()

    return press


def leave(visit: Visit) -> None:
    """Sign out, which empties the device first."""
    visit.page.locator("form.cluster[action*='/sign-out'] button").first.click()
    visit.page.wait_for_url("**/staff/sign-out?*")


def make_link(visit: Visit) -> None:
    """Make a link to a case file, once it is read."""
    press("form[action*='/case-links'] button")(visit)
    press("button[name=read]")(visit)


def hand_over(visit: Visit) -> None:
    """Make a link to a case file, and open it."""
    make_link(visit)
    address = visit.page.locator("a[href*='/evidence/']").get_attribute("href") or ""
    visit.open(urlsplit(address).path)


def ask_for_code(visit: Visit) -> None:
    visit.unfold()
    visit.page.locator("form:has([value=contacts]) button").first.click()
    visit.page.wait_for_selector("#code")


def announce(visit: Visit) -> None:
    visit.page.locator("#text-en").fill("Please bring water")
    visit.page.locator("#text-zh").fill("請自備食水")
    visit.page.locator("form button.primary").click()
    visit.page.wait_for_selector("[name=command_id]", state="attached")


def somebody_walks_in(visit: Visit) -> None:
    """Open the form of a walk-in, and type what somebody has who is registered."""
    known = visit.site.details(served.SWISS_IN_PLAY, min(visit.site.numbers(served.SWISS_IN_PLAY)))
    visit.page.locator("#walk-in-desk summary").click()
    for name in ("name_en", "birth_date"):
        visit.page.locator(f"#w-{name}").fill(known[name])
    visit.page.locator("#w-phone").focus()
    visit.page.locator("#walk-in-told .is-warning").wait_for()


def draw(visit: Visit, *points: tuple[float, float]) -> None:
    """Draw a line where one signs, by points in parts of its width and height."""
    visit.page.locator("#glass").scroll_into_view_if_needed()
    box, mouse = visit.page.locator("#glass").bounding_box(), visit.page.mouse
    assert box is not None
    for place, (x, y) in enumerate(points):
        mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=6)
        if place == 0:
            mouse.down()
    mouse.up()


def sign_for_nobody(visit: Visit) -> None:
    """Sign with a number that does not sit there."""
    visit.page.locator("#sign-entrant").fill("9999")
    if visit.page.locator("#glass").is_visible():
        draw(visit, (0.2, 0.5), (0.4, 0.2), (0.6, 0.8))
    visit.page.locator("#sign button.primary").click()
    visit.page.locator("#wrong-entrant").wait_for()
    visit.page.wait_for_load_state()
