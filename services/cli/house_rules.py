"""Rulesets on the command line: one that ships, by its id, or a file of house rules."""

from collections.abc import Callable
from pathlib import Path

from services.cli.csv_files import in_file
from services.cli.reading import read_document
from services.rules.ruleset import RULESET_INVALID, Ruleset, load
from shared.catalogue import Phrase


def ruleset_named(named: str) -> Ruleset:
    """The ruleset with this id, or in this file.

    Raises:
        Problem: ruleset-unknown; file-unreadable; ruleset-invalid naming the first mistake.
    """
    if not named.endswith(".toml"):
        return load(named)
    from services.rules.checking import check
    from services.tournament.definition.texts import Text

    file = Path(named)
    checked = check(read_rules(file))
    if checked.ruleset is None:
        first = checked.mistakes[0]
        text = Text(en=first.text, zh=first.text_zh)
        values = {"where": first.where, "said": text, "more": len(checked.mistakes) - 1}
        raise RULESET_INVALID(id=file.name, detail=Phrase("part-rules-mistake", values)).at(file=str(file))
    return checked.ruleset


def read_rules(file: Path) -> bytes:
    """The bytes of a ruleset file.

    Raises:
        Problem: file-unreadable or input-too-large.
    """
    with in_file(file):
        return read_document(file)


def rules_beside(file: Path) -> Callable[[str], Ruleset]:
    """What finds the rules that a tournament file names: by id, or in a file by its path from there."""
    return lambda named: ruleset_named(str(file.parent / named) if named.endswith(".toml") else named)
