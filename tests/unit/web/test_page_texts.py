"""A text that a page names is in the catalogue: a template shows nothing in place of one that is not."""

import re
from pathlib import Path

import services.web
from shared.catalogue import catalogue

ROOM = Path(services.web.__file__).parent
_NAMED = re.compile(r"""\bt\.(?!say\b|get\b|items\b)([a-z]\w*)|\bt\.say\("(\w+)"[,)]""")


def test_every_text_that_a_template_names_is_in_the_catalogue() -> None:
    named = {
        (path.name, name or said)
        for path in ROOM.rglob("*.html")
        for name, said in _NAMED.findall(path.read_text("utf-8"))
    }
    assert len(named) > 500
    known = catalogue("en")
    assert {(file, name) for file, name in named if f"page-{name.replace('_', '-')}" not in known} == set()
