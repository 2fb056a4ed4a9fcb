import json
import tomllib
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from services.tournament.definition.awards import Award
from services.tournament.definition.meanings import PARTS, attributes_of, fields_of
from services.tournament.definition.schema import schema_of_file
from services.tournament.definition.templates import template, template_names
from shared.codec import canonical
from tests.cases import cases
from tests.unit.tournament.definition.plans import SCHOOL_DAY
from tests.unit.tournament.definition.test_defaults import BARE
from tests.unit.tournament.definition.test_documents import FILES, NAMES
from tests.unit.tournament.definition.test_faults import FAULTY

VALIDATOR = Draft202012Validator(schema_of_file())


def plain(value: Any) -> Any:
    """A document of TOML as editors see it: days and times are texts."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def faults_in(text: str) -> list[str]:
    return [error.json_path for error in VALIDATOR.iter_errors(plain(tomllib.loads(text)))]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema_of_file())
    assert json.loads(json.dumps(schema_of_file())) == schema_of_file()


@cases("name", template_names())
def test_a_template_is_of_the_schema(name: str) -> None:
    assert faults_in(template(name, "ours")) == []


@cases("name", NAMES)
def test_a_document_is_of_the_schema(name: str) -> None:
    assert faults_in((FILES / f"{name}.toml").read_text("utf-8")) == []


def test_what_may_be_left_out_is_left_out() -> None:
    assert faults_in(BARE) == []


def test_the_canonical_form_is_of_the_schema() -> None:
    assert list(VALIDATOR.iter_errors(json.loads(canonical(SCHOOL_DAY)))) == []


SHAPES = (
    "no-title",
    "unknown-field",
    "unknown-field-of-a-session",
    "text-for-a-number",
    "float-for-a-number",
    "number-for-a-text",
    "table-for-a-list",
    "time-that-is-none",
    "unknown-language-of-a-text",
    "unknown-word-draw",
    "unknown-word-games",
    "unknown-word-ties",
    "unknown-word-apart",
    "unknown-ranking-key",
    "unknown-half",
    "award-of-unknown-kind",
    "award-without-titles",
    "text-too-long",
)


@cases("name", SHAPES)
def test_an_editor_sees_what_has_not_the_shape(name: str) -> None:
    (file,) = [file for file in FAULTY if file.stem == name]
    assert faults_in(file.read_text("utf-8"))


@cases("cls", PARTS.values())
def test_every_field_has_its_meaning_in_the_docstring_in_the_same_order(cls: type[Any]) -> None:
    assert list(attributes_of(cls)) == list(cls.__struct_fields__)
    for field in fields_of(cls):
        assert field.meaning.endswith(".")


def test_every_kind_of_award_is_documented() -> None:
    assert set(Award.__args__) <= set(PARTS.values())


def test_the_schema_lies_beside_its_page() -> None:
    folder = Path(__file__).parents[4] / "docs"
    beside = json.loads((folder / "tournament-file.schema.json").read_text("utf-8"))
    assert beside == schema_of_file(), "run `python -m infra.documents`"
