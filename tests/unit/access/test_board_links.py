"""Links that set up a board: short, typed as one likes, and made for one tournament here."""

from itertools import product

import pytest

from services.access.board_links import (
    LANGUAGES,
    PACES,
    VIEWS,
    BoardChoice,
    BoardLinks,
    View,
    board_choice,
)
from shared.catalogue import Word
from tests.cases import cases
from tests.refusing import refusing

LINKS = BoardLinks(b"a key" * 8)
CHOICE = BoardChoice(("seats", "standings"), "zh", "12")


def test_a_link_says_what_was_chosen_whatever_that_was() -> None:
    some: tuple[tuple[View, ...], ...] = ((), VIEWS, ("alarm",), ("day",), ("seats", "standings"))
    links = set()
    for views, languages, pace in product(some, LANGUAGES, PACES):
        choice = BoardChoice(views, languages, pace)
        link = LINKS.make("cup", choice)
        assert LINKS.read("cup", link) == choice
        links.add(link)
    assert len(links) == len(some) * len(LANGUAGES) * len(PACES)


def test_a_link_is_short_enough_to_be_typed_and_is_read_however_it_was() -> None:
    link = LINKS.make("cup", CHOICE)
    assert len(link) == 14
    typed = (link.upper(), link.replace("-", ""), link.replace("-", " "))
    alike = link.replace("0", "O").replace("1", "l")
    for text in (*typed, alike):
        assert LINKS.read("cup", text) == CHOICE


def test_a_link_of_another_tournament_or_installation_opens_nothing() -> None:
    link = LINKS.make("cup", CHOICE)
    for links, tournament in ((LINKS, "other"), (BoardLinks(b"another key"), "cup")):
        with refusing("board-link-invalid"):
            links.read(tournament, link)


def test_no_letter_of_a_link_can_be_changed() -> None:
    link = LINKS.make("cup", CHOICE)
    for place, letter in enumerate(link):
        for other in "0abz" if letter != "-" else "":
            if other == letter:
                continue
            with refusing("board-link-invalid"):
                LINKS.read("cup", link[:place] + other + link[place + 1 :])


@cases("text", ["", "-", "a" * 11, "a" * 13, "u" * 12, "ａ" * 12, "0" * 12, "z" * 12, "a/b"])
def test_what_is_no_link_is_refused(text: str) -> None:
    with refusing("board-link-invalid") as refused:
        LINKS.read("cup", text)
    assert refused.value.status == 404


@pytest.mark.parametrize(
    ("views", "languages", "pace", "field"),
    [(["seat"], "zh", "10", "view"), ([], "fr", "10", "langs"), ([], "both", "1", "pace")],
)
def test_what_no_board_can_show_is_refused(views: list[str], languages: str, pace: str, field: str) -> None:
    with refusing("board-choice-wrong") as refused:
        board_choice(views, languages, pace)
    assert refused.value.params["what"] == Word("board-choice", field)


def test_views_are_shown_in_one_order_however_they_were_chosen() -> None:
    assert board_choice(["day", "seats", "day"], "en", "8") == BoardChoice(("seats", "day"), "en", "8")
