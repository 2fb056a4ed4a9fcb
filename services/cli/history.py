"""tileledger diff and explain: what changed between two moments, and why someone stands where they stand."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.asking import asked
from services.cli.differences import names_in, print_difference
from services.cli.parameters import AsOfOption, JsonOption, LanguageOption, TournamentArgument
from services.cli.printing import print_json, say, say_moment, translated, worded
from shared.catalogue import FIRST, Phrase, Word
from shared.catalogue import say as page_say

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
        said = f"{page_say(kind, language, question=line.question)}: {line.text}"
        print("\n".join(deciders.lines(deciders.entry(line.seq), said)))
    told = [] if as_of else wiring.pages.received.of(tournament, [f"entrant:{number}"], language, LISTED)
    if told:
        print(page_say("page-history-told", language))
    for message in reversed(told):
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
