"""A view that fails answers with a problem that names the seq, on pages too, and everything else goes on."""

from tests.api.conftest import BASE, ID, House
from tests.unit.projections.breaking import failing


def test_a_view_that_fails_is_a_problem_with_the_seq_and_without_a_tag(in_play: House) -> None:
    seq = in_play.desk.head(ID).seq
    before = in_play.anyone.get(f"{BASE}/sessions").get_json()
    with failing("session", lambda state, key: state.seq >= seq):
        for headers in ({}, {"If-None-Match": "*"}):
            refused = in_play.organizer.get(f"{BASE}/sessions", headers)
            assert (refused.status_code, refused.content_type) == (500, "application/problem+json")
            problem = refused.get_json()
            assert (problem["code"], f"seq {seq}" in problem["detail"]) == ("view-failed", True)
            assert "Chan" not in problem["detail"]
            assert "ETag" not in refused.headers
        page = in_play.anyone.get(f"/t/{ID}/entrants/0001?lang=en", {"Accept": "text/html"})
        assert (page.status_code, "cannot be read just now" in page.get_data(as_text=True)) == (500, True)
        then = in_play.anyone.get(f"{BASE}/sessions?as_of={seq - 1}")
        assert (then.status_code, len(then.get_json()["rows"])) == (200, len(before["rows"]))
        for path in ("/readyz", "/", f"{BASE}/families", f"{BASE}/standings", f"{BASE}/timeline"):
            assert in_play.organizer.get(path).status_code == 200, path
        number = sorted(in_play.desk.state(ID).entrants)[0]
        in_play.done("give-warning", {"entrant": number, "breach": "talking"})
        counted = 'tileledger_view_failures_total{view="sessions"}'
        assert counted in in_play.anyone.get("/metrics").get_data(as_text=True)
    assert in_play.anyone.get(f"{BASE}/sessions").status_code == 200
