"""tileledger deliveries: what became of notices, and what to do about those that did not arrive."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from services.cli.parameters import JsonOption, LanguageOption
from services.cli.printing import (
    columns,
    in_words,
    print_json,
    print_table,
    recipient_shown,
    say,
    translated,
    worded,
)
from shared.catalogue import FIRST, Listed, Phrase, Word
from shared.problems import INVALID_INPUT, quoted

if TYPE_CHECKING:
    from services.delivery.deliveries import Deliveries
    from services.delivery.holding import Holding
    from services.delivery.ledger import Counts
    from services.delivery.muting import Muting
    from shared.database import Database

app = typer.Typer()
_COLUMNS = (
    "notice",
    "kind",
    "progress",
    "sent",
    "unknown",
    "failed",
    "expired",
    "unlinked",
    "acknowledged",
    "pending",
    "cancelled",
)


@app.command()
def deliveries(
    what: Annotated[
        str,
        typer.Argument(
            metavar="ID|requeue|pending|mute|release|drop",
            help="A tournament, or what to do with its notices, as said above.",
        ),
    ],
    tournament: Annotated[
        str | None, typer.Argument(help="With requeue, mute, release, drop: the tournament's id.")
    ] = None,
    notice: Annotated[
        str | None, typer.Option("--notice", help="The reference of one notice: N-812.")
    ] = None,
    language: LanguageOption = FIRST,
    json: JsonOption = False,
) -> None:
    """Show what became of a tournament's notices.

    In place of the tournament: `requeue TOURNAMENT` tries once more what was given up or refused (with
    --notice only that one); `mute` and `release` stop and resume all sending, or with a tournament only that
    of its notices; `pending` lists what would be sent and what is held after a long silence, which `release`
    sends as well and `drop TOURNAMENT` never sends.
    """
    from services.wiring import wired

    if what in ("requeue", "drop") and tournament is None:
        raise INVALID_INPUT(detail=Phrase("part-takes-tournament", {"what": what}))
    if tournament is not None and what not in ("requeue", "mute", "release", "drop"):
        raise INVALID_INPUT(detail=Phrase("part-only-these-take-tournament"))
    with wired(existing=True) as wiring:
        from services.delivery.deliveries import Deliveries
        from services.delivery.holding import Holding
        from services.delivery.muting import ON_COMMAND_LINE, Muting
        from services.delivery.release_decisions import ON_COMMAND_LINE as BY_HAND
        from services.delivery.release_decisions import Steering

        muting, holding = Muting(wiring.database, wiring.clock), Holding(wiring.database)
        steering = Steering(wiring.database, holding, muting, wiring.desk.state)
        now = wiring.clock.now()
        if tournament is not None:
            wiring.desk.head(tournament)
        if what == "mute":
            steering.mute(ON_COMMAND_LINE, tournament or "", BY_HAND, now)
            say(worded("muted-tournament", tournament=tournament) if tournament else worded("muted-all"))
        elif what == "release":
            released = steering.release(tournament, BY_HAND, now)
            still = any(not muted.tournament for muted in muting.muted())
            say(worded("sending-goes-on") if released and not still else _not_released(still=still))
        elif what == "drop" and tournament is not None:
            dropped = steering.decide(tournament, "held", "drop", BY_HAND, now)
            say(worded("held-dropped" if dropped else "nothing-held"))
        elif what == "pending":
            _pending(Deliveries(wiring.database), muting, holding, language, json)
        elif tournament is not None:
            count = Deliveries(wiring.database).requeue(tournament, notice, wiring.clock.now())
            if json:
                print_json({"requeued": count})
            else:
                print(worded("requeued", count=count))
        else:
            zone = ZoneInfo(wiring.desk.state(what).plan.zone)
            _ledger(wiring.database, what, notice, now.astimezone(zone), language, json=json)


def _not_released(*, still: bool) -> str:
    return worded("all-muted" if still else "nothing-muted")


def _pending(
    deliveries: "Deliveries", muting: "Muting", holding: "Holding", language: str, json: bool
) -> None:
    for held in holding.held():
        kinds = [
            Phrase("shown-count-of", {"count": count, "what": Phrase(f"bot-kind-{kind}")})
            for kind, count in held.kinds.items()
        ]
        say(worded("held", tournament=held.tournament, kinds=kinds))
    for muted in muting.muted():
        since = f"{muted.since:%Y-%m-%d %H:%M} UTC"
        if muted.tournament:
            say(worded("is-muted", since=since, tournament=muted.tournament, why=muted.reason))
        else:
            say(worded("everything-is-muted", since=since, why=muted.reason))
    rows = deliveries.pending()
    if json:
        print_json([{"id": row.id, "notice": row.reference, "kind": row.kind} for row in rows])
    else:
        print_table(
            columns(language, "tournament", "notice", "kind", "channel", "recipients"),
            [
                (
                    row.tournament_id,
                    row.reference,
                    _kind(row.kind, language),
                    in_words("channel", row.channel, language),
                    Listed([recipient_shown(key, language) for key in row.recipients]).in_language(language),
                )
                for row in rows
            ],
        )


def _ledger(
    database: "Database", tournament: str, notice: str | None, there: datetime, language: str, *, json: bool
) -> None:
    """Print the counts; `there` is now, in the time zone of the tournament."""
    from services.delivery.ledger import Ledger
    from services.delivery.reasons import reason
    from shared.problems import not_found

    ledger = Ledger(database)
    counts = ledger.counts(tournament, notice)
    if notice is not None and not counts:
        raise not_found("notice", quoted(notice))
    unreached = ledger.unreached(tournament, notice) if notice is not None else []
    if json:
        print_json({"notices": counts, "unreached": unreached} if notice is not None else {"notices": counts})
        return
    print_table(
        columns(language, *_COLUMNS),
        [
            (
                other.reference,
                _kind(other.kind, language),
                progress_shown(other, there, language),
                other.sent,
                other.unknown,
                other.failed,
                other.expired,
                other.unlinked,
                other.acknowledged,
                other.pending,
                other.cancelled,
            )
            for other in counts
        ],
    )
    for missed in unreached:
        status = Word("delivery", missed.status)
        how = [status, reason(missed.why)] if missed.why else [status]
        print(
            translated(
                "not-reached",
                language,
                recipient=recipient_shown(missed.recipient, language),
                how=Listed(how, "list-of-places"),
            )
        )


def _kind(kind: str, language: str) -> str:
    return Phrase(f"bot-kind-{kind}").in_language(language)


def progress_shown(counts: "Counts", there: datetime, language: str) -> str:
    """How far a notice is; of what waits for its hour, since at night nobody is told, until when."""
    if counts.due_at is None or counts.due_at <= there:
        return in_words("progress", counts.progress, language)
    return translated("waits-until", language, at=f"{counts.due_at.astimezone(there.tzinfo):%Y-%m-%d %H:%M}")
