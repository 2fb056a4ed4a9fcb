"""Everything is done on pages: by links and forms that stand there, from the page of an official on."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from tests.api.conftest import ID, House
from tests.api.signing_in.browser import Browser, made
from tests.day.hands import Hands
from tests.day.pages_read import Form, Link, Page
from tests.day.scenario import Deed, Game

STAFF = f"/t/{ID}/staff"
"""Where a sign-in leads to: the only address that is known."""
_OF_STAGE = ("conclude-qualification", "decide-cut-tie", "place-finalists", "publish-results", "make-awards")
_ON_THE_WAY = 12
_ASKED_MORE = 422
"""The status of a form that asks for what it could not know before, such as the cells of the table chosen."""


class Official:
    """Somebody who is signed in, and looks at one page at a time."""

    def __init__(self, house: House, who: str, language: str) -> None:
        self.browser, self.who, self.hands = Browser(house), who, Hands()
        self.at, self.page = "", Page("")
        self.open(f"{STAFF}?lang={language}")

    def open(self, address: str) -> None:
        """Be on a page that is there."""
        for _ in range(_ON_THE_WAY):
            answer = self.browser.get(address)
            if answer.status_code not in (302, 303):
                break
            address = answer.headers["Location"]
        if answer.status_code == 401:
            self._sign_in(Page(answer.get_data(as_text=True)))
        else:
            self._reach(address, answer.get_data(as_text=True), answer.status_code)

    def _sign_in(self, page: Page) -> None:
        """With a new link, on the page that asks for one; it leads back to what was asked for."""
        form = next(form for form in page.forms if "link" in form.fields)
        form.fields["link"].value = made(self.browser.house, role_of(self.who), self.who)
        self.send(form)
        self.send(next(form for form in self.page.forms if form.path.startswith("/staff/sign-in/")))

    def press(self, link: Link) -> None:
        self.hands.presses += 1
        self.open(link.address)

    def send(self, form: Form, button: tuple[str, str] = ("", "")) -> None:
        """Press a button of a form."""
        self.hands.presses += 1
        sent = form.sent | ({button[0]: button[1]} if button[0] else {})
        if form.method == "get":
            self.open(f"{form.path or self.at}?{urlencode(sent)}")
            return
        answer = self.browser.post(form.path, sent)
        if answer.status_code == 303:
            self.open(answer.headers["Location"])
        else:
            self._reach(form.path, answer.get_data(as_text=True), answer.status_code)

    def _reach(self, address: str, html: str, status: int) -> None:
        assert status in (200, _ASKED_MORE), (address, status, html.partition("<main")[2])
        self.at, self.page = Link(address).path, Page(html)

    def fill(self, form: Form, answers: Mapping[str, str]) -> set[str]:
        """Write what the form asks for; the names of what it took."""
        taken = set()
        for name, answer in answers.items():
            field = form.fields.get(name)
            if field is None or field.kind == "hidden":
                continue
            taken.add(name)
            if field.kind == "checkbox":
                answer = field.on if answer == "yes" else ""
            elif field.choices:
                assert answer in field.choices, (name, answer, field.choices)
            if field.value != answer:
                self.hands.presses += {"select": 2}.get(field.kind, 1 - field.is_ready)
                self.hands.characters += len(answer) if field.kind == "text" else 0
            field.value = answer
        return taken


def role_of(who: str) -> str:
    return {"organizer": "organizer", "CR": "chief_referee"}.get(who, "referee")


class ByPages:
    """Everybody at a browser of their own."""

    def __init__(self, house: House, language: str = "en") -> None:
        self._house, self._language = house, language
        self._people: dict[str, Official] = {}

    def official(self, who: str) -> Official:
        if who not in self._people:
            self._people[who] = Official(self._house, who, self._language)
        return self._people[who]

    def hands(self, who: str) -> Hands:
        return self.official(who).hands

    def do(self, deed: Deed) -> None:
        """From wherever they are, to the event in the log."""
        person, before = self.official(deed.who), self._house.head
        if deed.task == "check-in":
            _at_the_desk(person, deed)
        else:
            _find(person, deed)
            _answer(person, deed)
        assert self._house.head != before, (deed, person.page.html.partition("<main")[2])


def _at_the_desk(person: Official, deed: Deed) -> None:
    """At the console of the session: one field, and the next."""
    if not any("who" in form.fields for form in person.page.forms):
        _to_staff(person)
        consoles = [*person.page.leading_to("/console")]
        for console in consoles:
            person.press(console)
            if any("who" in form.fields for form in person.page.forms):
                break
    form = next(form for form in person.page.forms if "who" in form.fields)
    person.fill(form, {"who": str(deed.answers["entrant"])})
    person.send(form)


def _find(person: Official, deed: Deed) -> None:
    """Come to the page of a task: from where one is, what waits, the session's console, or by searching."""
    for _ in _ways(person, deed):
        found = _offered(person, deed)
        if found is not None:
            person.press(found)
            return
    person.press(next(person.page.leading_to(f"/tasks/{deed.task}")))


