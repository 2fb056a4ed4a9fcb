"""A view that stands still answers 503 over HTTP, on pages too, and everything else goes on."""

from services.desk.rebuilding import rebuild
from services.projections.generations import Live, Stalled, written
from services.projections.models import MODELS
from tests.api.conftest import BASE, ID, House
from tests.unit.projections.breaking import code


def stall(house: House) -> int:
    """Make the standings stand still with the next append; the seq before it."""
    seq = house.desk.head(ID).seq
    number = sorted(house.desk.state(ID).entrants)[0]
    shown = not house.desk.state(ID).entrants[number].consent
    with code("standing", fails=lambda state, key: state.seq > seq):
        done = house.organizer.command("set-consent", {"entrant": number, "shown": shown})
        assert done.status_code == 201
    return seq


def test_a_view_that_stands_still_is_refused_with_a_problem_and_no_kept_answer(in_play: House) -> None:
    before = in_play.anyone.get(f"{BASE}/standings")
    seq = stall(in_play)
    for headers in ({}, {"If-None-Match": before.headers["ETag"]}, {"If-None-Match": "*"}):
        refused = in_play.anyone.get(f"{BASE}/standings", headers)
        assert (refused.status_code, refused.content_type) == (503, "application/problem+json")
        problem_body = refused.get_json()
        assert problem_body["code"] == "view-stalled"
        assert f"seq {seq + 1}" in problem_body["detail"]
        assert "consent-changed" in problem_body["detail"]
        assert "ETag" not in refused.headers
    page = in_play.anyone.get(f"/t/{ID}/standings")
    assert page.status_code == 503
    assert "tileledger rebuild" in page.get_data(as_text=True)
    assert in_play.anyone.get(f"{BASE}/standings?as_of={seq}").get_json() == before.get_json()


def test_everything_else_answers_and_the_program_stays_ready(in_play: House) -> None:
    stall(in_play)
    for path in (
        "/readyz",
        "/livez",
        f"{BASE}/families",
        f"{BASE}/sessions",
        f"{BASE}/timeline",
        f"{BASE}/events",
    ):
        assert in_play.organizer.get(path).status_code == 200, path
    assert 'tileledger_view_stalls_total{model="standing"}' in in_play.anyone.get("/metrics").get_data(
        as_text=True
    )


def test_the_page_of_published_results_stands_still_with_its_view(in_play: House) -> None:
    seq = in_play.desk.head(ID).seq
    with in_play.desk.log.locked(ID) as locked:
        locked.set_generations(written({"publication": Live(stalled=Stalled(seq, "results-published", 1))}))
    page = in_play.anyone.get(f"/t/{ID}/results")
    assert (page.status_code, "publication" in page.get_data(as_text=True)) == (503, True)
    assert in_play.anyone.get(f"/t/{ID}/results?as_of={seq - 1}").status_code == 200
    assert in_play.anyone.get(f"/t/{ID}/standings").status_code == 200


def test_an_etag_from_before_a_rebuild_leads_to_a_fresh_answer(in_play: House) -> None:
    before = in_play.anyone.get(f"{BASE}/standings")
    assert [rebuilt.differing for rebuilt in rebuild(in_play.desk, ID)] == [()] * len(MODELS)
    after = in_play.anyone.get(f"{BASE}/standings", {"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.get_json()) == (200, before.get_json())
