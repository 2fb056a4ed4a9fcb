"""A browser that fills in the forms of a ruling step by step, and what is typed there."""

import re
from html import unescape
from typing import Any

from werkzeug.test import TestResponse

from tests.api.conftest import ID, House
from tests.api.docket_page.given import CASE
from tests.api.signing_in.browser import Browser

RULING = f"{CASE}/ruling"
WHY = {
    "finding": "The joker was counted as 25.",
    "reason": "Both players saw the rack.",
    "cites": "HK rules 3",
}
FIGURES = {
    "points_A": "0",
    "tiles_A": "0",
    "points_B": "12",
    "tiles_B": "2",
    "points_C": "5",
    "tiles_C": "1",
    "points_D": "20",
    "tiles_D": "3",
    "ended_by": "cleared",
}


class Chief(Browser):
    """The Chief Referee, who fills in a ruling step by step."""

    def __init__(self, house: House, path: str = RULING) -> None:
        super().__init__(house)
        self.path = path
        self.form = self.sign_in().word()

    def answers(self, step: str, **fields: str) -> TestResponse:
        """Answer a step; the page that comes next, or the same one with what is wrong."""
        answer = self.post(self.path, {"form": self.form, "step": step, **fields})
        return self.get(answer.headers["Location"]) if answer.status_code == 303 else answer

    def drafts(self, effect: str, *steps: tuple[str, dict[str, str]]) -> str:
        """A ruling up to its read-back; the page that reads it back."""
        self.answers("effect", effect=effect)
        for step, fields in steps:
            answer = self.answers(step, **fields)
            assert answer.status_code == 200, answer.get_data(as_text=True)
        answer = self.answers("why", **WHY)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return str(answer.get_data(as_text=True))

    def confirms(self, page: str, **more: str) -> TestResponse:
        """Press [Confirm] on a page that was read."""
        return self.post(self.path, {**hidden(page), **more})

    def page_after_confirming(self, page: str, **more: str) -> str:
        """Press [Confirm] where that does not go through; the page that comes instead."""
        answer = self.confirms(page, **more)
        assert answer.status_code == 303
        return str(self.get(answer.headers["Location"]).get_data(as_text=True))


def hidden(page: str) -> dict[str, str]:
    """What the form that confirms brings along."""
    form = page[page.index('name="step" value="confirm"') - 400 :]
    found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {name: found[name] for name in ("form", "step", "draft", "mark")}


def kept(page: str) -> dict[str, str]:
    """What the last form of a page brings back by itself."""
    found = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.partition("<main")[2])
    return {name: unescape(value) for name, value in found}


def rulings(house: House) -> list[Any]:
    return [made for _, made in sorted(house.desk.state(ID).rulings.items())]
