"""What goes wrong in the hands of people, at the page of every task: they are told, and nothing is lost."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlencode

from werkzeug.test import TestResponse

from services.access.rights import COMMAND_RIGHTS, right
from services.tasks.day_questions import known_of
from tests.api.conftest import ID, House, opened
from tests.api.conftest import moments as moments
from tests.api.signing_in.browser import Browser
from tests.day.by_pages import role_of, table, written
from tests.day.every_task import (
    BY_FILE,
    OF_OTHER_TOURNAMENTS,
    OTHER,
    PEOPLE,
    before_the_day,
    given,
    the_closing,
    the_session,
    the_weather,
)
from tests.day.pages_read import Form, Page
from tests.day.scenario import Deed, plan
from tests.day.test_day import founded
from tests.sampling import a_few

OFFICES = {"referee": "REF-2", "chief_referee": "CR", "organizer": "organizer"}
_TAGS = re.compile(r"<(?!form)[^>]*>|\s+")


class Hands:
    """People at the page of one task, with all of what is to be typed there."""

    def __init__(self, house: House, browsers: dict[tuple[str, str], Browser], deed: Deed) -> None:
        self._house, self._browsers, self._deed = house, browsers, deed
        self._path = f"/t/{ID}/tasks/{deed.task}"
        self._typed = typed(deed)
        self._in_steps = known_of(deed.task) is not None
        self.wrong: list[str] = []

    def try_all(self) -> None:
        """Try what can go wrong before it is done, do it, and try what can go wrong then."""
        mine, other = self._browser("desk"), self._browser("phone")
        form, head = self._form(mine), self._house.head
        self._other_office(form)
        self._other_tournament(mine, form)
        self._sign_in_expired(form)
        read = self._form_in(self._look(mine, form))
        if not self._in_steps:
            self._keeps("Change", mine.post(self._path, {**read.sent, "step": "change"}))
        theirs = self._form_in(self._look(other, self._form(other)))
        left_open = self._form(other)
        self._check(self._house.head == head, "done before it was confirmed")
        self._pressed_twice(mine, read)
        done = self._house.head
        answer = other.post(self._path, {**theirs.sent, "step": "confirm"})
        self._check(self._house.head == done, f"done again on a second device: {shown(answer)}")
        if answer.status_code != 303:  # That there is nothing left to do is said on the page it leads to.
            self._keeps("a second device", answer)
        self._keeps("a page left open", self._look(other, left_open))
        self._check(self._house.head == done, "done by what was only to be read back")

    def do(self) -> None:
        """Do it, and press twice."""
        browser = self._browser("desk")
        self._pressed_twice(browser, self._form_in(self._look(browser, self._form(browser))))

    def _pressed_twice(self, browser: Browser, read: Form) -> None:
        head = self._house.head
        first = browser.post(self._path, {**read.sent, "step": "confirm"})
        done = self._house.head
        self._check(first.status_code == 303 and done != head, f"not done: {shown(first)}")
        second = browser.post(self._path, {**read.sent, "step": "confirm"})
        self._check(second.status_code == 409 and self._house.head == done, f"twice: {shown(second)}")

    def _other_office(self, form: Form) -> None:
        """Whoever may not do it is shown nothing, and does nothing."""
        for role, who in OFFICES.items():
            if right(role, self._deed.task) is None:
                browser = self._browser("desk", who)
                sent = {**form.sent, "form": browser.word(), "step": "look"}
                for answer in (browser.get(self._path), browser.post(self._path, sent)):
                    self._check(answer.status_code == 403 and "<form" not in shown(answer), f"{role} may")

    def _other_tournament(self, browser: Browser, form: Form) -> None:
        """A sign-in is for one: at another its form is nobody's."""
        away = self._path.replace(f"/t/{ID}/", f"/t/{OTHER}/")
        for answer in (browser.get(away), browser.post(away, form.sent)):
            self._check(answer.status_code == 401, f"elsewhere: {shown(answer)}")

    def _sign_in_expired(self, form: Form) -> None:
        """What was typed stays on the page, is there after signing in anew, and goes on from there."""
        browser = Browser(self._house)
        kept = self._keeps("an expired sign-in", self._look(browser, form), 401)
        browser.sign_in(role_of(self._deed.who), self._deed.who)
        if kept is not None:
            kept = self._keeps("signing in anew", browser.post(self._path, kept.sent), 403)
        if kept is not None:
            self._keeps("what is sent again", browser.post(self._path, kept.sent), 200)

    def _keeps(self, what: str, answer: TestResponse, *statuses: int) -> Form | None:
        """The form of an answer, where all that was typed has to be in it."""
        if answer.status_code not in (statuses or (200, 422)):
            self.wrong.append(f"{what}: {answer.status_code} {shown(answer)}")
            return None
        form = self._form_in(answer)
        lost = [name for name, value in self._typed.items() if not holds(form, name, value)]
        self._check(not lost, f"{what} loses {lost}: {shown(answer)}")
        return form

    def _form(self, browser: Browser) -> Form:
        """The form of the task, filled in; the table that is chosen may bring its cells."""
        form = self._form_in(browser.get(f"{self._path}?{urlencode(self._typed if self._in_steps else {})}"))
        if self._in_steps:
            return form
        if self._fill(form):
            form = self._form_in(self._look(browser, form))
        missing = self._fill(form)
        assert not missing, (self._deed, missing)
        return form

    def _fill(self, form: Form) -> list[str]:
        for name, value in self._typed.items():
            field = form.fields.get(name)
            if field is not None:
                field.value = {"yes": field.on, "no": ""}[value] if field.kind == "checkbox" else value
        return [name for name in self._typed if name not in form.fields]

    def _look(self, browser: Browser, form: Form) -> TestResponse:
        return browser.post(self._path, {**form.sent, "step": "look"})

    def _form_in(self, answer: TestResponse) -> Form:
        page = Page(answer.get_data(as_text=True))
        found = [form for form in page.forms if form.path == self._path and form.method == "post"]
        assert found, (self._deed, answer.status_code, shown(answer))
        # Under "no-referrer" a browser says of no form where it comes from, and it is refused.
        self._check(answer.headers["Referrer-Policy"] == "same-origin", f"sent from nowhere: {shown(answer)}")
        return found[0]

    def _browser(self, device: str, who: str = "") -> Browser:
        """Somebody at a device, signed in."""
        key = (who or self._deed.who, device)
        if key not in self._browsers or self._browsers[key].get(f"/t/{ID}/staff").status_code != 200:
            self._browsers[key] = Browser(self._house).sign_in(role_of(key[0]), key[0])
        return self._browsers[key]

    def _check(self, good: bool, what: str) -> None:
        if not good:
            self.wrong.append(what)


