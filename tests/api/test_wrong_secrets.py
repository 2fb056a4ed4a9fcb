"""A secret of another kind, of another tournament, used, over or made up: a clear refusal, never a fault."""

from tests.api.conftest import ID, House, assert_problem
from tests.api.every_route import keys_of, requests

MADE_UP = ("0", "x" * 43, "-" * 43, "tl_" + "x" * 43, "%00", "%ff%fe", "é", "..", "k7q2-m8xp-4trd", "x" * 5000)


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


def test_a_secret_of_another_tournament_is_refused_clearly(in_play: House) -> None:
    keys = keys_of(in_play)
    for path in (f"/evidence/{keys.case}", f"/board/{keys.board}"):
        assert in_play.anyone.get(f"/t/{ID}{path}").status_code == 200
        for elsewhere in ("another-cup", "%00"):
            assert_problem(in_play.anyone.get(f"/t/{elsewhere}{path}"), 404)
