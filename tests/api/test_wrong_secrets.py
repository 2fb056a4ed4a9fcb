"""A secret of another kind, of another tournament, used, over or made up: a clear refusal, never a fault."""

import pytest

from tests.api.conftest import BASE, ID, House, assert_problem
from tests.api.every_route import FORM, IN_ADDRESSES, keys_of, requests

MADE_UP = (
    "0",
    "x" * 43,
    "-" * 43,
    "tl_" + "x" * 43,
    "%00",
    "%ff%fe",
    "é",
    "..",
    "k7q2-m8xp-4trd",
    "x" * 5000,
)


def test_a_secret_in_the_place_of_another_opens_nothing_and_is_refused_clearly(in_play: House) -> None:
    keys = keys_of(in_play)
    kinds = {keys.personal, keys.sign_in, keys.case, keys.feed, keys.board}
    tried = 0
    for request in requests(in_play.app, keys):
        right = keys.in_address(request.route.path)
        if not right:
            continue
        for other in (*(kinds - {right}), *MADE_UP):
            path = request.path.replace(right, other)
            for accept in ("application/json", "text/html"):
                headers = {**request.headers, "Accept": accept}
                answer = in_play.anyone.send(request.route.method, path, headers, data=request.body)
                assert answer.status_code in (400, 403, 404, 405, 410), (request.shown, other)
                tried += 1
    assert tried > 200


def test_every_route_with_a_link_or_a_feed_in_its_address_is_known_as_one_with_a_secret(
    in_play: House,
) -> None:
    named = [
        route.path
        for route in in_play.app.routes.values()
        if "{link}" in route.path or "{feed}" in route.path
    ]
    assert len(named) > len(IN_ADDRESSES)
    assert [
        path for path in named if not path.startswith(tuple(f"{begin}{{" for begin in IN_ADDRESSES))
    ] == []


def test_a_secret_of_another_tournament_is_refused_clearly(in_play: House) -> None:
    keys = keys_of(in_play)
    for path in (f"/evidence/{keys.case}", f"/board/{keys.board}"):
        assert in_play.anyone.get(f"/t/{ID}{path}").status_code == 200
        for elsewhere in ("another-cup", "%00"):
            assert_problem(in_play.anyone.get(f"/t/{elsewhere}{path}"), 404)


def test_no_page_with_a_secret_in_its_address_says_where_its_files_are_asked_from(in_play: House) -> None:
    keys, seen = keys_of(in_play), 0
    for request in requests(in_play.app, keys):
        if keys.in_address(request.route.path) and request.route.method == "GET":
            answer = in_play.anyone.get(request.path, {"Accept": "text/html"})
            assert answer.status_code < 500, request.shown
            assert answer.headers["Referrer-Policy"] == "no-referrer", request.shown
            seen += answer.status_code == 200
    assert seen > 4


def test_what_looks_like_guessing_leaves_a_line_without_the_secret(
    in_play: House, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = keys_of(in_play)
    guesses = {
        "unauthenticated": in_play.anyone.get(f"{BASE}/docket", {"Authorization": "Bearer tl_guessed"}),
        "personal-link-invalid": in_play.anyone.get("/me/" + "g" * 43),
        "board-link-invalid": in_play.anyone.get(f"/t/{ID}/board/gggg-gggg-gggg"),
        "case-link-invalid": in_play.anyone.get(f"/t/{ID}/evidence/" + "g" * 43),
        "sign-in-link-invalid": in_play.anyone.get("/staff/sign-in/" + "g" * 43),
        "form-cross-site": in_play.anyone.send(
            "POST", f"/staff/sign-in/{keys.sign_in}", data=b"form=x", content_type=FORM
        ),
    }
    printed = "".join(capsys.readouterr())
    for code, answer in guesses.items():
        assert answer.status_code >= 400, code
        assert code in printed, code
    assert "ggg" not in printed
    assert "guessed" not in printed
    assert keys.sign_in not in printed
