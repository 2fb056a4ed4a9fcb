"""Every problem speaks both languages and says what to do."""

import string
from importlib import import_module
from pkgutil import walk_packages

import pytest

import bots
import services
import shared
from shared.problems import NOT_FOUND, ProblemType, problem_types


def parameters(template: str) -> set[str]:
    """What a sentence asks for; `why_zh` is `why` in the other language."""
    return {name.removesuffix("_zh") for _, name, _, _ in string.Formatter().parse(template) if name}


def every_problem_type() -> list[ProblemType]:
    for house in (services, bots, shared):
        for module in walk_packages(house.__path__, f"{house.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    return list(problem_types().values())


def test_both_languages_of_a_problem_tell_the_same_particulars() -> None:
    differing = [kind.code for kind in every_problem_type() if parameters(kind.en) != parameters(kind.zh)]
    assert differing == []


def test_a_problem_ends_as_a_sentence_that_says_the_way_out() -> None:
    for kind in every_problem_type():
        assert kind.en.endswith((".", "{way_out}")), kind.code
        assert kind.zh.endswith(("。", "{way_out}")), kind.code
        assert 400 <= kind.status < 600, kind.code


def test_a_code_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        ProblemType("not-found", 404, "Again.", "再次。")


def test_a_problem_can_say_more_exactly_where_it_lies() -> None:
    problem = NOT_FOUND(what="table", id="7").at(file="a.csv", line=3).at(line=4)
    assert dict(problem.where) == {"file": "a.csv", "line": 4}
    assert problem.text("zh") == "找不到 table 7。請檢查拼寫或查看列表。"