def _ways(person: Official, deed: Deed) -> Iterator[None]:
    """Be on one page after the other, the list of all tasks last."""
    yield
    _to_staff(person)
    yield
    sheet = str(deed.answers.get("sheet", ""))
    session = sheet.rpartition("/")[0] or str(deed.answers.get("session", ""))
    for link in person.page.leading_to(f"{session}/console" if session else "no"):
        person.press(link)
        yield
        for table in [each for each in person.page.links if each.query.get("about") == f"table:{sheet}"]:
            person.press(table)
            yield
        break
    if deed.task in _OF_STAGE:
        _to_staff(person)
        for link in [*person.page.leading_to("/closing")]:
            person.press(link)
            yield
    if "dispute" in deed.answers:
        _to_staff(person)
        for end in ("/docket", f"/{deed.answers['dispute']}"):
            person.press(next(person.page.leading_to(end)))
        yield
    _to_staff(person)
    person.press(next(person.page.leading_to("/tasks")))
    if "entrant" in deed.answers:
        form = next(form for form in person.page.forms if "find" in form.fields)
        person.fill(form, {"find": str(deed.answers["entrant"])})
        person.send(form)
        yield
        person.press(next(person.page.leading_to("/tasks")))
    yield


def _to_staff(person: Official) -> None:
    """To the page of officials, which every page of theirs leads to."""
    if person.at != STAFF:
        found = next(person.page.leading_to("/staff"), None)
        if found is None:
            person.press(next(person.page.leading_to("/tasks")))
            found = next(person.page.leading_to("/staff"))
        person.press(found)


_OF_ADDRESS = ("dispute", "kind")
_OWN_PAGES = {"make-ruling": "/ruling", "present-evidence": "/evidence"}


def _offered(person: Official, deed: Deed) -> Link | None:
    """The link to the task that knows most of the answers, and nothing else."""
    end = _OWN_PAGES.get(deed.task)
    if end is not None:
        wanted = f"/docket/{deed.answers['dispute']}{end}"
        return next(person.page.leading_to(wanted), None)

    def known(link: Link) -> dict[str, str]:
        return {name: value for name, value in link.query.items() if name not in ("lang", "back")}

    found = [
        link
        for link in person.page.leading_to(f"/tasks/{deed.task}")
        if all(str(deed.answers.get(name)) == value for name, value in known(link).items())
    ]
    best = max(found, key=lambda link: len(known(link)), default=None)
    return best if best is not None and (known(best) or not deed.answers) else None


def _answer(person: Official, deed: Deed) -> None:
    """Fill in whatever is asked and press the first button, until the page is another."""
    path, left = person.at, set(written(deed))
    for _ in range(_ON_THE_WAY):
        form = next(form for form in person.page.forms if form.path == path and form.method == "post")
        left -= person.fill(form, written(deed))
        left -= {name for name, field in form.fields.items() if field.value == written(deed).get(name)}
        person.send(form, next((button for button in form.buttons if button[0] == "step"), ("", "")))
        if person.at != path:
            assert not left, (deed, left)
            return
    raise AssertionError(f"{deed} comes to no end: {person.page.html.partition('<main')[2]}")


def written(deed: Deed) -> dict[str, str]:
    """The answers as they are written into the fields of a form."""
    found: dict[str, str] = {}
    for name, answer in deed.answers.items():
        match name, answer:
            case ("seats" | "figures", Mapping()):
                found |= _cells(answer)
            case ("games", Sequence()):
                for number, game in enumerate(answer, 1):
                    found |= _cells(game, f"game{number}-")
            case ("entrants", Sequence()):
                found["list"] = listed(answer)
            case ("assignments", Mapping()):
                found[name] = "\n".join(f"{who}: {' '.join(map(str, own))}" for who, own in answer.items())
            case _:
                found[name] = str(answer)
    if deed.task == "withdraw-entrant":
        found["game_in_progress"] = "no"
    return {
        name: answer
        for name, answer in found.items()
        if deed.task not in _OWN_PAGES or name not in _OF_ADDRESS
    }


def listed(people: Sequence[Mapping[str, object]]) -> str:
    """A list as it is pasted, with a heading."""
    words: Mapping[object, str] = {True: "yes", False: "no"}
    return table([{name: words.get(value, value) for name, value in each.items()} for each in people])


def table(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as a spreadsheet has them, the names of the columns first."""
    return "\n".join(",".join(map(str, row)) for row in [[*rows[0]], *(each.values() for each in rows)])


def _cells(game: Game, prefix: str = "") -> dict[str, str]:
    return {
        f"{prefix}{name}_{seat}": str(value)
        for seat, pair in game.items()
        for name, value in zip(("points", "tiles"), pair, strict=True)
    }
