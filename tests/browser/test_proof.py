"""The check of published results that runs in the browser: what was published holds, all else is found."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from shared.catalogue import say
from shared.eventlog.seal import SealKey
from shared.eventlog.transfer import export
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site
from tests.browser.visits import Visit
from tests.cli import test_verify_export as touches
from tests.wording import fixed

ADDRESS = f"/t/{served.OVER}/results?stage=final"
WITH_LOSSES = f"/t/{served.OVER}/results?stage=preliminary"
"""The version with averages below zero, in fractions."""
STEPS = ("table", "digest", "hash", "seal", "signature")
HOLDS = dict.fromkeys(STEPS, "holds")
Lines = list[dict[str, Any]]


def verdicts(visit: Visit) -> dict[str, str]:
    """What the page says of each step once it is pressed to check."""
    visit.page.locator("[data-run]").click()
    visit.page.wait_for_selector("[data-outcome].notice")
    items = visit.page.locator("[data-steps] [data-step]")
    return {
        item.get_attribute("data-step") or "": (item.get_attribute("class") or "").removeprefix("is-")
        for item in items.all()
    }


def altered(visit: Visit, pattern: str, change: Callable[[str], str]) -> None:
    """Have what comes from an address be another text than the server sent."""

    def answer(route: Route) -> None:
        came = route.fetch()
        route.fulfill(response=came, body=change(came.text()))

    visit.page.route(pattern, answer)


def lines_changed(how: Callable[[Lines], None]) -> Callable[[str], str]:
    def change(text: str) -> str:
        lines = [json.loads(line) for line in text.splitlines()]
        how(lines)
        made = (json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines)
        return "\n".join(made) + "\n"

    return change


def test_a_published_table_is_found_to_hold_in_every_step(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    for language in ("en", "zh"):
        visited = visit(language=language)
        visited.open(ADDRESS if language == "en" else WITH_LOSSES)
        assert verdicts(visited) == HOLDS
        expect(visited.page.locator("[data-outcome]")).to_contain_text(
            "Everything holds" if language == "en" else "全部成立"
        )


@pytest.mark.parametrize(
    "tournament",
    [
        served.SWISS,
        *(
            pytest.param(tournament, marks=pytest.mark.wide)
            for tournament in (served.TEAMS, served.KNOCK_OUT, served.ROUND_ROBIN, served.ONLINE)
        ),
    ],
)
def test_tables_of_every_kind_of_figure_hold(site: Site, visit: Visits, tournament: str) -> None:
    site.look_at(tournament)
    visited = visit()
    visited.open(f"/t/{tournament}/results")
    if visited.page.locator("#published").count() == 0:
        pytest.fail(f"{tournament} has published nothing")
    assert verdicts(visited) == HOLDS


def test_what_is_found_by_a_word_is_checked_as_well(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(f"{ADDRESS}&q=0")
    assert verdicts(visited) == HOLDS


def forged_row(page: str) -> str:
    """One more tile left in the last line."""
    begin, middle, rest = page.rpartition('<tr data-key="')
    cells = rest.split("<td>")
    tiles = int(cells[-1].split("</td>")[0])
    cells[-1] = cells[-1].replace(f"{tiles}</td>", f"{tiles + 1}</td>", 1)
    return begin + middle + "<td>".join(cells)


def forged_place(page: str) -> str:
    return page.replace('<b class="medal gold">1</b>', "2").replace("<td>4</td><th", "<td>3</td><th")


def row_left_out(page: str) -> str:
    begin, _, rest = page.rpartition('<tr data-key="')
    return begin + rest.split("</tr>", 1)[1]


@pytest.mark.parametrize(
    "forge",
    [
        forged_row,
        pytest.param(forged_place, marks=pytest.mark.wide),
        pytest.param(row_left_out, marks=pytest.mark.wide),
    ],
)
def test_a_forged_table_is_found(site: Site, visit: Visits, forge: Callable[[str], str]) -> None:
    site.look_at(served.OVER)
    visited = visit()
    altered(visited, "**/results?*", forge)
    visited.open(ADDRESS)
    assert verdicts(visited) == {**HOLDS, "table": "fails"}
    expect(visited.page.locator("[data-outcome]")).to_contain_text("Something does not hold")
    assert visited.page.locator("[data-step=table] [data-detail]").inner_text() != ""


def _figure(lines: Lines) -> None:
    lines[1]["data"]["rows"][0]["tiles"] += 1


def _before(lines: Lines) -> None:
    lines[0]["data"]["hash"] = "00" * 32


def _two_moments(lines: Lines) -> None:
    lines[1]["recordedat"] = str(int(lines[1]["recordedat"]) + 1)


def _seal_elsewhere(lines: Lines) -> None:
    lines[2]["data"]["seq"] -= 1


def _signature(lines: Lines) -> None:
    lines[2]["signature"] = "A" * 86 + "=="


def _another_event(lines: Lines) -> None:
    lines[1]["type"] = "awards-made"


def _nothing(lines: Lines) -> None:
    lines.clear()


@pytest.mark.parametrize(
    ("how", "failing"),
    [
        (_figure, {"table", "digest", "hash"}),
        (_signature, {"signature"}),
        pytest.param(_before, {"hash"}, marks=pytest.mark.wide),
        pytest.param(_two_moments, {"hash"}, marks=pytest.mark.wide),
        pytest.param(_seal_elsewhere, {"seal", "signature"}, marks=pytest.mark.wide),
        pytest.param(_another_event, {"table", "hash"}, marks=pytest.mark.wide),
        pytest.param(_nothing, set(STEPS), marks=pytest.mark.wide),
    ],
)
def test_a_forged_proof_or_seal_is_found(
    site: Site, visit: Visits, how: Callable[[Lines], None], failing: set[str]
) -> None:
    site.look_at(served.OVER)
    visited = visit()
    altered(visited, "**/publication-proof?*", lines_changed(how))
    visited.open(ADDRESS)
    found = verdicts(visited)
    # A hash that is another fits no seal over the true one, whatever the seal is worth.
    assert {step for step, verdict in found.items() if verdict != "holds"} - {"seal"} == failing - {"seal"}
    assert "seal" not in failing or found["seal"] == "fails"


def test_without_a_seal_or_with_another_key_it_says_what_was_not_checked(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    unsealed = visit()
    altered(unsealed, "**/publication-proof?*", lines_changed(lambda lines: lines.__delitem__(2)))
    unsealed.open(ADDRESS)
    assert verdicts(unsealed) == {**HOLDS, "seal": "skipped", "signature": "skipped"}
    expect(unsealed.page.locator("[data-outcome]")).to_contain_text("What could be checked holds")
    rekeyed = visit()
    other = SealKey(bytes(32)).public.pem.decode()
    altered(rekeyed, "**/seal-key", lambda text: other)
    rekeyed.open(ADDRESS)
    assert verdicts(rekeyed) == {**HOLDS, "signature": "skipped"}


def exported(site: Site) -> Lines:
    written: list[bytes] = []
    export(site.wiring.desk.log, served.OVER, written.append, personal=False)
    return [json.loads(line) for line in written]


def said_of(visit: Visit, lines: Lines, folder: Path, key: bytes | None = None) -> str:
    """What the page says of a file with these lines."""
    file = folder / "x.jsonl"
    file.write_text("\n".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines))
    visit.page.locator("[data-file] summary").click()
    visit.page.set_input_files("#export", file)
    if key is not None:
        (folder / "key.pem").write_bytes(key)
        visit.page.set_input_files("#pem", folder / "key.pem")
    visit.page.locator("[data-run-file]").click()
    visit.page.wait_for_selector("[data-file-outcome].notice")
    return visit.page.locator("[data-file-outcome]").inner_text()


def test_a_whole_export_is_checked_in_the_browser(site: Site, visit: Visits, tmp_path: Path) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    lines = exported(site)
    head = site.wiring.desk.log.head(served.OVER)
    outcome = said_of(visited, lines, tmp_path)
    assert f"Every event up to {head.seq} is as it was written" in outcome
    assert head.hash.hex() in outcome
    assert say("page-file-same", "en") in outcome


def test_with_a_key_that_sealed_nothing_of_it_the_file_is_not_called_proved(
    site: Site, visit: Visits, tmp_path: Path
) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    outcome = said_of(visited, exported(site), tmp_path, SealKey(bytes(32)).public.pem)
    assert "no signature was checked" in outcome


TOUCHES: Mapping[Callable[[Lines], None], str] = {
    touches._changed_byte: "was changed",
    touches._swapped: "Another event should stand there",
    touches._middle_removed: "Another event should stand there",
    touches._inserted: "Another event should stand there",
    touches._tail_removed: "Events are missing",
    touches._cut_off: "was cut off",
    touches._forged: "not made with this key",
    touches._other_tournaments_lines: "another tournament",
    touches._rewritten_as_a_whole: "",
}
QUICK = (touches._changed_byte, touches._forged)
"""In `make test`: one that the chain gives away, and one that the signature does."""


@pytest.mark.parametrize(
    "how",
    [how if how in QUICK else pytest.param(how, marks=pytest.mark.wide) for how in TOUCHES],
    ids=lambda how: how.__name__,
)
def test_every_touch_of_an_export_is_found_in_the_browser(
    site: Site, visit: Visits, tmp_path: Path, how: Callable[[Lines], None]
) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    lines = exported(site)
    how(lines)
    outcome = said_of(visited, lines, tmp_path)
    assert fixed("page-file-bad") in outcome
    assert TOUCHES[how] in outcome


def test_without_a_connection_it_says_so_and_nothing_is_called_forged(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    visited.lose_network()
    visited.page.locator("[data-run]").click()
    expect(visited.page.locator("[data-outcome]")).to_contain_text("could not be fetched")
    expect(visited.page.locator("[data-steps]")).to_be_hidden()
    visited.find_network()
    assert verdicts(visited) == HOLDS
