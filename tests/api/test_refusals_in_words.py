"""What a refusal says, in both languages: roles by their names, whose token it is, advice that applies."""

import re

from services.access.rights import ROLE_WORDS, ROLES
from services.declarations import every_problem_type
from services.web.problems import title_of
from shared.catalogue import say
from tests.api.conftest import BASE, ID, House, assert_problem
from tests.cases import cases
from tests.wording import fixed

ZH = {"Accept-Language": "zh-HK"}
ACTION = "start-session"
"""A right of the Chief Referee and the organizer alone, so that the refusal names them."""


def refusal(house: House, role: str, language: str) -> str:
    body = {"session": "2027-03-06/1"}
    client = house.client(role, {"referee": "REF-1"}.get(role, "0001"), ID)
    answer = client.command(ACTION, body, Accept_Language=language)
    detail: str = assert_problem(answer, 403, "forbidden")["detail"]
    return detail


@cases("role", ["participant", "referee", "display", "service"])
def test_a_refusal_calls_roles_by_their_names_in_its_language(shared_in_play: House, role: str) -> None:
    english, chinese = refusal(shared_in_play, role, "en"), refusal(shared_in_play, role, "zh-HK")
    assert fixed("problem-forbidden", role=str(ROLE_WORDS[role])) in english
    assert fixed("problem-forbidden", allowed="Chief Referee, organizer") in english
    assert chinese.startswith(f"{ROLE_WORDS[role].in_language('zh')}無權")
    assert "總裁判、主辦單位" in chinese
    assert "chief_referee" not in english + chinese
    assert re.findall(r"[A-Za-z]+", chinese.replace(ACTION, "")) == []


def test_every_role_has_a_name_in_both_languages() -> None:
    assert set(ROLE_WORDS) == set(ROLES)
    assert all("_" not in str(name) and not name.in_language("zh").isascii() for name in ROLE_WORDS.values())


def test_what_only_the_entrant_and_officials_may_read_names_them(shared_in_play: House) -> None:
    other = shared_in_play.client("participant", "0002", ID)
    for address in (f"{BASE}/entrant?entrant=0001", f"{BASE}/explain?entrant=0001"):
        problem = assert_problem(other.get(address), 403, "forbidden")
        assert "the entrant, referee, Chief Referee, organizer." in problem["detail"]
        assert "參賽者本人、裁判、總裁判" in other.get(address, ZH).get_json()["detail"]


def test_a_token_of_another_tournament_is_told_so(shared_in_play: House) -> None:
    other = shared_in_play.client("organizer", "org-9", "winter-cup")
    for answer in (
        other.get(f"{BASE}/entrants"),
        other.command("set-consent", {"entrant": "0001", "shown": True}),
        other.post(f"{BASE}/commands/set-consent/preview", {"entrant": "0001", "shown": True}),
    ):
        problem = assert_problem(answer, 403, "token-for-another-tournament")
        assert fixed("problem-token-for-another-tournament", tournament="winter-cup") in problem["detail"]
    # Where the role would not do in its own tournament either, that is the reason.
    display = shared_in_play.client("display", "board", "winter-cup")
    assert_problem(display.get(f"{BASE}/entrants"), 403, "forbidden")


def test_a_stranger_learns_of_an_unknown_tournament_only_that_there_is_none(shared_in_play: House) -> None:
    problem = assert_problem(shared_in_play.anyone.get("/api/v1/tournaments/nowhere/standings"), 404)
    assert fixed("problem-tournament-unknown", id="nowhere") in problem["detail"]
    assert "reate" not in problem["detail"]


def test_a_body_that_is_too_long_is_not_told_to_come_in_parts_whatever_it_is(shared_in_play: House) -> None:
    long = b'"' + b"x" * (2 << 20) + b'"'
    problem = assert_problem(shared_in_play.organizer.command("set-consent", long), 413, "body-too-large")
    assert say("page-refusal-body-too-large", "en") not in problem["detail"]
    assert fixed("problem-body-too-large") in problem["detail"]


def test_the_title_of_a_problem_is_in_the_language_of_its_sentence(shared_in_play: House) -> None:
    address = "/api/v1/tournaments/nowhere/standings"
    english, chinese = (
        shared_in_play.anyone.get(address).get_json(),
        shared_in_play.anyone.get(address, ZH).get_json(),
    )
    assert (english["title"], chinese["title"]) == ("Tournament unknown", say("title-404", "zh"))
    assert (english["code"], english["type"]) == (chinese["code"], chinese["type"])


def test_every_problem_has_a_chinese_title() -> None:
    for kind in every_problem_type().values():
        assert not title_of(kind.code, "zh", kind.status).isascii(), kind.code
