"""The results page: the table as it was published, and what proves it, for anyone with a phone."""

import re
from html import unescape

import pytest

from services.web.standings.rows import figure
from shared.catalogue import say
from shared.eventlog.seal import PublicKey, parse_seal
from tests.api.conftest import ID, SESSION, House, assert_problem
from tests.api.standings.reading import lines, seen
from tests.api.test_pages import assert_ours, ranked, read
from tests.wording import fixed

ADDRESS = f"/t/{ID}/results"


@pytest.fixture
def published(in_play: House) -> House:
    """Version 1, then a ruling that makes it wrong, and version 2."""
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    seat = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    in_play.done("disqualify-entrant", {"entrant": seat, "grounds": "aid_found", "reason": "A solver"})
    in_play.done("publish-results", {"stage": "preliminary"})
    return in_play


def test_each_version_is_shown_as_it_was_published(published: House) -> None:
    first, second = published.desk.state(ID).publications.values()
    for version in sorted((first, second), key=lambda publication: publication.version):
        text, _ = read(published.anyone, f"{ADDRESS}?version={version.version}")
        assert version.digest in text
        shown = lines(text)
        assert list(shown) == [row.entrant_no for row in version.rows]
        for row in version.rows:
            place, _, won, score, tiles = shown[row.entrant_no]
            assert (place.split()[0], won, tiles) == (str(row.place), str(row.games_won), str(row.tiles))
            assert f"<td>{score}</td>" == figure(row.score).replace("<i>", "").replace("</i>", "")
    newest, newest_page = read(published.anyone, ADDRESS)
    assert max((first, second), key=lambda publication: publication.version).digest in newest
    assert f"{ADDRESS}?stage=preliminary&version=1&lang=en" in newest_page.links


def test_the_seal_on_the_page_is_one_over_the_version_it_shows(published: House) -> None:
    key = PublicKey.read(published.anyone.get("/api/v1/seal-key").get_data())
    for version in (1, 2):
        text, _ = read(published.anyone, f"{ADDRESS}?version={version}")
        (shown,) = re.findall(r"<code>(\{.*?\})</code>", unescape(text))
        seal = parse_seal(shown)
        assert key.signed(seal)
        assert f"<code>{seal.statement.hash}</code>" in text
        publication = next(
            other for other in published.desk.state(ID).publications.values() if other.version == version
        )
        assert seal.statement.seq >= publication.seq
        stored = published.desk.log.read_one(ID, publication.seq)
        assert stored is not None
        assert f'<code data-shown="hash">{stored.hash.hex()}</code>' in text


def test_names_stand_there_by_consent_as_of_now_whoever_asks(published: House) -> None:
    for client in (published.anyone, published.organizer):
        text, _ = read(client, ADDRESS)
        assert "Player Number2" in text
        assert "Player Number7" not in text
    published.done("set-consent", {"entrant": "0007", "shown": True})
    published.done("forget-person", {"person": "0002"})
    for version in (1, 2):
        text, _ = read(published.anyone, f"{ADDRESS}?version={version}")
        assert "Player Number7" in text
        assert "Player Number2" not in text
    chinese, _ = read(published.anyone, f"{ADDRESS}?lang=zh")
    assert "玩家7號" in chinese


def test_what_a_person_typed_cannot_bring_markup_into_the_page(published: House) -> None:
    published.done("amend-details", {"entrant": "0002", "name_en": "<script>alert(1)</script>"})
    text, page = read(published.anyone, ADDRESS)
    assert "&lt;script&gt;" in text
    assert_ours(published.anyone, page)


def test_the_page_leads_to_what_checks_it(published: House) -> None:
    text, page = read(published.anyone, ADDRESS)
    for program in ("docs/verify_publication.py", "docs/verify_export.py", "tileledger verify"):
        assert program in text
    for link in page.links:
        if link.startswith("/") and "export" not in link and "/staff" not in link:
            assert published.anyone.get(link).status_code == 200, link
    (export,) = [link for link in page.links if "export" in link]
    assert published.organizer.get(export).status_code == 200
    assert published.anyone.get(export).status_code == 401
    (proof,) = re.findall(r'data-proof="([^"]*)"', text)
    assert published.anyone.get(unescape(proof)).status_code == 200


def test_a_version_published_before_the_cut_was_decided_says_so_once(in_play: House) -> None:
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    early, _ = read(in_play.anyone, ADDRESS)
    assert early.count("Version 1 was published before it was decided who goes on") == 1
    assert say("page-goes-on", "en") not in seen(early)
    in_play.done("conclude-qualification")
    in_play.done("publish-results", {"stage": "preliminary"})
    late, _ = read(in_play.anyone, ADDRESS)
    assert fixed("page-results-cut-open") not in late
    assert late.count(say("page-differs-cut", "en", decided="2", undecided="1")) == 1
    assert {cells[-1] for cells in lines(late).values()} <= {"in", "out"}
    assert differing(late) == {}


