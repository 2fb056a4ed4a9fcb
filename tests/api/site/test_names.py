"""Names on the site of a tournament: who reads whose, for how long, and in which pages."""

import re

from tests.api.conftest import ID, House, assert_problem
from tests.api.site.test_site import AT, text_of
from tests.api.test_pages import SITE, read
from tests.cases import cases

NAMED, UNNAMED = "Player Number2", "Player Number1"


def test_names_stand_on_the_site_by_consent_alone_and_never_beside_a_number_or_a_session(
    shared_in_play: House,
) -> None:
    for path in SITE:
        for language in ("en", "zh"):
            text = text_of(shared_in_play, path, language)
            assert UNNAMED not in text
            assert "玩家1號" not in text
            assert "@example.org" not in text
            if not path.endswith("/entrants"):
                assert NAMED not in text
    listed = text_of(shared_in_play, f"{AT}/entrants")
    assert NAMED in listed
    assert not re.search(r"\b000\d\b", listed)
    assert "2027" not in listed
    assert "玩家2號" in text_of(shared_in_play, f"{AT}/entrants", "zh")


def test_a_name_is_gone_once_consent_is(in_play: House) -> None:
    in_play.done("set-consent", {"entrant": "0002", "shown": False, "scope": "pages"})
    assert NAMED not in text_of(in_play, f"{AT}/entrants")
    in_play.done("forget-person", {"person": in_play.desk.state(ID).entrants["0004"].person})
    assert "Player Number4" not in text_of(in_play, f"{AT}/entrants")


@cases("after", ["-1", "x", "9" * 30, "1e3", ""])
def test_a_page_of_names_that_cannot_be_is_refused(shared_in_play: House, after: str) -> None:
    assert_problem(shared_in_play.anyone.get(f"{AT}/entrants?after={after}"), 400, "parameter-wrong")


def test_names_are_paged(shared_in_play: House) -> None:
    text, page = read(shared_in_play.anyone, f"{AT}/entrants?limit=3&lang=en")
    assert text.count("Player Number") == 3
    (following,) = [link for link in page.links if "after=3" in link]
    rest, _ = read(shared_in_play.anyone, following)
    assert rest.count("Player Number") == 1
    nobody, _ = read(shared_in_play.anyone, f"{AT}/entrants?after=999999")
    assert nobody.count("Player Number") == 0
