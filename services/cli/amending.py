"""tileledger tournament amend: what a changed file says otherwise, whom that concerns, and the question."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import UNSET

from services.cli.confirming import ask
from services.cli.differences import names_in, print_difference
from services.cli.failing import error_lines
from services.cli.house_rules import files_beside, rules_beside
from services.cli.printing import print_json, print_table, say, translated, worded
from services.cli.programme import print_remarks
from services.cli.reading import in_file, read_document
from services.desk.amending import Intended, PlanChange, id_of_another, intended
from services.desk.answers import Answer
from services.desk.previewing import Preview, preview, previewed
from services.desk.programme import AudienceParams
from services.notices.audiences_named import audience_called
from services.personal.read_back import NOT_AS_READ, Part, differences, part
from services.personal.texts import bot_text
from services.tournament.definition.reading import FindRules, TournamentFile, read_tournament
from services.tournament.definition.texts import Text
from services.tournament.kernel.deciding import Decision
from services.tournament.state import State
from services.wiring import wired
from shared.catalogue import Listed
from shared.problems import Problem, ProblemType

if TYPE_CHECKING:
    from services.wiring import Wiring

AMENDING_DECLINED = ProblemType("amending-declined", 409)
AMENDMENT_REFUSED = ProblemType("amendment-refused", 409)


def amend(id: str, file: Path, *, yes: bool, only_preview: bool, json: bool, language: str) -> None:
    """Show what the file changes in a tournament, ask, and change it.

    Raises:
        Problem: the first fault of the file; amendment-refused, after all that cannot be changed any more is
            printed; file-of-another, not-asked, amending-declined.
    """
    with wired(existing=True) as wiring:
        found = _intended(wiring, id, file, language)
        if found.refused:
            _print_refused(found, json, language)
            raise AMENDMENT_REFUSED()
        foreseen = preview(wiring.desk, id, found.command, wiring.operator)
        if json:
            print_json(foreseen)
        elif not foreseen.events:
            print(worded("plan-unchanged"))
        else:
            _print(wiring, id, found, foreseen, language)
        if only_preview or not foreseen.events:
            return
        answer = _asked(wiring, id, found, foreseen, language, yes=yes)
    if not json:
        say(worded("changed", seq=answer.first_seq or 0))


def _asked(
    wiring: "Wiring", id: str, found: Intended, foreseen: Preview, language: str, *, yes: bool
) -> Answer:
    """Change it as it was shown; where it means something else by then, show that alone and ask again."""
    read = _parts(foreseen, found, language)
    while True:
        if not yes:
            ask(worded("change-so"), AMENDING_DECLINED)

        def agreed(state: State, decision: Decision, read: Sequence[Part] = tuple(read)) -> None:
            now = previewed(id, state, decision, found.command, wiring.operator, wiring.clock.now())
            if differences(read, _parts(now, found, language)):
                raise NOT_AS_READ()

        try:
            return wiring.desk.submit(id, found.command, wiring.operator, agreed=agreed)
        except Problem as problem:
            if yes or problem.kind is not NOT_AS_READ:
                raise
        now = _parts(preview(wiring.desk, id, found.command, wiring.operator), found, language)
        print(bot_text("read_back_changed", language))
        for change in differences(read, now):
            print(
                bot_text(
                    "read_back_differs", language, before=change.before or None, after=change.after or None
                )
            )
        read = now


def _parts(foreseen: Preview, found: Intended, language: str) -> list[Part]:
    """What counts of it: what the file says otherwise, the cut, awards, and who hears what."""
    plan = found.command.definition
    parts = [
        part(f"plan {planned.change.text}", True, _sentence(planned, language))
        for planned in (() if foreseen.plan is UNSET else foreseen.plan)
    ]
    cut, awards = foreseen.difference.cut, foreseen.difference.awards
    if cut is not None and (cut.came_in or cut.fell_out):
        numbers = [Listed(who).in_language(language) or "–" for who in (cut.fell_out, cut.came_in)]
        parts.append(part("cut", numbers, translated("cut", language, before=numbers[0], after=numbers[1])))
    for award in awards:
        holders = [Listed(who).in_language(language) or "–" for who in (award.before, award.after)]
        title = award.title.in_language(language)
        words = translated("award", language, title=title, before=holders[0], after=holders[1])
        parts.append(part(f"award {award.award}", holders, words))
    for notice in foreseen.notices:
        audience = audience_called(notice.audience, plan).in_language(language)
        links_heard = bot_text(
            "impact_hears", language, audience=audience, kind=bot_text(f"kind_{notice.kind}", language)
        )
        parts.append(part(f"hears {notice.kind} {notice.audience}", True, links_heard))
    return parts


def _sentence(planned: PlanChange, language: str) -> str:
    """What the file says otherwise."""
    return Text(planned.change.text, planned.change.text_zh).in_language(language)


def _intended(wiring: "Wiring", id: str, file: Path, language: str) -> Intended:
    beside = rules_beside(file)

    def read(find_rules: FindRules) -> TournamentFile:
        read = read_tournament(
            read_document(file), id=id, find_rules=find_rules, find_file=files_beside(file)
        )
        print_remarks(file, read.remarks, language)
        if (other := id_of_another(wiring.desk, id, read.id_in_file)) is not None:
            print_remarks(file, [other], language)
        return read

    with in_file(file):
        return intended(wiring.desk, id, wiring.operator, read, beside)


def _print_refused(found: Intended, json: bool, language: str) -> None:
    """On standard error that and why it is refused, and then every change."""
    say(worded("amend-refused", refused=len(found.refused), changes=len(found.changes)))
    for problem in found.refused:
        say(error_lines(problem))
    if json:
        print_json(found.changes)
    else:
        _print_changes(found, language)


def _print(wiring: "Wiring", id: str, found: Intended, foreseen: Preview, language: str) -> None:
    _print_changes(found, language)
    confirmed = Counter(foreseen.events)["place-confirmed"]
    if confirmed:
        print(translated("places-confirmed", language, count=confirmed))
    if not foreseen.difference.empty:
        print_difference(
            foreseen.difference, found.command.definition, names_in(wiring, id, language), language
        )
    notices = [notice for notice in foreseen.notices if notice.kind == "rescheduled"]
    for notice in notices:
        asked = wiring.desk.ask(id, "audience", AudienceParams(audience=notice.audience), wiring.operator)
        there = len(asked.recipients)
        print(
            translated(
                "notice-to",
                language,
                audience=audience_called(notice.audience, found.command.definition),
                count=there,
            )
        )
    if any(notice.kind == "post-urgent" for notice in foreseen.notices):
        print(translated("post-in-channel", language))


def _print_changes(found: Intended, language: str) -> None:
    headings = [translated(f"heading-{name}", language) for name in ("change", "entrants", "officials")]
    sentences = [_sentence(change, language) for change in found.changes]
    rows = [
        (text, change.entrants, change.officials)
        for text, change in zip(sentences, found.changes, strict=True)
    ]
    print_table(headings, rows)
