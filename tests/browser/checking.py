"""What every page is held to. A check gives what is wrong, in words; an empty list is well."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python

from shared.i18n import tag
from tests.browser.views import ANYONE, View
from tests.browser.visits import Visit
from tests.browser.ways import PHONE

STATES = "[data-state], [class^='state'], [class*=' state'], [class^='is-'], [class*=' is-']"
"""What shows a state by its looks, which words have to say, too."""
TARGET = 44
"""Pixels that a finger finds (WCAG 2.5.5); links within a sentence are as high as its lines."""
PHONES = (320, 390, 412)
"""Pixels of the width of other phones that people have."""
APART = 4
"""Pixels between texts that stand beside each other."""
TYPED = ("2026-03-28/1/1", "docs/recompute_standings.py")
"""What is written as it is typed: a table to look for, the name of a file."""
STILL = 0.01
"""Seconds that something may move for who asked for less motion."""
MANY = 20
"""Rows of a list or table that are looked at one by one; those after them are of the same template."""
_STOPS_EACH = 3
"""For each control that is there at first, how many the keyboard may stop at."""
_WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
_TEXT = 16
"""Pixels of a text in a browser where nobody chose another size."""

Check = Callable[[Visit], list[str]]


def nothing_complained(visit: Visit) -> list[str]:
    """No error or warning in the console, no exception, nothing that the policy of the page forbade."""
    return visit.complaints


def nothing_foreign(visit: Visit) -> list[str]:
    """No request to another host."""
    return visit.foreign


def kept_from_others(visit: Visit) -> list[str]:
    """What is not for anyone is for no search engine, is kept nowhere, and no other site hears of it."""
    headers = visit.headers
    listed = visit.page.locator("meta[name=robots][content*=noindex]").count() != 1
    return [
        *(["search engines may list it"] if listed else []),
        *([] if "no-store" in headers.get("cache-control", "") else ["it may be kept"]),
        *(
            []
            if headers.get("referrer-policy") in ("no-referrer", "same-origin")
            else ["other sites may hear of it"]
        ),
    ]


def language_named(visit: Visit) -> list[str]:
    """The page says which language it is in, so that it is read aloud as such."""
    named = visit.evaluate("document.documentElement.lang")
    return [] if named == tag(visit.language) else [f"the language is {named!r}"]


def marks_set_close(visit: Visit) -> list[str]:
    """Beside a full-width mark stands no space, wherever a text was put together from parts."""
    return _look(visit, "spaced", None)


def written_for_people(visit: Visit) -> list[str]:
    """Tables, sessions, states and figures stand as people write them, wherever nothing is to be typed."""
    return _look(visit, "coded", TYPED)


def accessible(visit: Visit) -> list[str]:
    """No violation of WCAG 2.2 AA that axe knows of, in what is left of long lists."""
    _look(visit, "shorten", MANY)
    visit.evaluate(_file(Path(axe_playwright_python.__file__).with_name("axe.min.js")))
    # On paper nothing is pressed, so that links need neither size nor line.
    rules = {rule: {"enabled": not visit.way.on_paper} for rule in ("target-size", "link-in-text-block")}
    options = {"runOnly": _WCAG, "rules": rules, "resultTypes": ["violations"]}
    found = visit.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {node['html'][:120]} ({node['failureSummary']})"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]


def fits_the_width(visit: Visit) -> list[str]:
    """The page scrolls in one direction only (WCAG 1.4.10); a table may, in a frame of its own."""
    return _look(visit, "wide", visit.way.width)


def close_texts(visit: Visit) -> list[str]:
    """Texts that run out of their card or into those beside them, as the page is shown now."""
    return _look(visit, "apart", APART)


def texts_apart(visit: Visit) -> list[str]:
    """No text runs out of its card or into the one beside it, on phones of any width."""
    way, found = visit.way, []
    for width in (*PHONES, way.width) if way == PHONE else (way.width,):
        visit.page.set_viewport_size({"width": width, "height": way.height})
        found += [f"{wrong} ({width} pixels wide)" for wrong in close_texts(visit)]
    return found


def fits_with_large_text(visit: Visit) -> list[str]:
    """With text of 200 % everything is there, and the page scrolls in one direction still (WCAG 1.4.4).

    The size is that which people choose in their browser: queries about the width follow it, as they do
    there, and a text that a style sheet gives in pixels does not, which is a complaint.
    """
    protocol = visit.protocol()
    size = "parseFloat(getComputedStyle(document.querySelector('main')).fontSize)"
    before = visit.evaluate(size)
    protocol.send("Page.setFontSizes", {"fontSizes": {"standard": 2 * _TEXT, "fixed": 2 * _TEXT}})
    try:
        grown = visit.evaluate(size) / before
        kept = [] if grown > 1.9 else [f"the text grew to {grown:.0%} only"]
        return kept + _look(visit, "wide", visit.way.width)
    finally:
        protocol.send("Page.setFontSizes", {"fontSizes": {"standard": _TEXT, "fixed": 13}})
        protocol.detach()


def targets_large_enough(visit: Visit) -> list[str]:
    """Fingers find what they press."""
    return _look(visit, "targets", TARGET)


def keyboard_enough(visit: Visit) -> list[str]:
    """Tab reaches every control in the order in which it is read, and shows where it is."""
    count = visit.evaluate(f"({_script()}).follow()")
    # A line that is come to may offer something more, so that there is more to pass than there was.
    for _ in range(_STOPS_EACH * count + 1):
        visit.page.keyboard.press("Tab")
        # Behind the last control is the page itself; a first round may begin further down.
        if visit.evaluate("document.activeElement === document.body && window.followed().length === 0"):
            break
    return list(visit.evaluate("window.followed()"))


def motion_reduced(visit: Visit) -> list[str]:
    """Nothing moves for who asked for less motion."""
    return _look(visit, "motion", STILL)


def states_in_words(visit: Visit) -> list[str]:
    """What colours and marks say is said in words, too."""
    return _look(visit, "wordless", STATES)


ALWAYS: tuple[Check, ...] = (
    nothing_complained,
    nothing_foreign,
    language_named,
    marks_set_close,
    written_for_people,
)
"""Of every page in every way."""
BY_HAND: tuple[Check, ...] = (
    fits_the_width,
    texts_apart,
    targets_large_enough,
    motion_reduced,
    states_in_words,
)
"""Where it is touched."""
AT_LENGTH: tuple[Check, ...] = (fits_with_large_text,)
"""Of every page, once in each language."""
READ: tuple[Check, ...] = (accessible,)
"""Of every page in every way, after what takes the whole of it: this shortens long lists."""
BY_KEYBOARD: tuple[Check, ...] = (keyboard_enough,)
"""Of every page, once in each language; after all others, as it moves about in it."""
UNLESS_FOR_ANYONE: tuple[Check, ...] = (kept_from_others,)
CHECKS = frozenset(
    check.__name__ for check in (*ALWAYS, *BY_HAND, *AT_LENGTH, *READ, *BY_KEYBOARD, *UNLESS_FOR_ANYONE)
)


def failures(visit: Visit, view: View, checks: Iterable[Check]) -> dict[str, list[str]]:
    """What is wrong with a page, by check; one that it is said not to hold yet has to find something."""
    more = () if view.opened_by == ANYONE else UNLESS_FOR_ANYONE
    found = {check.__name__: check(visit) for check in (*more, *checks)}
    for name in view.not_yet:
        if name in found:
            still = found[name] or visit.way != PHONE
            found[name] = [] if still else ["it holds now: take it out of not_yet"]
    return {name: wrong for name, wrong in found.items() if wrong}


def _look(visit: Visit, what: str, argument: Any) -> list[str]:
    return list(visit.evaluate(f"argument => ({_script()}).{what}(argument)", argument))


def _script() -> str:
    return _file(Path(__file__).with_name("looking.js"))


@cache
def _file(path: Path) -> str:
    return path.read_text("utf-8")