def test_a_seal_that_comes_later_changes_the_page_though_no_event_was_added(in_play: House) -> None:
    ranked(in_play)
    seals = in_play.desk.seals
    seals.source, key = None, seals.source
    in_play.done("publish-results", {"stage": "preliminary"})
    before = in_play.anyone.get(ADDRESS)
    assert say("page-not-sealed", "en") in before.get_data(as_text=True)
    header = {"If-None-Match": before.headers["ETag"]}
    assert in_play.anyone.get(ADDRESS, header).status_code == 304
    seals.source = key
    in_play.organizer.send("POST", f"/api/v1/tournaments/{ID}/seals")
    after = in_play.anyone.get(ADDRESS, header)
    assert after.status_code == 200
    assert say("page-not-sealed", "en") not in after.get_data(as_text=True)


def test_before_anything_is_published_the_page_says_so(shared_in_play: House) -> None:
    text, page = read(shared_in_play.anyone, ADDRESS)
    assert say("page-nothing-published", "en") in text
    assert "table" not in page.tags
    assert fixed("page-hidden-announced", day="Monday, 8 March 2027") in text
    assert say("page-nothing-published", "zh") in read(shared_in_play.anyone, f"{ADDRESS}?lang=zh")[0]


def test_the_page_can_be_seen_as_of_a_moment(published: House) -> None:
    first = min(publication.seq for publication in published.desk.state(ID).publications.values())
    text, page = read(published.anyone, f"{ADDRESS}?as_of={first}")
    assert f"As it stood at event {first}" in text
    assert not any("version=2" in link for link in page.links if link.startswith("/t/"))
    assert_problem(published.anyone.get(f"{ADDRESS}?as_of={first}&version=2"), 404, "not-found")


def test_a_version_that_is_not_there_is_refused(published: House) -> None:
    assert_problem(published.anyone.get(f"{ADDRESS}?version=3"), 404, "not-found")
    assert_problem(published.anyone.get(f"{ADDRESS}?stage=final&version=1"), 404, "not-found")
    assert_problem(published.anyone.get(f"{ADDRESS}?version=-1"), 400, "parameter-wrong")
    assert_problem(published.anyone.get("/t/nowhere/results"), 404, "tournament-unknown")
    assert_problem(published.anyone.get(f"{ADDRESS}?against=3"), 404, "not-found")
    assert_problem(published.anyone.get(f"{ADDRESS}?against=x"), 400, "parameter-wrong")


def differing(text: str) -> dict[str, str]:
    """By entrant number what the page says differs."""
    found = re.findall(r'<li data-entrant="([^"]*)">(.*?)</li>', text, re.DOTALL)
    return {number: seen(words) for number, words in found}


def moved(text: str) -> set[str]:
    return set(re.findall(r'class="move" data-entrant="([^"]*)"', text))


def test_a_version_is_shown_beside_the_one_before_in_words(published: House) -> None:
    first, second = (
        {row.entrant_no: row for row in publication.rows}
        for publication in sorted(
            published.desk.state(ID).publications.values(), key=lambda publication: publication.version
        )
    )
    (gone,) = first.keys() - second.keys()
    for lang, title, words in (
        ("en", "What differs from version 1", f"not ranked any more (was {first[gone].place})"),
        ("zh", "與第 1 版的不同", f"不再列入名次（原第 {first[gone].place} 名）"),
    ):
        text, _ = read(published.anyone, f"{ADDRESS}?version=2&lang={lang}")
        assert title in text
        assert words in differing(text)[gone]
        assert "disqualif" not in text.lower()
        assert say("word-effect-disqualify", "zh") not in text
        others = {number for number in second if second[number] != first[number]}
        assert others
        assert set(differing(text)) | moved(text) == others | {gone}


def test_any_two_versions_are_compared_in_either_direction(published: House) -> None:
    text, _ = read(published.anyone, f"{ADDRESS}?version=1&against=2")
    assert fixed("page-differs-new") in " ".join(differing(text).values())
    assert say("page-differs-from", "en", version="2") in text
    alone, _ = read(published.anyone, f"{ADDRESS}?version=1")
    assert differing(alone) == {}
    assert moved(alone) == set()
    same, _ = read(published.anyone, f"{ADDRESS}?version=2&against=2")
    assert say("page-differs-nowhere", "en") in same


def test_a_line_of_a_version_is_found_by_number_or_name(published: House) -> None:
    text, _ = read(published.anyone, f"{ADDRESS}?version=1&q=number2")
    assert list(lines(text)) == ["0002"]
    assert "data-whole" not in text
    assert "data-whole" in read(published.anyone, f"{ADDRESS}?version=1")[0]


def test_who_is_not_in_a_version_and_takes_part_is_said_to_have_no_place(published: House) -> None:
    out = published.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    for client in (published.anyone, published.organizer):
        assert f"{out}: no place here" in seen(read(client, f"{ADDRESS}?q={out}")[0])
        assert say("page-found-no-place", "en") not in seen(read(client, f"{ADDRESS}?version=1&q={out}")[0])
        for nobody in ("zzzz", "0099"):
            assert say("page-found-nobody", "en") in seen(read(client, f"{ADDRESS}?q={nobody}")[0])
