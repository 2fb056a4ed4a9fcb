"""Files that a tournament file names, on the command line: beside it or in a folder below."""

from collections.abc import Callable
from pathlib import Path

from services.cli.disk import unreadable
from services.tournament.definition.attachments import MOST_BYTES
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
