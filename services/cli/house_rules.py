"""On the command line: a ruleset that ships, or house rules; a tournament file, with what it names."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from services.cli.disk import unreadable
from services.cli.reading import in_file, read_document
from services.rules.ruleset import RULESET_INVALID, Ruleset, load
from services.tournament.definition.attachments import MOST_BYTES
from shared.catalogue import Phrase
from shared.problems import ProblemType, quoted

ATTACHMENT_ELSEWHERE = ProblemType("attachment-elsewhere", 422)


def files_beside(file: Path) -> Callable[[str], bytes]:
    """What finds the files that a tournament file names.

    What is found raises attachment-elsewhere for a file that is not in the folder of the tournament file or
    below, so that a tournament file that somebody sent takes nothing else along, and file-unreadable.
    """

    def found(named: str) -> bytes:
        folder = file.parent
        try:
            path = (folder / named).resolve()
            if not path.is_relative_to(folder.resolve()):
                raise ATTACHMENT_ELSEWHERE(file=quoted(named))
            with path.open("rb") as opened:
                # One byte more than it may have, from which it is seen to be too long.
                return opened.read(MOST_BYTES + 1)
        except OSError as error:
            raise unreadable(error) from None
        except ValueError as error:
            raise unreadable(OSError(str(error))) from None

    return found


if TYPE_CHECKING:
    from services.tournament.definition.reading import TournamentFile


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


def read_plan(file: Path, id: str | None = None) -> "TournamentFile":
    """A tournament file as read, with the rules and files that it names; raises Problem: file-unreadable.

    Args:
        id: another than the file has.
    """
    from services.tournament.definition.reading import read_tournament

    document = read_document(file)
    return read_tournament(document, id=id, find_rules=rules_beside(file), find_file=files_beside(file))
