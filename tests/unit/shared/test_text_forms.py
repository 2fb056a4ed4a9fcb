"""Each text of what comes in is put into the form that its field declares, however deep it lies."""

from datetime import date
from typing import Annotated, Literal

import msgspec
import pytest

from shared.bounds import many, read_as, spoken, text
from shared.strict_json import NotRead, read_json
from shared.text_forms import plain, written
from tests.cases import cases

Number = Annotated[str, read_as("entrant")]


class Leaf(msgspec.Struct, tag="leaf", forbid_unknown_fields=True):
    name: Annotated[str, text(9, form="words")]
    born: date | None = None
    role: Literal["child", "parent"] | None = None


class Other(msgspec.Struct, tag="other"):
    score: Annotated[str, text(9, form="narrow")] = ""


class Tree(msgspec.Struct, frozen=True):
    leaves: Annotated[tuple[Leaf | Other, ...], many(9)] = ()
    by_number: dict[Number, int] = {}
    note: Annotated[str, text(20, lines=True, form="paragraphs")] | None = None
    speaks: Annotated[str, spoken()] = "zh"
    free: Annotated[str, text(9)] = ""


def test_what_is_plain_already_is_the_very_same() -> None:
    tree = Tree((Leaf("A B"), Other("-1")), {"1": 2}, "a\n b", "en", " x ")
    assert plain(tree) is tree


def test_every_text_has_its_own_form_and_one_without_stays() -> None:
    tree = Tree((Leaf("Ａ\u3000B\u200b"), Other("－１")), {"１": 2}, "a\r\nb\x07", "zh-HK", " ａ ")
    assert plain(tree) == Tree((Leaf("Ａ B"), Other("-1")), {"1": 2}, "a\nb", "zh", " ａ ")
    for name, language in {
        " ＴＣ": "zh",
        "中文": "zh",
        "Chinese": "zh",
        "英文": "en",
        "ENGLISH": "en",
    }.items():
        assert plain(Tree(speaks=name)).speaks == language
    assert plain(Tree(speaks="fr")).speaks == "fr"


def test_keys_that_would_become_one_stay_as_they_are() -> None:
    forms = {"entrant": lambda number: number.zfill(3)}
    assert written(Tree(by_number={"1": 1, "2": 2}), forms).by_number == {"001": 1, "002": 2}
    assert written(Tree(by_number={"1": 1, "001": 2}), forms).by_number == {"1": 1, "001": 2}


def test_dates_and_words_of_a_document_are_read_with_full_width_digits_and_letters() -> None:
    document = '{"leaves":[{"type":"leaf","name":"Ａ","born":"２０１６－０５－１４ ","role":"ｃｈｉｌｄ"}]}'
    assert read_json(document.encode(), Tree).leaves == (Leaf("Ａ", date(2016, 5, 14), "child"),)


@cases(
    "leaf",
    ['"born":"２０１６－０５－３２"', '"born":"yesterday"', '"role":"uncle"', '"born":2.0', '"x":"１"'],
)
def test_what_is_none_in_any_form_is_refused_with_its_field(leaf: str) -> None:
    with pytest.raises(NotRead) as raised:
        read_json(f'{{"leaves":[{{"type":"leaf","name":"A",{leaf}}}]}}'.encode(), Tree)
    assert (raised.value.why, raised.value.where["field"][:9]) == ("misshapen", "leaves[0]")


def test_a_text_is_as_long_as_it_is_kept() -> None:
    document = msgspec.json.encode({"leaves": [{"type": "leaf", "name": "\u200b" * 50 + "  A  "}]})
    assert read_json(document, Tree).leaves == (Leaf("A"),)
