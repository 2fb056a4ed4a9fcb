"""A place changed overnight: from the site to what she is shown, by pressing, as docs/overnight.md has it."""

from urllib.parse import urlsplit

import pytest

from services.tournament.docket.cases import Ruling
from shared.i18n import LANGUAGES, Language
from tests.browser.conftest import Visits
from tests.browser.served import OVER, Site
from tests.browser.visits import Visit
from tests.browser.ways import DESK

PRESSED = 5
"""Where there is no more to press than this, two minutes are plenty."""
_WORDS = {
    "en": ("Staff", "Entrant number", "Changed since", "Case file", "Make a link", "Copy the link", "Copied"),
    "zh": ("工作人員", "參賽者編號", "自此時刻起的變化", "個案檔案", "建立連結", "複製連結", "已複製"),
}


def _charged(site: Site) -> tuple[str, Ruling]:
    """Somebody who was charged by a ruling, and the ruling."""
    rulings = site.wiring.desk.state(OVER).rulings.values()
    return next((entrant, ruling) for ruling in rulings for entrant, _ in ruling.charges)


def _press(visited: Visit, name: str, role: str = "button") -> None:
    visited.page.locator("main" if role == "button" else "body").get_by_role(role, name=name).first.click()  # type: ignore[arg-type]


@pytest.mark.parametrize("language", [pytest.param(LANGUAGES[0], marks=pytest.mark.wide), LANGUAGES[1]])
def test_when_by_which_event_who_ruled_and_on_what_is_found_and_shown_to_her(
    site: Site, visit: Visits, language: Language
) -> None:
    site.look_at(OVER)
    entrant, ruling = _charged(site)
    staff, number, since, case_file, make, copy, copied = _WORDS[language]
    organizer = visit(language=language, way=DESK)
    organizer.sign_in(OVER, "organizer")
    organizer.open(f"/t/{OVER}")
    pressed = [staff, case_file, make, make]
    _press(organizer, staff, "link")
    organizer.page.get_by_label(number).fill(entrant)
    organizer.page.get_by_label(since).fill(str(ruling.seq - 1))
    _press(organizer, case_file)
    organizer.page.wait_for_url("**/history/case?**")
    text = organizer.page.locator("main").inner_text()
    assert ruling.ruling in text, "which ruling"
    assert site.official(OVER, "chief_referee") in text, "who ruled"
    assert str(ruling.seq) in text, "by which event"
    assert ruling.charges[0][1] not in text, "words, no codes"
    _press(organizer, make)
    organizer.page.locator("main button[name=read]").click()
    link = organizer.page.locator("a[href*='/evidence/']")
    address = link.get_attribute("href") or ""
    assert len(pressed) <= PRESSED
    organizer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _press(organizer, copy)
    organizer.page.get_by_text(copied, exact=True).wait_for()
    whole = organizer.page.evaluate("navigator.clipboard.readText()")
    assert whole == link.inner_text()
    assert whole.endswith(address)

    complainant = visit(language=language)
    complainant.open(urlsplit(address).path)
    shown = complainant.page.locator("main").inner_text()
    assert ruling.ruling in shown
    others = {
        name
        for seat in site.wiring.desk.state(OVER).sheets[_sheet(site, ruling)].seats
        if seat != entrant and (name := site.name(OVER, seat))
    }
    assert not [name for name in others if name in shown], "nobody else is named"
    assert complainant.page.locator("a[href*='/history']").count() == 0


def _sheet(site: Site, ruling: Ruling) -> str:
    state = site.wiring.desk.state(OVER)
    sheet = state.disputes[ruling.dispute].sheet
    assert sheet is not None
    return sheet
