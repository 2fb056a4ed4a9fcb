"""tileledger tournament amend: what a changed file says otherwise, whom that concerns, and the question."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from services.cli.attachments import files_beside
from services.cli.confirming import ask
from services.cli.csv_files import in_file
from services.cli.differences import names_in, print_difference
from services.cli.failing import error_lines, terminal_language
from services.cli.house_rules import rules_beside
from services.cli.printing import print_json, print_table, say, worded
from services.cli.programme import print_remarks
from services.cli.reading import read_document
from services.desk.amending import Intended, intended
from services.desk.expecting import Expected, ExpectedHead
from services.desk.previewing import Preview, preview
from services.desk.programme import AudienceParams
from services.notices.audiences_named import audience_called
from services.tournament.definition.faults import Fault
from services.tournament.definition.reading import FindRules, TournamentFile, read_tournament
from services.tournament.definition.texts import Text
from services.wiring import wired
from shared.catalogue import Phrase
from shared.problems import ProblemType

if TYPE_CHECKING:
    from services.wiring import Wiring

AMENDING_DECLINED = ProblemType("amending-declined", 409)
AMENDMENT_REFUSED = ProblemType("amendment-refused", 409)
FILE_OF_ANOTHER = ProblemType("file-of-another", 409)


def amend(id: str, file: Path, *, yes: bool, only_preview: bool, json: bool) -> None:
    """Show what the file changes in a tournament, ask, and change it.

    Raises:
        Problem: the first fault of the file; amendment-refused, after all that cannot be changed any more is
            printed; file-of-another, not-asked, amending-declined.
    """
    with wired() as wiring:
        found = _intended(wiring, id, file)
        if found.refused:
            _print_refused(found, json)
            raise AMENDMENT_REFUSED()
        foreseen = preview(wiring.desk, id, found.command, wiring.operator)
        if json:
            print_json(foreseen)
        elif not foreseen.events:
            print(worded("plan-unchanged"))
        else:
            _print(wiring, id, found, foreseen)
        if only_preview or not foreseen.events:
            return
        if not yes:
            ask(worded("change-so"), AMENDING_DECLINED)
        # What was shown is what is done: if anything came in since, it is refused.
        expected = Expected((ExpectedHead(foreseen.seq, None),))
        answer = wiring.desk.submit(id, found.command, wiring.operator, expected=expected)
    if not json:
        say(worded("changed", seq=answer.first_seq or 0))


def _intended(wiring: "Wiring", id: str, file: Path) -> Intended:
    beside = rules_beside(file)

    def read(find_rules: FindRules) -> TournamentFile:
        read = read_tournament(
            read_document(file), id=id, find_rules=find_rules, find_file=files_beside(file)
        )
        print_remarks(file, read.remarks, terminal_language())
        _check_id(wiring, id, file, read.id_in_file)
        return read

    with in_file(file):
        return intended(wiring.desk, id, wiring.operator, read, beside)


def _check_id(wiring: "Wiring", id: str, file: Path, named: str) -> None:
    """Say that a file is of another tournament; refuse it where that exists here, too.

    A tournament that was founded under an id of its own has a file that names another one.
    """
    if named in ("", id):
        return
    if wiring.log.head(named).seq:
        raise FILE_OF_ANOTHER(named=named, id=id)
    phrase = Phrase("part-id-of-another", {"named": named, "id": id})
    remark = Fault("id", str(phrase), phrase.in_language("zh"))
    print_remarks(file, [remark], terminal_language())


def _print_refused(found: Intended, json: bool) -> None:
    """On standard error that and why it is refused, and then every change."""
    say(worded("amend-refused", refused=len(found.refused), changes=len(found.changes)))
    for problem in found.refused:
        say(error_lines(problem))
    if json:
        print_json(found.changes)
    else:
        _print_changes(found)


def _print(wiring: "Wiring", id: str, found: Intended, foreseen: Preview) -> None:
    _print_changes(found)
    confirmed = Counter(foreseen.events)["place-confirmed"]
    if confirmed:
        print(worded("places-confirmed", count=confirmed))
    if not foreseen.difference.empty:
        print_difference(foreseen.difference, found.command.definition, names_in(wiring, id))
    notices = [notice for notice in foreseen.notices if notice.kind == "rescheduled"]
    for notice in notices:
        asked = wiring.desk.ask(id, "audience", AudienceParams(audience=notice.audience), wiring.operator)
        there = len(asked.recipients)
        print(
            worded(
                "notice-to", audience=audience_called(notice.audience, found.command.definition), count=there
            )
        )
    if any(notice.kind == "post-urgent" for notice in foreseen.notices):
        print(worded("post-in-channel"))


def _print_changes(found: Intended) -> None:
    headings = [worded(f"heading-{name}") for name in ("change", "entrants", "officials")]
    sentences = [
        Text(change.change.text, change.change.text_zh).in_language(terminal_language())
        for change in found.changes
    ]
    rows = [
        (text, change.entrants, change.officials)
        for text, change in zip(sentences, found.changes, strict=True)
    ]
    print_table(headings, rows)
