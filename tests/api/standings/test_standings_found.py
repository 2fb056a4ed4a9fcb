"""Somebody looked for in the standings: found by number or name by consent, whatever is typed."""

import re
from urllib.parse import quote

import pytest

from shared import plain_text
from shared.catalogue import say
from tests.api.conftest import ID, SESSION, Client, House, scores
from tests.api.standings.reading import lines, seen
from tests.api.standings.test_standings_page import ADDRESS
from tests.api.test_pages import assert_ours, ranked, read

HOSTILE = ("<script>", '"><b>', "%", "'", "\\", "0" * 190, "\u202e", "𠮷", "Ž", ".*", "--", "1/2", "  ")


@pytest.mark.parametrize("wanted", HOSTILE)
def test_whatever_is_looked_for_the_page_is_well_formed_and_says_it_back_as_text(
    in_play: House, wanted: str
) -> None:
    ranked(in_play)
    text, page = read(in_play.anyone, f"{ADDRESS}?q={quote(wanted)}&view=names")
    assert page.open == []
    assert '<script>"' not in text
    assert '<b>"' not in text
    assert len(lines(text)) == (8 if not plain_text.words(wanted) else 0)
    assert_ours(in_play.anyone, page)


def test_someone_is_found_by_number_or_by_words_of_a_name_that_is_shown(in_play: House) -> None:
    ranked(in_play)
    for wanted, expected in (
        ("3", {"0003"}),
        ("0003", {"0003"}),
        ("000", {f"000{number}" for number in range(1, 9)}),
        ("number2", {"0002"}),
        ("NUMBER2 player", {"0002"}),
        ("player", {"0002", "0004", "0006", "0008"}),
        ("number1", set()),
    ):
        text, _ = read(in_play.anyone, f"{ADDRESS}?q={quote(wanted)}")
        assert set(lines(text)) == expected, wanted
        assert (f"Shown: {len(expected)} of 8" if expected else say("page-found-nobody", "en")) in seen(text)
    assert set(lines(read(in_play.anyone, f"{ADDRESS}?q={quote('家2')}&lang=zh")[0])) == {"0002"}
    assert set(lines(read(in_play.organizer, f"{ADDRESS}?q=number1")[0])) == {"0001"}


@pytest.mark.parametrize("view", ["places", "names"])
def test_who_takes_part_and_has_no_place_is_said_to_have_none(in_play: House, view: str) -> None:
    def found(client: Client, wanted: str, lang: str = "en") -> str:
        text = seen(read(client, f"{ADDRESS}?view={view}&lang={lang}&q={quote(wanted)}")[0])
        # Any four digits may stand in the hash of an event.
        return re.sub(r"\b[0-9a-f]{64}\b", "", text)

    alone = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    everyone, office = in_play.anyone, in_play.organizer
    for _ in ("nobody is ranked", "others are"):
        for number in (alone, alone.lstrip("0")):
            assert f"{alone}: no place here, or none yet." in found(everyone, number)
        assert f"{alone}：在此沒有名次，或尚未有名次。" in found(office, alone, "zh")
        assert f"{alone}: no place" in found(office, f"number{int(alone)}")
        assert alone not in found(everyone, f"number{int(alone)}").replace(f"number{int(alone)}", "")
        for game in (1, 2, 3):
            seats = scores(30, -10, -12, -8)
            in_play.organizer.command(
                "record-game-result", {"sheet": f"{SESSION}/2", "game": game, "seats": seats}
            )
    assert say("page-found-nobody", "en") in found(everyone, "zzzz")
    assert say("page-found-nobody-of-all", "en") in found(office, "zzzz")
    assert say("page-found-nobody", "en") not in found(office, "zzzz")


def test_a_search_that_finds_nobody_says_so_while_nobody_is_ranked(shared_in_play: House) -> None:
    for view in ("places", "names"):
        text = seen(read(shared_in_play.anyone, f"{ADDRESS}?view={view}&lang=en&q=zzzz")[0])
        assert say("page-found-nobody", "en") in text
        assert say("page-found-nobody", "en") not in seen(
            read(shared_in_play.anyone, f"{ADDRESS}?view={view}&lang=en")[0]
        )


def test_a_name_is_found_in_other_letters_and_characters_before_there_are_places_and_after(
    in_play: House,
) -> None:
    body = {"entrant": "0002", "name_en": "Łukasz Øyen", "name_zh": "曾子軒"}
    in_play.done("amend-details", body)

    def is_found() -> bool:
        pages = (f"{ADDRESS}?lang=en&q={quote(wanted)}" for wanted in ("lukasz", "OYEN", "曾子轩", "曾子軒"))
        return all("Łukasz Øyen" in seen(read(in_play.anyone, page)[0]) for page in pages)

    assert is_found()
    ranked(in_play)
    assert is_found()
    text, _ = read(in_play.anyone, f"{ADDRESS}?lang=zh")
    assert "曾子轩" in text, "a script finds it too"


def test_who_agreed_to_be_named_and_has_no_place_is_found_by_name_without_a_number(in_play: House) -> None:
    def found(client: Client, wanted: str, lang: str = "en") -> str:
        return seen(read(client, f"{ADDRESS}?lang={lang}&q={quote(wanted)}")[0])

    for _ in ("nobody is ranked", "others are"):
        assert "Player Number2: no place here, or none yet." in found(in_play.anyone, "number2")
        assert "玩家2號：在此沒有名次，或尚未有名次。" in found(in_play.anyone, "家2", "zh")
        # The hash below every page may hold any digits.
        assert "0002" not in re.sub(r"\b[0-9a-f]{64}\b", "", found(in_play.anyone, "number2"))
        for unseen in ("number1", "number2 0002", "number2 2"):
            assert say("bot-impact-no-place", "en") not in found(in_play.anyone, unseen)
        table = 2 if "0002" in in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats else 1
        for game in (1, 2, 3):
            in_play.organizer.command(
                "record-game-result",
                {"sheet": f"{SESSION}/{table}", "game": game, "seats": scores(30, -10, -12, -8)},
            )


@pytest.mark.parametrize("view", ["standings", "results", "standings?view=names"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_name_is_found_in_both_languages_of_those_alone_who_are_named(
    in_play: House, view: str, lang: str
) -> None:
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    address = f"/t/{ID}/{view}{'&' if '?' in view else '?'}lang={lang}&q="
    for wanted in ("number2", "玩家2號"):
        text, _ = read(in_play.anyone, f"{address}{quote(wanted)}")
        assert list(lines(text)) == ["0002"], wanted
    for hidden in ("number7", "玩家7號"):
        text, _ = read(in_play.anyone, f"{address}{quote(hidden)}")
        assert lines(text) == {}
        assert say("page-found-nobody", lang) in text
        whole, _ = read(in_play.anyone, address)
        assert hidden not in whole.casefold()
