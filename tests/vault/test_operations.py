"""The runbook names the test of each fault; a test that was renamed or removed shows here."""

import re
from pathlib import Path

from shared.settings import Settings, variable

ROOT = Path(__file__).parents[2]


def test_every_test_that_the_runbook_names_is_there() -> None:
    runbook = (ROOT / "docs" / "operations.md").read_text()
    named = set(re.findall(r"`(test_[a-z0-9_]+)`", runbook))
    files = set(re.findall(r"`(tests/[a-z0-9_/]+\.py)`", runbook))
    written = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("test_*.py"))
    assert named
    assert {name for name in named if f"def {name}(" not in written} == set()
    assert {file for file in files if not (ROOT / file).is_file()} == set()


def test_every_fault_of_keys_and_data_says_what_shows_it() -> None:
    runbook = (ROOT / "docs" / "operations.md").read_text()
    section = runbook.split("## Faults of keys and data")[1].split("\n## ")[0]
    entries = [text for text in section.split("\n\n") if text.startswith("**")]
    assert len(entries) > 12
    for entry in entries:
        assert re.search(r"`(test_[a-z0-9_]+|tests/[a-z0-9_/]+\.py)`", entry), entry.partition("**.")[0]


def test_every_setting_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text()
    listed = set(re.findall(r"^\| `(TILELEDGER_[A-Z_]+)`", reference, re.M))
    assert listed == {variable(field) for field in Settings.__struct_fields__}
