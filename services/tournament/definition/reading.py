"""Reading a tournament file: TOML, or JSON of the same shape, with everything that is wrong with it at once.

Rules are looked up by what the file names: an id, or on the command line the path of a file of house rules.
Files that go out with messages are looked up by their names there, and stand in the document elsewhere.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from services.rules.ruleset import Ruleset, load, ruleset_ids
from services.tournament.definition.attaching import FindFile, attached, not_sent
from services.tournament.definition.checking import faults_of, remarks_on
from services.tournament.definition.checks.places import stages_of
from services.tournament.definition.faults import (
    DEFINITION_INVALID,
    MOST_FAULTS,
    Fault,
    Finding,
    field_of,
    finding,
    first_of,
    meant,
    not_resting_on,
)
from services.tournament.definition.plan import Competition
from services.tournament.definition.shaping import Shape
from services.tournament.definition.texts import Text
from services.tournament.definition.toml_errors import explained, readable
from shared.catalogue import Phrase
from shared.faults import Faults
from shared.limits import BEYOND_LIMIT
from shared.problems import Problem
from shared.strict_json import NotRead, read_json
from shared.strict_toml import read_toml
from shared.toml_lines import Path, lines_of

_MENDED_A_LINE = 3  # slips of different kinds in one line

FindRules = Callable[[str], Ruleset]
"""The ruleset that a file names; raises a Problem where there is none."""


class TournamentFile(msgspec.Struct, frozen=True):
    """A tournament file as it was read: the competition and its rules if it has no faults, else those.

    Attributes:
        rulesets: the rules it is played by, by id.
        remarks: what is odd, but no fault.
        id_in_file: the id that the document names, which another may have taken the place of; "" for none.
        attachments: the files it names, in base64.
    """

    competition: Competition | None
    rulesets: Mapping[str, Ruleset]
    faults: tuple[Fault, ...]
    remarks: tuple[Fault, ...] = ()
    id_in_file: str = ""
    attachments: tuple[str, ...] = ()

    def whole(self) -> Competition:
        """The competition.

        Raises:
            Problem: definition-invalid for the first fault, and the others with it.
        """
        Faults(map(_refusal, self.faults)).refuse()
        assert self.competition is not None, "without a fault there is a competition"
        return self.competition


def _refusal(fault: Fault) -> Problem:
    detail: Text | Phrase = Text(fault.text, fault.text_zh)
    if fault.field:
        detail = Phrase("part-at", {"where": fault.field, "said": detail})
    where = {"line": fault.line, "field": fault.field}
    return DEFINITION_INVALID(detail=detail).at(**{name: at for name, at in where.items() if at})


def read_tournament(
    document: str | bytes,
    *,
    id: str | None = None,
    find_rules: FindRules = load,
    find_file: FindFile = not_sent,
) -> TournamentFile:
    """Read a tournament file in TOML; `id`, if given, replaces the file's.

    Raises:
        Problem: beyond-limit, when it would cost too much to read.
    """
    text, unread = document, list[Fault]()
    while True:
        try:
            written = read_toml(text)
            break
        except NotRead as error:
            fault = _unread(error, "TOML", text)
            mended = None if fault in unread else _without_fault(text, [*unread, fault])
            unread += [] if fault in unread else [fault]
        if mended is None:
            return TournamentFile(None, {}, tuple(unread))
        text = mended
    whole = _text(text)
    if not unread:
        return understand(
            written, id=id, find_rules=find_rules, find_file=find_file, lines=lambda: lines_of(whole)
        )
    # What is wrong elsewhere is said as well, but nothing that rests on a line that was not read.
    lines = lines_of(whole)
    spoilt = [path for path, line in lines.items() if line in {fault.line for fault in unread}]
    read = understand(
        written, id=id, find_rules=find_rules, find_file=find_file, lines=lambda: lines, spoilt=spoilt
    )
    faults = sorted(
        (*unread, *read.faults), key=lambda fault: (not fault.field and not fault.line, fault.line or 0)
    )
    return TournamentFile(None, {}, tuple(faults))


def _without_fault(text: str | bytes, unread: list[Fault]) -> str | None:
    """The document with something readable in its last faulty line; None where that cannot be mended."""
    place = unread[-1].line
    lines = _text(text).split("\n")
    known = [fault.line for fault in unread[:-1]]
    if (
        place is None
        or place > len(lines)
        or known.count(place) >= _MENDED_A_LINE
        or len(unread) > MOST_FAULTS
    ):
        return None
    mended = readable(lines[place - 1])
    if mended is None or mended == lines[place - 1]:
        return None
    return "\n".join((*lines[: place - 1], mended, *lines[place:]))


def read_tournament_json(
    document: bytes, *, id: str | None = None, find_rules: FindRules = load
) -> TournamentFile:
    """Read a tournament in JSON of the same shape.

    Raises:
        Problem: beyond-limit, when it would cost too much to read.
    """
    try:
        written = read_json(document, dict[str, Any])
    except NotRead as error:
        return TournamentFile(None, {}, (_unread(error, "JSON", b""),))
    return understand(written, id=id, find_rules=find_rules)


def understand(
    written: Mapping[str, Any],
    *,
    id: str | None = None,
    find_rules: FindRules = load,
    find_file: FindFile = not_sent,
    lines: Callable[[], Mapping[Path, int]] = dict,
    spoilt: Sequence[Path] = (),
) -> TournamentFile:
    """The competition that a document means, or all its faults.

    Args:
        lines: looked up only when needed.
        spoilt: fields that could not be read; nothing is said of them, nor of what rests on them.
    """
    shape = Shape()
    with_files = attached(written, find_file)
    written = with_files.written
    plan = shape.competition(written if id is None else {**written, "id": id})
    plan, rulesets, unknown = _with_rules(plan, find_rules)
    contradictions = not_resting_on((*unknown, *faults_of(plan, rulesets)), (*shape.bad, *spoilt))
    faults = first_of((*not_resting_on((*shape.findings, *with_files.findings), spoilt), *contradictions))
    if faults:
        return TournamentFile(None, rulesets, _placed(faults, lines))
    remarks = _placed(first_of(remarks_on(plan, rulesets)), lines)
    named = written.get("id")
    return TournamentFile(
        plan, rulesets, (), remarks, named if isinstance(named, str) else "", with_files.contents
    )


def _with_rules(
    plan: Competition, find_rules: FindRules
) -> tuple[Competition, dict[str, Ruleset], list[Finding]]:
    """The competition with the ids of the rules it names, those rules, and what is wrong with the names."""
    named: list[tuple[Path, str]] = [(("ruleset",), plan.ruleset)]
    named += [((*path, "ruleset"), stage.ruleset) for path, stage in stages_of(plan) if stage.ruleset]
    found: dict[str, Ruleset] = {}
    rulesets: dict[str, Ruleset] = {}
    faults = []
    for path, name in named:
        try:
            ruleset = found[name] = found.get(name) or find_rules(name)
        except Problem as problem:
            faults.append(_without_rules(path, name, problem))
            continue
        if rulesets.setdefault(ruleset.id, ruleset) != ruleset:
            faults.append(finding(path, "part-reading-two-different-rulesets-called-give", id=ruleset.id))
    stages = tuple(
        msgspec.structs.replace(stage, ruleset=found[stage.ruleset].id) if stage.ruleset in found else stage
        for stage in plan.stages
    )
    ruleset_id = found[plan.ruleset].id if plan.ruleset in found else plan.ruleset
    return msgspec.structs.replace(plan, ruleset=ruleset_id, stages=stages), rulesets, faults


def _without_rules(path: Path, name: str, problem: Problem) -> Finding:
    near = meant(name, ruleset_ids())
    phrase = Phrase("part-refused", {"problem": problem})
    if near:
        phrase = Phrase("part-refused-did-you-mean", {"problem": problem, "near": near})
    return Finding(path, phrase)


def _unread(error: NotRead, format: str, document: str | bytes) -> Fault:
    """What is wrong with a document that is not of the format.

    Raises:
        Problem: beyond-limit.
    """
    if error.why == "beyond":
        raise BEYOND_LIMIT(detail=error.phrase).at(**error.where) from None
    place: int | None = error.where.get("line")
    lines = _text(document).split("\n")
    line = lines[place - 1] if place is not None and place <= len(lines) else ""
    en, zh = explained(error.detail, error.phrase.in_language("zh"), line)
    field = str(error.where.get("field", ""))
    no_such = Phrase("part-no-such-format", {"format": format, "said": Text(en, zh)})
    return Fault(field, str(no_such), no_such.in_language("zh"), place)


def _text(document: str | bytes) -> str:
    """A document as text, without a byte order mark."""
    text = document if isinstance(document, str) else document.decode("utf-8", "replace")
    return text.removeprefix("\ufeff")


def _placed(findings: tuple[Finding, ...], lines: Callable[[], Mapping[Path, int]]) -> tuple[Fault, ...]:
    """Findings with their lines, in the order of the document."""
    if not findings:
        return ()
    known = lines()
    faults = [
        Fault(
            field_of(finding.path),
            str(finding.phrase),
            finding.phrase.in_language("zh"),
            _line(finding.path, known) if finding.path else None,
        )
        for finding in findings
    ]
    return tuple(sorted(faults, key=lambda fault: (not fault.field, fault.line or 0)))


def _line(path: Path, known: Mapping[Path, int]) -> int | None:
    """The line of a field, or of what it would stand in; 1 for what is missing in the whole."""
    if not known:
        return None
    return next((known[path[:end]] for end in range(len(path), 0, -1) if path[:end] in known), 1)
