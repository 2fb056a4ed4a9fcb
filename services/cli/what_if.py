"""tileledger what-if: what would be, had some facts been otherwise."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.differences import names_in, print_difference
from services.cli.history import counted
from services.cli.parameters import JsonOption, LanguageOption, TournamentArgument
from services.cli.printing import in_words, print_json, print_table, say, translated
from services.cli.reading import read_json
from shared.catalogue import FIRST, Phrase
from shared.problems import INVALID_INPUT, Problem, not_found, quoted

if TYPE_CHECKING:
    from services.desk.what_if import Supposed, WhatIf
    from services.tournament.definition.plan import Competition

SHOWN = 20
"""Facts that no longer fit are listed up to here; with --json, all."""

app = typer.Typer()


@app.command(name="what-if")
def what_if(
    tournament: TournamentArgument,
    more: Annotated[
        list[int] | None,
        typer.Argument(metavar="[SEQ]…", help="Further facts to leave out, after --without."),
    ] = None,
    without: Annotated[
        list[int] | None, typer.Option("--without", metavar="SEQ", help="Leave the fact with this seq out.")
    ] = None,
    replace: Annotated[
        list[str] | None,
        typer.Option("--replace", metavar="SEQ=FILE", help="Put a command in the place of this fact."),
    ] = None,
    insert: Annotated[
        list[str] | None,
        typer.Option("--insert", metavar="SEQ=FILE", help="Put a command in after this event."),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="ID", help="Play it under this ruleset; `rules list` has them.")
    ] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="SEQ|TIME", help="Until this moment; now by default.")
    ] = None,
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Tell the history again with facts left out, replaced or put in; nothing is written.

    FILE holds {"command": "make-ruling", "body": {…}}; the body is that of `submit`. Standings, cut and
    awards are shown as they are and as they would be, and each fact that no longer fits with the reason.
    """
    from services.desk.what_if import Question
    from services.desk.what_if import what_if as answer_to
    from services.wiring import wired

    if more and not without:
        raise INVALID_INPUT(detail=Phrase("part-seqs-follow-without"))
    question = Question(
        without=(*(without or ()), *(more or ())),
        replace=tuple(_supposed(text, "--replace") for text in replace or ()),
        insert=tuple(_supposed(text, "--insert") for text in insert or ()),
        ruleset=ruleset,
    )
    with wired(existing=True) as wiring:
        answer = answer_to(
            wiring.desk,
            tournament,
            question,
            wiring.operator,
            as_of=as_of,
            language=language,
        )
        plan, names = wiring.desk.state(tournament).plan, names_in(wiring, tournament, language)
    if json:
        print_json(answer)
    else:
        _print(answer, plan, names, language)


def _supposed(text: str, option: str) -> "Supposed":
    """A command to put in, from SEQ=FILE."""
    from services.desk.what_if import PutIn, Supposed

    seq, _, file = text.partition("=")
    if not (seq.isascii() and seq.isdigit() and len(seq) < 18 and file):
        raise INVALID_INPUT(detail=Phrase("part-not-seq-file", {"given": quoted(text)})).at(option=option)
    path = Path(file)
    if not path.is_file():
        raise not_found("file", file)
    try:
        put_in = read_json(path.read_bytes(), PutIn)
    except Problem as problem:
        raise problem.at(file=file) from None
    return Supposed(seq=int(seq), command=put_in.command, body=put_in.body, occurred_at=put_in.occurred_at)


def _print(answer: "WhatIf", plan: "Competition", names: Mapping[str, str], language: str) -> None:
    say(
        translated(
            "what-if",
            language,
            seq=answer.seq,
            since=answer.since,
            commands=answer.commands,
            differing=answer.commands_differing,
        )
    )
    print_difference(answer.difference, plan, names, language, ("is", "would-be"))
    if answer.signatures_carried:
        say(translated("signatures-carried", language, count=answer.signatures_carried))
    if not answer.misfits:
        return
    print(translated("does-not-fit", language))
    why = translated("heading-why", language)
    in_part = translated("in-part", language)
    print_table(
        [*(translated(f"heading-{name}", language) for name in ("seq", "event")), "", why],
        [
            (
                misfit.seq,
                in_words("event", misfit.event, language),
                in_part if misfit.in_part else "",
                misfit.text,
            )
            for misfit in answer.misfits[:SHOWN]
        ],
    )
    rest = Counter(misfit.event for misfit in answer.misfits[SHOWN:])
    if rest:
        say(translated("and-more", language, more=counted(rest.most_common())))
