"""Check-in where the network drops: who was scanned stays on the device, and is sent later."""

import re

from playwright.sync_api import expect

from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.offline import READY, REGISTERING, ROWS, Desk, called, opened, shown, throw_away
from tests.browser.offline import site as site
from tests.browser.served import SWISS_IN_PLAY, Site
from tests.wording import fixed


def test_a_scanner_goes_on_without_a_network_and_a_reload_loses_nobody(site: Site, visit: Visits) -> None:
    desk = Desk(site, visit(), 20)
    first, second, third, *others = desk.people
    visited, seq = desk.visit, site.wiring.desk.head(REGISTERING).seq
    visited.lose_network()
    desk.scan(first, second, "9999")
    shown(visited, "queued", 3)
    assert site.wiring.desk.head(REGISTERING).seq == seq
    visited.page.reload()
    shown(visited, "queued", 3)
    assert say("page-kept-offline", "en") in visited.page.locator("#kept").inner_text()
    desk.scan(third, third)
    shown(visited, "queued", 4)
    assert called(visited) == [third, "9999", second, first]
    visited.find_network()
    expect(visited.page.locator("#kept li[data-state=sent]")).to_have_count(3)
    refused = visited.page.locator("#kept li[data-state=refused]")
    assert '"9999"' in refused.inner_text()
    assert [desk.presence(number) for number in (first, second, third)] == ["checked_in"] * 3
    assert site.wiring.desk.head(REGISTERING).seq == seq + 3, "who was scanned twice came once"
    visited.open(f"{desk.path}?lang=zh")
    expect(refused).to_contain_text(fixed("problem-nobody-called-so", "zh"))
    visited.open(desk.path)
    shown(visited, "refused")
    throw_away(visited)
    expect(visited.page.locator("#kept li")).to_have_count(0)
    desk.scan(*others)
    visited.until(f"{ROWS}.then((count) => count === 0)")
    assert {desk.presence(number) for number in others} == {"checked_in"}, "as fast as a scanner can"
    expect(visited.page.locator("#kept li[data-state=sent]").first).to_contain_text(others[-1])
    visited.page.locator("#kept").get_by_role("button", name=say("page-console-undo", "en")).first.click()
    visited.page.wait_for_url("**done=**")
    assert desk.presence(others[-1]) != "checked_in"


def test_who_is_late_is_sent_again_with_the_time_of_arrival_typed_by_then(site: Site, visit: Visits) -> None:
    desk = Desk(site, visit(), 3, "12:35")
    first, second, third = desk.people
    visited = desk.visit
    visited.until(READY)
    name = site.details(REGISTERING, first)["name_en"]
    desk.scan(name.split()[0], first, second)
    shown(visited, "refused", 3)
    visited.page.reload()
    shown(visited, "refused", 3)
    arrived, again = visited.page.locator("#arrived"), say("page-kept-again", "en")
    arrived.fill("12:27")
    refused, sent = (visited.page.locator(f"#kept li[data-state={state}]") for state in ("refused", "sent"))
    refused.first.get_by_role("button", name=again).click()
    expect(sent).to_have_count(1)
    assert desk.presence(second) == "checked_in"
    refused.locator(f"button[name=who][value='{first}']").click()
    shown(visited, "sent", 2)
    assert desk.presence(first) == "checked_in", "and what else was refused of them is gone"
    desk.scan(third)
    shown(visited, "sent", 3)
    assert desk.presence(third) == "checked_in", "with the time that is still there"
    desk.scan(third)
    shown(visited, "sent", 4)


def test_a_walk_in_is_kept_and_comes_back_into_the_form_where_somebody_is_like_them(
    site: Site, visit: Visits
) -> None:
    site.look_at(SWISS_IN_PLAY)
    visited, desk = visit(), site.wiring.desk
    visited.anew()
    visited.sign_in(SWISS_IN_PLAY, "organizer")
    opened(visited, f"/t/{SWISS_IN_PLAY}/sessions/r4/console")
    visited.until(READY)
    page, registered = visited.page, min(site.numbers(SWISS_IN_PLAY))
    known = site.details(SWISS_IN_PLAY, registered)
    name, birth = page.locator("#w-name_en"), page.locator("#w-birth_date")
    page.locator("#walk-in-desk summary").click()
    visited.lose_network()
    for called_so, born in (("Ho Lok Yi", "1999-05-06"), (known["name_en"], known["birth_date"])):
        name.fill(called_so)
        birth.fill(born)
        page.locator("#walk-in button.primary").click()
        expect(name).to_have_value("")
    shown(visited, "queued", 2)
    page.reload()
    shown(visited, "queued", 2)
    visited.find_network()
    sent, refused = (page.locator(f"#kept li[data-state={state}]") for state in ("sent", "refused"))
    expect(sent).to_contain_text("Ho Lok Yi")
    expect(refused).to_contain_text(registered)
    reason = refused.inner_text()
    assert fixed("page-walk-in-likely-duplicate") in reason
    assert not [
        number for number in re.findall(r"[0-9]{2,}", reason) if number not in site.numbers(SWISS_IN_PLAY)
    ]
    newest = max(site.numbers(SWISS_IN_PLAY))
    assert site.details(SWISS_IN_PLAY, newest)["name_en"] == "Ho Lok Yi"
    entrant = desk.state(SWISS_IN_PLAY).entrants[newest]
    place = entrant.at(desk.state(SWISS_IN_PLAY).sessions["r4"].stage)
    assert place is not None
    assert place.presence == "checked_in"
    refused.get_by_role("button", name=say("page-kept-mend", "en")).click()
    expect(name).to_have_value(known["name_en"])
    expect(birth).to_have_value(known["birth_date"])
    expect(refused).to_have_count(0)
