"""Templates have no punctuation of their own behind a value: Chinese writes it otherwise."""

import re
from pathlib import Path

import services.web
from tests.cases import cases

FOLDER = Path(services.web.__file__).parent
TEMPLATES = sorted(path for path in FOLDER.rglob("*.html") if path.name != "docs.html")
# Behind a value, a condition or an element; the page of the API's documentation is for programs.
MARK = re.compile(
    r"(?:\}\}|%\}|</(?:a|strong|span|b|code|time)>)(?:[:,.](?:[ <]|$)|\))|(?:[ >])\((?=\{)", re.MULTILINE
)


def test_there_are_templates_to_read() -> None:
    assert len(TEMPLATES) > 40


@cases("path", TEMPLATES)
def test_punctuation_comes_from_the_catalogue(path: Path) -> None:
    found = [match[0] for match in MARK.finditer(path.read_text(encoding="utf-8"))]
    assert found == []
