"""The generated pages of docs/ say what the code does."""

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from infra.documents.commands_page import parts
from infra.documents.documents import WITH_LIMITS, pages, with_limits
from services.tournament.catalogue import commands, event_types
from services.tournament.definition.meanings import attributes_of
from services.web.api.examples import EXAMPLES
from tests.cases import cases

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOLDERS = ("bots", "docs", "infra", "services", "shared", "tests")


@cases("name", list(pages()))
def test_the_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == page(name), "run `python -m infra.documents`"


def test_the_limits_in_the_page_on_security_are_those_of_the_code() -> None:
    text = (DOCS / WITH_LIMITS).read_text(encoding="utf-8")
    assert text == with_limits(text), "run `python -m infra.documents`"


@cache
def page(name: str) -> str:
    """A generated page, made once for all sections of it."""
    return pages()[name]()


def section(name: str, heading: str) -> str:
    """What stands under a heading of a page, up to the next."""
    _, _, rest = page(name).partition(f"\n### {heading}\n")
    return rest.partition("\n### ")[0].partition("\n## ")[0]


def test_a_command_can_be_written_from_its_page_alone() -> None:
    text = section("commands.md", "`record-game-result`")
    assert "| `seats` | list of [SeatResult](#seatresult) | required |" in text
    assert '`"cleared"`' in text
    assert '`"pool_exhausted"`' in text
    assert '"ended_by": "cleared",' in text
    seat = section("commands.md", "SeatResult")
    assert "| `charge` | text or `null` | `null` | 100 characters | a charge of the ruleset" in seat
    assert "[AmendGame](#amendgame)" in section("commands.md", "`make-ruling`")
    assert '| `type` | `"amend_game"` | required |' in section("commands.md", "AmendGame")


def test_every_part_and_every_link_on_the_page_of_commands_has_its_section() -> None:
    text = page("commands.md")
    headings = {
        line.removeprefix("### ").strip("`").lower() for line in text.splitlines() if line.startswith("### ")
    }
    assert {"seatresult", "sheetgame", "resultrow", "amendgame", "turninput", "rackinput"} <= headings
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings
    for part in parts():
        names = {field.name for field in part.fields}
        assert set(attributes_of(part.cls)) <= names
        assert not part.fields or attributes_of(part.cls), f"{part.cls.__name__} tells of no field"


@pytest.mark.parametrize("name", ["commands.md", "events.md"])
def test_what_a_command_or_event_means_is_a_whole_sentence(name: str) -> None:
    leads = re.findall(r"^### .*\n\n(.+)$", page(name), re.MULTILINE)
    assert len(leads) >= min(len(commands()), len(event_types()))
    assert [lead for lead in leads if not lead.endswith((".", "`"))] == []


def test_every_example_on_the_page_of_commands_is_taken_by_its_command() -> None:
    for name in EXAMPLES:
        _, _, block = section("commands.md", f"`{name}`").partition("```json\n")
        msgspec.json.decode(block.partition("```")[0], type=commands()[name])


GUIDES = [ROOT / "CONTRIBUTING.md", *sorted((DOCS / "recipes").glob("*.md"))]
"""What those who build read; each names files that it is to be done in."""


def files_named(guide: Path) -> set[str]:
    """Files and folders that stand in its sentences, not in its worked difference."""
    sentences, *rest = guide.read_text(encoding="utf-8").split("```")
    names = re.findall(r"[(`]([\w./-]+/[\w./-]*)[)`]", sentences + " ".join(rest[1::2]))
    return {name for name in names if not re.search(r"[A-Z]{4}", name) or (ROOT / name).exists()}


@cases("guide", GUIDES)
def test_a_guide_names_files_that_there_are(guide: Path) -> None:
    there = {path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*")}
    gone = [
        name
        for name in sorted(files_named(guide))
        if not (ROOT / name).exists()
        and not (guide.parent / name).exists()
        and not any(path.endswith(f"/{name.rstrip('/')}") for path in there)
    ]
    assert gone == []
