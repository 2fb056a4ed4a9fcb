"""A form that is not as its page has it is refused as JSON is, in words that name what is wrong."""

import pytest

from tests.api.conftest import ID, House, assert_problem
from tests.api.docket_page.given import CASE
from tests.api.docket_page.ruling_forms import Chief

STAFF = f"/t/{ID}/staff"
FORMS = (f"/t/{ID}/tasks/check-in", f"{CASE}/ruling", f"{CASE}/evidence", f"{STAFF}/sign-out")


@pytest.mark.parametrize("path", FORMS)
def test_a_field_that_a_form_does_not_have_is_named_with_those_there_are(
    shared_in_play: House, path: str
) -> None:
    chief = Chief(shared_in_play)
    answer = chief.post(path, {"form": chief.form, "nonsense": "1"}, Accept="application/json")
    problem = assert_problem(answer, 400, "body-misshapen")
    assert problem["where"] == {"field": "nonsense"} or "nonsense" in problem["detail"]
    assert "form" in problem["detail"]
    assert "Error" not in problem["detail"]


def test_a_command_in_json_names_such_a_field_alike(shared_in_play: House) -> None:
    answer = shared_in_play.organizer.command("check-in", {"entrant": "0001", "nonsense": 1})
    problem = assert_problem(answer, 400, "body-misshapen")
    assert "nonsense" in problem["detail"]
    assert "Error" not in problem["detail"]


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b"form=1&form=2", "form"),
        (b"form", "name=value"),
        (b"form=%ff", "UTF-8"),
        (b"\xff=1", "UTF-8"),
        (b"&".join(b"a%d=1" % number for number in range(500)), "500"),
    ],
)
def test_a_form_that_cannot_be_read_says_why(shared_in_play: House, body: bytes, named: str) -> None:
    chief = Chief(shared_in_play)
    for path in FORMS:
        answer = chief.client.post(
            path,
            data=body,
            content_type="application/x-www-form-urlencoded",
            headers={"Accept": "application/json"},
        )
        problem = assert_problem(answer, 400, "body-malformed")
        assert named in problem["detail"]
        assert "Error" not in problem["detail"]
