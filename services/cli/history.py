"""tileledger diff, explain, posts, what-if: what changed, why, what is put up, what would be."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.asking import asked
from services.cli.differences import names_in, print_difference
from services.cli.parameters import AsOfOption, JsonOption, LanguageOption, TournamentArgument
from services.cli.printing import in_words, print_json, print_table, say, say_moment, translated, worded
from services.cli.reading import read_json
from shared.catalogue import FIRST, Phrase, Word
from shared.catalogue import say as page_say
from shared.problems import INVALID_INPUT, Problem, not_found, quoted

if TYPE_CHECKING:
    from services.cli.deciders import Deciders
    from services.desk.explaining import Explanation
    from services.wiring import Wiring

diff_app = typer.Typer()
explain_app = typer.Typer()
posts_app = typer.Typer()

LISTED = 20
"""Up to so many events between two moments are printed; `replay --show timeline` has them all."""


@diff_app.command()
def diff(
    tournament: TournamentArgument,
    before: Annotated[
        str, typer.Argument(metavar="SEQ|TIME", help="The earlier moment: a seq of the log, or a time.")
    ],
    after: Annotated[str, typer.Argument(metavar="SEQ|TIME", help="The later moment.")],
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Show who moved between two moments and by which events, and what changed in cut and awards."""
    from services.cli.deciders import Deciders
    from services.wiring import wired

    with wired(existing=True) as wiring:
        answer = asked(wiring, tournament, "diff", {"before": before, "after": after}, None, language)
        if json:
            print_json(answer)
            return
        kinds = counted(answer.kinds.items())
        span = {"before": answer.before, "after": answer.after, "events": answer.events}
        say(translated("diff", language, **span, kinds=kinds))
        if 0 < answer.events <= LISTED:
            deciders = Deciders(wiring, tournament, language)
            for event in answer.between:
                print("\n".join(deciders.lines(event)))
        plan = asked(wiring, tournament, "tournament", {}).definition
        print_difference(answer.difference, plan, names_in(wiring, tournament, language), language)


@explain_app.command()
def explain(
    tournament: TournamentArgument,
    entrant: Annotated[str, typer.Argument(help="The entrant's number.")],
    stage: Annotated[
        str | None, typer.Option(help="One stage; by default each that the entrant entered.")
    ] = None,
    as_of: AsOfOption = None,
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Say why an entrant stands where they stand: each fact with seq and moment, and who decided and why."""
    from services.cli.deciders import Deciders
    from services.wiring import wired

    with wired(existing=True) as wiring:

        def explained(stage: str | None) -> "Explanation":
            answer: Explanation = asked(
                wiring, tournament, "explain", {"entrant": entrant, "stage": stage}, as_of, language
            )
            return answer

        answer = explained(stage)
        if json:
            print_json(answer)
            return
        plan = asked(wiring, tournament, "tournament", {}).definition
        deciders = Deciders(wiring, tournament, language)
        every = [explained(each) for each in answer.stages] if stage is None else []
        for each in every or [answer]:
            say_moment(language, each.seq, plan.stage_name(each.stage).in_language(language))
            for reason in each.chain:
                if reason.seq is None:
                    print(deciders.without(reason.text))
                else:
                    print("\n".join(deciders.lines(deciders.entry(reason.seq), reason.text)))
        if stage is None:
            _print_exchanged(wiring, tournament, answer.entrant_no, as_of, deciders)


def _print_exchanged(
    wiring: "Wiring", tournament: str, number: str, as_of: str | None, deciders: "Deciders"
) -> None:
    """What the entrant wrote, what was answered, and, as things stand now, what they were told."""
    language = deciders.language
    file = asked(wiring, tournament, "case-file", {"entrant": number}, as_of, language)
    if file.written:
        print(page_say("page-history-written", language))
    for line in file.written:
        kind = "page-history-answered" if line.is_answer else "page-history-asked"
        line_shown = f"{page_say(kind, language, question=line.question)}: {line.text}"
        print("\n".join(deciders.lines(deciders.entry(line.seq), line_shown)))
    messages = [] if as_of else wiring.pages.received.of(tournament, [f"entrant:{number}"], language, LISTED)
    if messages:
        print(page_say("page-history-told", language))
    for message in reversed(messages):
        print(deciders.without(f"{deciders.at(message.at)}  {message.title}: {message.text}"))


@posts_app.command()
def posts(
    tournament: TournamentArgument,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> None:
    """Print ready texts about publications, suspensions and new dates, for a public channel or page."""
    from services.wiring import wired

    with wired(existing=True) as wiring:
        answer = asked(wiring, tournament, "posts", {}, as_of)
    if json:
        print_json(answer)
        return
    print("\n\n".join("\n".join(post.texts) for post in answer.posts) or worded("nothing-to-post"))


def counted(kinds: Iterable[tuple[str, int]]) -> list[Phrase]:
    """How often each kind of event happened: "3 × game result recorded"."""
    return [Phrase("shown-count-of", {"count": count, "what": Word("event", kind)}) for kind, count in kinds]


if TYPE_CHECKING:
    from services.desk.what_if import Supposed, WhatIf
    from services.tournament.definition.plan import Competition

SHOWN = 20
"""Facts that no longer fit are listed up to here; with --json, all."""

what_if_app = typer.Typer()


@what_if_app.command(name="what-if")
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
