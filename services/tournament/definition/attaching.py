"""The files that a tournament file names: read, judged by their content, and put in place of their names."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from services.tournament.definition.attachments import USES, attachment_of, from_base64, in_base64
from services.tournament.definition.attachments_kept import ATTACHMENT_MISSING
from services.tournament.definition.faults import Finding, finding, shown
from shared.problems import Problem
from shared.toml_lines import Path

_BOTH = "both"
_DATA = "data:"
_BASE64 = ";base64"

FindFile = Callable[[str], bytes]
"""The content of a file by the name that a tournament file gives it; raises a Problem where there is none."""


def not_sent(named: str) -> bytes:
    """Find no file: what came in came alone, so that content stands in the place of a name.

    Raises:
        Problem: attachment-missing.
    """
    raise ATTACHMENT_MISSING(file=shown(named))


class Attached(msgspec.Struct, frozen=True):
    """A document with what its files are in place of their names.

    Attributes:
        contents: the files in base64, each once.
        findings: what is wrong with them; fields that could not be read are left out of `written`.
    """

    written: Mapping[str, Any]
    contents: tuple[str, ...]
    findings: tuple[Finding, ...]


def attached(written: Mapping[str, Any], find_file: FindFile) -> Attached:
    """The document with its files."""
    made, contents, findings = dict(written), dict[str, None](), list[Finding]()

    def read(named: Any, path: Path) -> Any:
        """What stands in the plan for a name; None where it cannot be read."""
        if isinstance(named, Mapping) and path[1:]:
            return named
        if not isinstance(named, str):
            findings.append(finding(path, "part-file-must-be-named", given=shown(named)))
            return None
        try:
            content = _content(named, find_file)
            attachment = attachment_of(content, USES[str(path[0])])
        except Problem as problem:
            findings.append(finding(path, "part-refused", problem=problem))
            return None
        contents[in_base64(content)] = None
        return msgspec.to_builtins(attachment)

    for field in USES:
        if field not in made:
            continue
        named = made.pop(field)
        by_language = isinstance(named, Mapping) and bool(named)
        entries = {
            language: read(name, (field, language) if by_language else (field,))
            for language, name in (named if by_language else {_BOTH: named}).items()
        }
        if None not in entries.values():
            made[field] = entries
    return Attached(made, tuple(contents), tuple(findings))


def _content(named: str, find_file: FindFile) -> bytes:
    """The content that stands there itself, as a data: address, or else in the file of this name."""
    if not named.startswith(_DATA):
        return find_file(named)
    head, comma, content = named.partition(",")
    return from_base64(content if comma and head.endswith(_BASE64) else "-")
