"""Every problem speaks both languages and says what to do."""

import ast
import re
import sys
from pathlib import Path

import pytest

import bots
import services
import shared
from services.declarations import declare_all, every_problem_type
from shared.catalogue import catalogue, languages, values_of
from shared.database.failures import DISK_FULL
from shared.problems import ProblemType, error_name, not_found

ROOMS = ("services.", "bots.", "shared.")


def test_both_languages_of_a_problem_tell_the_same_particulars() -> None:
    for key in (f"problem-{code}" for code in every_problem_type()):
        assert values_of(key, "en") == values_of(key, "zh"), key


def test_every_sentence_is_of_a_problem() -> None:
    sentences = {key.removeprefix("problem-") for key in catalogue("en") if key.startswith("problem-")}
    assert sentences == set(every_problem_type())


def test_a_problem_ends_as_a_sentence_that_says_the_way_out() -> None:
    for kind in every_problem_type().values():
        assert kind.sentence("en").endswith((".", "{way_out}", "{there}")), kind.code
        assert kind.sentence("zh").endswith(("。", "{way_out}", "{there}")), kind.code
        assert 400 <= kind.status < 600, kind.code


def test_whoever_raises_a_problem_gives_the_values_its_sentence_names() -> None:
    declare_all()
    raised = 0
    for module in [
        other
        for other in sys.modules.values()
        if other.__name__.startswith(ROOMS) and other.__file__
        if any(isinstance(each, ProblemType) for each in vars(other).values())
    ]:
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            kind = getattr(module, call.func.id, None) if isinstance(call.func, ast.Name) else None
            given = {keyword.arg for keyword in call.keywords}
            if isinstance(kind, ProblemType) and None not in given:
                assert given == values_of(f"problem-{kind.code}", "en"), f"{module.__name__}:{call.lineno}"
                raised += 1
    assert raised > len(every_problem_type())


@pytest.mark.parametrize("language", languages())
def test_no_sentence_ends_twice_where_a_refusal_is_wrapped_in_another(language: str) -> None:
    """Whatever a refusal names may be a sentence of its own, as the refusal of house rules in a file is."""
    inner = not_found("table", "7")
    assert inner.text(language).endswith((".", "。"))
    wrapped = 0
    for kind in every_problem_type().values():
        named = values_of(f"problem-{kind.code}", language)
        text = kind(**dict.fromkeys(named, inner)).text(language)
        assert not re.search(r"(?<!\.)[.。][.。](?!\.)", text), f"{kind.code}: {text}"
        wrapped += bool(named)
    assert wrapped > 200


def test_full_stops_that_are_none_stay() -> None:
    for text in ("../club.toml", "wait...", "a..b", "1..4"):
        assert text in not_found("file", text).text("en"), text


def test_a_code_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        ProblemType("not-found", 404)


def test_a_problem_can_say_more_exactly_where_it_lies() -> None:
    problem = not_found("table", "7").at(file="a.csv", line=3).at(line=4)
    assert dict(problem.where) == {"file": "a.csv", "line": 4}
    assert problem.text("zh") == "找不到賽桌 7。請檢查拼寫或查看列表。"


FOR_OPERATORS_ALONE = {
    *(
        "address-in-use",
        "address-unusable",
        "simulator-port-taken",
        "setting-unknown",
        "setting-invalid",
        "dotenv-unreadable",
    ),
    *("secret-file-unusable", "secret-lost", "seal-key-unusable", "seal-key-lost", "telegram-token-invalid"),
    *("telegram-unreachable", "credential-unreadable", "copy-differs"),
    *(
        "database-unreachable",
        "database-shared",
        "database-not-allowed",
        "database-not-migrated",
        "database-not-there",
        "database-lost",
        "database-newer",
        "database-pre-release",
    ),
    *("worker-gone", "worker-stuck", "channel-stopped", "delivery-muted", "deliveries-held", "not-ready"),
}
"""Said where a process starts, of the worker, and to whoever runs the installation."""


@pytest.mark.parametrize("language", languages())
def test_people_are_told_nothing_of_a_machine_that_only_its_operator_can_use(language: str) -> None:
    told = 0
    for kind in every_problem_type().values():
        if kind.status >= 500 and kind.code not in FOR_OPERATORS_ALONE:
            named = values_of(f"problem-{kind.code}", language)
            text = kind(**dict.fromkeys(named, "x")).for_people(language)
            pattern = r"`|tileledger|TILELEDGER|doctor|verify|backup|database|schema|資料庫|備份"
            assert not re.search(pattern, text), f"{kind.code}: {text}"
            told += 1
    assert told > 15


def test_no_refusal_holds_a_moment_as_programs_write_it() -> None:
    told_programs = {"grants.py"}
    found = [
        (path.name, call.lineno)
        for house in (services, bots, shared)
        for path in sorted(Path(house.__path__[0]).rglob("*.py"))
        if path.name not in told_programs and "isoformat" in (text := path.read_text("utf-8"))
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id.isupper()
        if any(isinstance(part, ast.Attribute) and part.attr == "isoformat" for part in ast.walk(call))
    ]
    assert found == []


def test_logs_name_the_code_of_a_problem_and_the_class_of_any_other_error() -> None:
    found = [error_name(error) for error in (DISK_FULL(), ValueError("a secret"))]
    assert found == ["disk-full", "ValueError"]
