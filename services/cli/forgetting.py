"""tileledger forget: destroy what makes a number a person."""

from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from services.cli.parameters import JsonOption
from services.cli.printing import print_json, progress, say, worded
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, ProblemType

if TYPE_CHECKING:
    from services.desk.forgetting import Forgotten
    from services.tournament.people.forgetting import Grounds
    from services.wiring import Wiring

app = typer.Typer()

FORGETTING_NOT_CONFIRMED = ProblemType("forgetting-not-confirmed", 409)


@app.command()
def forget(
    person: Annotated[
        str,
        typer.Argument(
            metavar="PERSON",
            help=(
                "A vault subject, such as person-…, or TOURNAMENT:ENTRANT_NO; with --everyone a tournament."
            ),
        ),
    ],
    reason: Annotated[
        str | None,
        typer.Option(
            "--reason",
            metavar="request|expiry|error",
            help="Why; kept in the log. By default request; with --everyone expiry.",
        ),
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Everyone of a tournament that is over, referees included.")
    ] = False,
    confirm: Annotated[
        str | None,
        typer.Option("--confirm", metavar="ID", help="With --everyone: the tournament's id again."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Forget a person for good: name, birth date, contacts and own statements. Results stand.

    Run it again if it was interrupted. Replace the vault's dump afterwards (`tileledger dump`): an older one
    would still hold the key.
    """
    from services.desk.forgetting import destroy_outstanding
    from services.desk.forgetting import forget as forget_person
    from services.wiring import wired

    grounds = _grounds(reason or ("expiry" if everyone else "request"))
    if confirm is not None and not everyone:
        raise INVALID_INPUT(detail=Phrase("part-confirm-with-everyone"))
    with wired(existing=True) as wiring:
        if everyone:
            done = _forget_everyone(wiring, person, confirm, grounds)
        else:
            done = [forget_person(wiring.desk, person, wiring.operator, grounds)]
        destroy_outstanding(wiring.desk)
    if json:
        print_json(done if everyone else done[0])
        return
    if everyone:
        keys = worded("keys-destroyed", count=sum(other.keys for other in done))
        print(worded("everyone-forgotten", count=len(done), tournament=person, keys=keys))
    else:
        (forgotten,) = done
        keys = worded("keys-destroyed", count=forgotten.keys)
        print(
            worded("person-forgotten", person=forgotten.person, tournaments=forgotten.tournaments, keys=keys)
        )
    say(worded("dump-anew"))


def _grounds(word: str) -> "Grounds":
    from services.tournament.people.forgetting import Grounds

    for grounds_word in get_args(Grounds):
        if word == grounds_word:
            return cast("Grounds", grounds_word)
    raise INVALID_INPUT(detail=Phrase("part-reason-one-of", {"known": get_args(Grounds)})).at(
        option="--reason"
    )


def _forget_everyone(
    wiring: "Wiring", tournament: str, confirm: str | None, grounds: "Grounds"
) -> "list[Forgotten]":
    from services.desk.forgetting import forget as forget_person
    from services.tournament.people.retention import TOURNAMENT_NOT_OVER, last_day, people_kept

    wiring.desk.head(tournament)
    state = wiring.desk.state(tournament)
    people = people_kept(state)
    day = last_day(state)
    if day is not None and day >= state.plan.local_day(wiring.clock.now()):
        raise TOURNAMENT_NOT_OVER(day=day)
    if confirm != tournament:
        raise FORGETTING_NOT_CONFIRMED(count=len(people), tournament=tournament)
    done: list[Forgotten] = []
    with progress(worded("doing-forget", what=tournament)) as report:
        for person in people:
            if person not in wiring.desk.state(tournament).forgotten:
                done.append(forget_person(wiring.desk, person, wiring.operator, grounds))
            report(len(done), len(people))
    return done
