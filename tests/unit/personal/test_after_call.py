"""What a family writes after a call is of the child called, unless it names another or may be of all."""

import pytest

from services.personal.cries import about

AMY, BEN = "0007", "0008"
NAMES = {AMY: ("Wong Amy", "王美玲"), BEN: ("Wong Ben", "王小明")}


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        (
            (AMY,),
            (
                "how is she? five minutes",
                "HELP",
                "is she hurt?",
                "Wong is my name, I am her mother",
                "Is Amy ok?",
                "I come right now, one second",
                "佢點呀？五分鐘到",
                "佢有冇事？",
                "美玲喺邊度？",
                "王美玲有冇受傷",
                "兩個字後到，佢點呀",
                "我係王太",
            ),
        ),
        (
            (BEN,),
            ("Ben is missing", "where is WONG BEN?", "小明唔見咗", "王小明喺邊度", "But Ben fell, too"),
        ),
        (
            (AMY, BEN),
            (
                "is ben with her?",
                "There is a fire in the hall!!",
                "my other son is missing",
                "are both ok",
                "where is her brother",
                "Amy and Ben: where are they",
                "另一個仔唔見咗",
                "火警！",
                "佢哋喺邊度",
                "佢細佬喺邊度",
            ),
        ),
    ],
)
def test_it_is_of_whom_it_names(numbers: tuple[str, ...], texts: tuple[str, ...]) -> None:
    for text in texts:
        assert tuple(about(text, NAMES, [AMY])) == numbers, text


def test_a_name_that_is_a_word_of_english_only_may_name_somebody() -> None:
    names = {AMY: ("Chan May",), BEN: ("Chan Will",)}
    assert about("Will she be ok?", names, [AMY]) == [AMY, BEN]
    assert about("may I come in", names, [AMY]) == [AMY]
    assert about("CHAN WILL is missing", names, [AMY]) == [BEN]