def shown(answer: TestResponse) -> str:
    """What a page says, in short."""
    main = answer.get_data(as_text=True).partition("<main")[2].partition("</main")[0]
    return _TAGS.sub(" ", main)[:400]


def typed(deed: Deed) -> dict[str, str]:
    """Every answer as it is typed into its field."""
    found = written(deed)
    if deed.task == "make-ruling":
        return {name: answer for name, answer in deed.answers.items() if name != "effect"}
    if deed.task == "present-evidence":
        rack = {"rack": deed.answers["rack"].split(), "last_drawn": deed.answers["last"]}
        return {"dispute": deed.answers["dispute"], "rack": json.dumps(rack)}
    if "rows" in deed.answers:
        found["rows"] = table(deed.answers["rows"])
    if "signals" in deed.answers:
        found["signals"] = json.dumps(deed.answers["signals"])
    return {"of-step" if name == "step" else name: value for name, value in found.items()}


def holds(form: Form, name: str, value: str) -> bool:
    """Whether an answer is in a form, in its field, in cells or as all figures are typed."""
    field = form.fields.get(name)
    if field is None:
        all_typed = [form.fields[each].value for each in ("seats", "games") if each in form.fields]
        return value == "no" or any(value in text for text in all_typed)
    if name == "list":  # It is written anew, with the numbers that were given.
        return all(line.partition(",")[0] in field.value for line in value.splitlines()[1:])
    if field.kind == "checkbox":
        return bool(field.value) == (value == "yes")
    return field.value == value or (name == "next_word" and field.value.startswith(value))


def deeds(house: House) -> Iterator[Deed]:
    for part in (before_the_day, the_weather, the_session):
        yield from part(house)


def tried(house: House, course: Iterator[Deed], wrong: dict[str, list[str]]) -> set[str]:
    """Do each, and try what can go wrong at a share of them, or at all; the tasks that were done."""
    browsers: dict[tuple[str, str], Browser] = {}
    closely = {*a_few(sorted(COMMAND_RIGHTS))}
    found = set()
    for deed in course:
        hands = Hands(house, browsers, deed)
        (hands.try_all if deed.task in closely else hands.do)()
        wrong[deed.task] = [*wrong.get(deed.task, []), *hands.wrong]
        found.add(deed.task)
    return found


def test_every_task_is_done_once_and_what_was_typed_is_never_lost(
    moments: Mapping[str, Path], tmp_path: Path
) -> None:
    wrong: dict[str, list[str]] = {}
    with opened(moments["house"], tmp_path) as house:
        found = tried(house, deeds(given(house)), wrong)
    with founded(moments["house"], tmp_path / "closing", PEOPLE) as house:
        house.organizer.post("/api/v1/tournaments", {**plan(PEOPLE), "id": OTHER})
        found |= tried(house, the_closing(house), wrong)
    assert {task: what for task, what in wrong.items() if what} == {}
    offices = {name for name in COMMAND_RIGHTS if any(right(role, name) for role in OFFICES)}
    assert offices - found == BY_FILE | {*OF_OTHER_TOURNAMENTS}, "done once in every_task.py"
