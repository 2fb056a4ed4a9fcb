"""tileledger replay and tail: the history from its first event, and as it grows."""

import time
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from services.cli.asking import asked
from services.cli.parameters import JsonOption, LanguageOption, TournamentArgument
from services.cli.printing import (
    columns,
    in_words,
    print_json,
    print_table,
    progress,
    say_moment,
    translated,
    worded,
    yes_or_no,
)
from services.cli.standings import print_standings, stage_named
from shared.catalogue import FIRST, Listed, Phrase, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.cli.deciders import Deciders
    from services.projections.rows import RulingCell, SessionRow
    from services.rules.adjudication.reasons import Reason as VerdictReason
    from services.tournament.docket.judgement import Judged

app = typer.Typer()
tail_app = typer.Typer()

Show = Literal["standings", "families", "sessions", "docket", "timeline"]
EVERY = 0.25


@app.command()
def replay(
    tournament: TournamentArgument,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="SEQ|TIME", help="Stop at this moment: a seq of the log, or a time."),
    ] = None,
    show: Annotated[Show, typer.Option("--show", help="What to show at the end.")] = "standings",
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Fold the whole history again, from the first event, and show what it leads to. Nothing is sent."""
    from services.cli.deciders import Deciders
    from services.wiring import wired

    with wired(existing=True) as wiring:
        desk = wiring.desk
        with progress(worded("doing-replay", what=tournament)) as report:
            state = desk.state(tournament, desk.head(tournament).seq, report)
        seq = state.seq if until is None else wiring.desk.moment(tournament, until)
        answers = []
        after = ""
        while True:
            given = {"after": after, "limit": 1000} if show == "timeline" else {}
            answer = asked(wiring, tournament, show, given, seq, language)
            answers.append(answer)
            after = getattr(answer, "next", None) or ""
            if not after:
                break
        named = ""
        if show == "standings":
            named = stage_named(wiring, tournament, answers[0], seq, language)
        _print(show, answers, json, Deciders(wiring, tournament, language), named)


@tail_app.command()
def tail(
    tournament: TournamentArgument,
    after: Annotated[
        int | None, typer.Option("--after", help="Begin after this seq; now by default.")
    ] = None,
    follow: Annotated[bool, typer.Option("--follow/--no-follow", help="Go on until interrupted.")] = True,
    language: LanguageOption = FIRST,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Print events in plain words as they come, until interrupted."""
    from services.cli.deciders import Deciders
    from services.wiring import wired

    with wired(existing=True) as wiring:
        desk = wiring.desk
        seen = desk.head(tournament).seq if after is None else after
        deciders = Deciders(wiring, tournament, language)
        while True:
            head = desk.head(tournament).seq
            while seen < head:
                deciders.refresh()
                stored = desk.log.read(tournament, seen, 1000, head)
                for entry in desk.timeline(tournament, stored, language, str, typed=True):
                    _print_entry(entry, json, deciders)
                    seen = entry.seq
            if not follow:
                return
            time.sleep(EVERY)


def _print_entry(entry: Any, json: bool, deciders: "Deciders") -> None:
    if json:
        print(msgspec.json.encode(entry).decode(), flush=True)
    else:
        print("\n".join(deciders.lines(entry)), flush=True)


def _print(show: Show, answers: list[Any], json: bool, deciders: "Deciders", named: str) -> None:
    first = answers[0]
    if show in ("standings", "families"):
        print_standings(
            first,
            deciders.language,
            families=show == "families",
            format="json" if json else "table",
            named=named,
        )
        return
    rows = [row for answer in answers for row in answer.rows]
    if json:
        print_json({"seq": first.seq, "rows": rows})
        return
    language = deciders.language
    say_moment(language, first.seq)
    if show == "timeline":
        for entry in rows:
            _print_entry(entry, False, deciders)
    elif show == "docket":
        _print_docket(rows, deciders)
    else:
        print_table(
            columns(
                language, "session", "day", "play", "status", "registered", "waiting", "present", "tables"
            ),
            [
                (
                    row.session.session,
                    _day(row.session.day, language),
                    _hours(row.session),
                    in_words("session", row.session.status, language),
                    row.session.registered,
                    row.session.waiting,
                    row.session.checked_in,
                    row.session.tables,
                )
                for row in rows
            ],
        )


def _day(day: str | None, language: str) -> str:
    # Imported here: a command line call that shows no day starts without calendars.
    from shared.i18n import day_shown

    return "" if day is None else day_shown(date.fromisoformat(day), language)


def _hours(session: "SessionRow") -> str:
    """From when to when it is played, as far as that is planned."""
    return f"{session.start or ''}–{session.end or ''}" if session.start or session.end else ""


def _print_docket(rows: list[Any], deciders: "Deciders") -> None:
    from services.tournament.docket.cases import described

    language = deciders.language
    print_table(
        columns(language, "dispute", "kind", "status", "sheet", "game", "ruling"),
        [
            (
                row.case.dispute,
                in_words("dispute", described(row.case.kind, row.case.raised_by), language),
                in_words("case", row.case.status, language),
                row.case.sheet,
                row.case.game,
                _rulings(row.case.rulings, language),
            )
            for row in rows
        ],
    )
    exhibits = [(row.case.dispute, shown) for row in rows for shown in row.evidence]
    if exhibits:
        print()
        print_table(
            columns(language, "dispute", "evidence", "of", "verdict", "because", "ruled otherwise"),
            [
                (
                    dispute,
                    *_exhibit(shown.judged, language),
                    "" if shown.ruled_otherwise is None else yes_or_no(shown.ruled_otherwise, language),
                )
                for dispute, shown in exhibits
            ],
        )
    made = sorted(ruling.seq for row in rows for ruling in row.case.rulings)
    if made:
        print()
    for seq in made:
        print("\n".join(deciders.lines(deciders.entry(seq))))


def _exhibit(judged: "Judged", language: str) -> tuple[str, str, str, str]:
    """What it is, whose, the verdict, and the reasons or the best sets."""
    from services.tournament.docket.judgement import JudgedTurn

    whose, verdict = judged.entrant or "", in_words("verdict", judged.verdict, language)
    if isinstance(judged, JudgedTurn):
        because = [_because(reason, language) for reason in judged.reasons]
        reasons = Listed(because, "list-of-sentences").in_language(language)
        return translated("evidence-turn", language), whose, verdict, reasons
    sets = " | ".join("-".join(tiles) for tiles in judged.sets)
    return (
        translated("evidence-rack", language),
        whose,
        verdict,
        translated("evidence-best", language, best=judged.best, sets=sets or None),
    )


def _because(reason: "VerdictReason", language: str) -> Phrase:
    """A reason with its clause."""
    from services.rules.citing import Cited
    from services.tournament.definition.texts import Text

    text = Text(reason.text, reason.text_zh).in_language(language)
    return Phrase("shown-evidence-because", {"text": text, "clause": Cited(reason.clause)})


def _rulings(rulings: "Sequence[RulingCell]", language: str) -> str:
    """The rulings of a case with what they do."""
    titles = [
        Phrase(
            "shown-titled",
            {"title": ruling.ruling, "id": [Word("effect", effect) for effect in ruling.effects]},
        )
        for ruling in rulings
    ]
    return Listed(titles).in_language(language)
