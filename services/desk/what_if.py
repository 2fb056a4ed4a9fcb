"""What if: the history with facts left out, replaced or put in, or under another ruleset, without a trace.

The record is told again from the first change on; what it leads to stands beside what it led to: who enters
each stage by the cut, and who stands on the podium, as decided or, before that, as the standings are.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import structs

from services.access.principal import Principal
from services.access.rights import require
from services.desk.comparing import FAMILY, Difference, award_title, causes_of, difference, holders_of
from services.desk.decoding import CATALOGUE
from services.desk.desk import Desk
from services.desk.directory import Persons
from services.desk.moments import EVENT_LATER, MOMENT_AFTER_END, AsOf
from services.desk.view_failures import answering
from services.limits import MOST_CHANGES
from services.rules.ruleset import Ruleset, content_hash, load
from services.tournament.catalogue import INITIAL, commands
from services.tournament.counterfactual.recorded_facts import Told, asked_for
from services.tournament.counterfactual.replay import Changes, Chapter, Given, Misfit, tell
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.founding import check_plan
from services.tournament.definition.refusal_wording import places_named
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Command, Nature
from services.tournament.kernel.registry import event_types
from services.tournament.people.numbers import as_known
from services.tournament.standings.qualification import made
from services.tournament.standings.standing import family_standings, standings
from services.tournament.state import State
from shared.bound_checks import check as check_bounds
from shared.bounds import entries, many, text
from shared.catalogue import Phrase, Word
from shared.clock import from_micros
from shared.eventlog import Recorded
from shared.misfits import misfit
from shared.problems import INVALID_INPUT, ProblemType, not_found
from shared.text_forms import plain
from shared.working import still_time


class CutOutcome(msgspec.Struct, frozen=True):
    """Who enters a stage from another.

    Attributes:
        stage: the one that is entered.
        status: of the cut; while it is `open` the lists are what it would be by the standings as they are.
        entering: entrant numbers, best first.
        tied: who lies across the last place, of whom some enter.
    """

    stage: Stage
    status: Literal["open", "held", "concluded"]
    entering: tuple[str, ...]
    tied: tuple[str, ...]


class PodiumOutcome(msgspec.Struct, frozen=True):
    """A title and who has it: entrant numbers or, of the family award, units.

    Attributes:
        award: as in a difference: "place-1", "family".
        given: whether it was awarded; else it is who would have it by the standings as they are.
    """

    award: str
    title: Text
    holders: tuple[str, ...]
    given: bool


class Outcome(msgspec.Struct, frozen=True):
    """The cuts and the podium at a moment."""

    cuts: tuple[CutOutcome, ...]
    podium: tuple[PodiumOutcome, ...]


def outcome(state: State) -> Outcome:
    """The outcome of a state."""
    return Outcome(tuple(_cuts(state)), tuple(_podium(state)))


def _cuts(state: State) -> Iterator[CutOutcome]:
    for plan in state.plan.stages:
        if plan.source is None:
            continue
        cut = state.cut_into(plan.id)
        if cut.status != "open":
            yield CutOutcome(plan.id, cut.status, cut.qualified, cut.tied)
            continue
        found = made(state, plan.id, None)
        tied = tuple(number for tie in found.ties for number in tie.tied)
        yield CutOutcome(plan.id, "open", found.entering, tied)


def _podium(state: State) -> Iterator[PodiumOutcome]:
    given = state.awards is not None
    held = holders_of(state) if given else dict(_by_standing(state))
    for award, holders in held.items():
        yield PodiumOutcome(award, award_title(state.plan, award), holders, given)


def _by_standing(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who would have the titles of the main award and the family award."""
    lines = standings(state, state.plan.titled_stage)
    for place in range(1, len(state.plan.titles) + 1):
        holders = tuple(line.entrant_no for line in lines if line.place == place)
        if holders:
            yield f"place-{place}", holders
    if state.plan.family_award is not None:
        best = tuple(line.unit for line in family_standings(state) if line.place == 1)
        if best:
            yield FAMILY, best


FOLLOWS = ProblemType("follows-from-another", 422)
FOUNDING_STAYS = ProblemType("founding-stays", 422)
NAMED_TWICE = ProblemType("named-twice", 422)


class PutIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command that is put in.

    Attributes:
        command: its name, such as make-ruling; `body` as it is sent to the tournament.
        occurred_at: when it would have happened; by default when what it replaces, or what follows, did.
    """

    command: Annotated[str, text(100)]
    body: Annotated[dict[Annotated[str, text(100)], Any], entries(100)]
    occurred_at: datetime | None = None


class Supposed(PutIn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command that is put in, in place of the event `seq` or after it."""

    seq: int


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is supposed to be otherwise; with nothing, the history is told again whole, as it was.

    Attributes:
        without: seqs of the facts left out.
        replace: commands that take the place of facts.
        insert: commands put in after events; several after one in the order given.
        ruleset: the id of the ruleset to play under.
    """

    without: Annotated[tuple[int, ...], many(MOST_CHANGES)] = ()
    replace: Annotated[tuple[Supposed, ...], many(MOST_CHANGES)] = ()
    insert: Annotated[tuple[Supposed, ...], many(MOST_CHANGES)] = ()
    ruleset: Annotated[str, text(100)] | None = None


class MisfitView(msgspec.Struct, frozen=True):
    """A fact that fits no longer (`in_part`: not wholly), or a conclusion not drawn (or not without doubt).

    Attributes:
        seq, event: of the recorded event.
        code, text: the refusal that it met.
    """

    seq: int
    event: str
    nature: Nature
    in_part: bool
    code: str
    text: str


class WhatIf(msgspec.Struct, frozen=True):
    """What would be, beside what is.

    Attributes:
        seq: the moment that is compared with.
        since: the first event that was told again; 0 if there was none.
        commands: how many commands were told again from there, and how many of them led to something else.
        signatures_carried: signatures taken as given, though they confirmed other figures.
        difference: from what is to what would be; `because` names the recorded events that no longer count.
        outcome: who goes on and who stands on the podium as it is; `would_be` as it would be.
    """

    seq: int
    since: int
    commands: int
    commands_differing: int
    misfits: tuple[MisfitView, ...]
    signatures_carried: int
    difference: Difference
    outcome: Outcome
    would_be: Outcome


def what_if(
    desk: Desk,
    tournament_id: str,
    question: Question,
    principal: Principal,
    *,
    as_of: AsOf | None = None,
    language: str = "en",
) -> WhatIf:
    """Answer a question. Nothing is written, no key is made, nobody is told.

    Raises:
        Problem: forbidden; a seq that is not there or follows from another; a command put in that the rules
            refuse; took-too-long.
    """
    desk.admit(tournament_id, principal, "what-if")
    end = desk.state(tournament_id, as_of)
    changes = _changes(question, principal, end, desk.head(tournament_id).seq)
    begin, recorded = _from_first(desk, tournament_id, changes, end)
    present = desk.state(tournament_id)
    steps = [_told(event) for event in recorded]
    _check_roots(changes, steps)
    personal = Persons(desk.directory, tournament_id, present)
    with answering(tournament_id, "what-if", end.seq):
        story = tell(begin, steps, end, changes, personal, desk.clock.now(), still_time)
        differing = [chapter for chapter in story.chapters if _differs(chapter)]
        asked = (chapter.asked for chapter in differing if chapter.asked is not None)
        seqs = {event.seq for facts in asked for event in facts.events}
        _, causes = causes_of(begin, recorded, seqs)
        return WhatIf(
            end.seq,
            begin.seq + 1 if steps else 0,
            len(story.chapters),
            len(differing),
            tuple(_view(misfit, end, language) for misfit in story.misfits),
            story.carried,
            difference(end, story.state, causes),
            outcome(end),
            outcome(story.state),
        )


def _changes(question: Question, principal: Principal, end: State, last: int) -> Changes:
    named = [*question.without, *(supposed.seq for supposed in question.replace)]
    for seq in (*named, *(supposed.seq for supposed in question.insert)):
        if seq > last:
            raise MOMENT_AFTER_END(text=seq, last=last)
        if seq > end.seq:
            raise EVENT_LATER(seq=seq, moment=end.seq)
        if seq < 1:
            raise INVALID_INPUT(detail=Phrase("part-seq-from-1", {"seq": seq}))
    for seq in named:
        if seq == 1:
            raise FOUNDING_STAYS()
        if named.count(seq) > 1:
            raise NAMED_TWICE(seq=seq)
    after: dict[int, list[Given]] = {}
    for supposed in question.insert:
        after.setdefault(supposed.seq, []).append(_given(supposed, principal, end))
    return Changes(
        frozenset(question.without),
        {supposed.seq: _given(supposed, principal, end) for supposed in question.replace},
        after,
        _ruleset(question.ruleset, end),
    )


def _ruleset(id: str | None, end: State) -> Ruleset | None:
    """The ruleset to play under; none if it is the one that is played under."""
    if id is None:
        return None
    ruleset = load(id)
    check_plan(structs.replace(end.plan, ruleset=id), id, {**end.stage_rules, id: ruleset})
    return ruleset if content_hash(ruleset) != end.ruleset_hash else None


def _rules_known(command: AmendTournament, end: State) -> None:
    """Refuse rules from outside: a plan is supposed under those it has, or that come with the program."""
    known = {end.rules.id: end.rules, **end.stage_rules}
    for ruleset in (command.ruleset, *command.stage_rules):
        if ruleset != known.get(ruleset.id) and ruleset != load(ruleset.id):
            raise INVALID_INPUT(detail=Phrase("part-other-rules", {"ruleset": ruleset.id}))


def _given(supposed: Supposed, principal: Principal, end: State) -> Given:
    kind: type[Command] | None = commands().get(supposed.command)
    if kind is None:
        raise not_found("command", supposed.command)
    require(principal.role, supposed.command)
    if supposed.occurred_at is not None and supposed.occurred_at.tzinfo is None:
        raise INVALID_INPUT(detail=Phrase("part-occurred-needs-zone"))
    try:
        command = as_known(end, plain(msgspec.convert(plain(supposed.body, kind), kind)))
    except msgspec.ValidationError as error:
        phrase, field = misfit(str(error), kind, supposed.body)
        raise INVALID_INPUT(
            detail=Phrase("part-what-if-body", {"command": supposed.command, "said": phrase})
        ).at(seq=supposed.seq, field=field or "body") from None
    check_bounds(command)
    if isinstance(command, AmendTournament):
        _rules_known(command, end)
    return Given(command, principal.actor, supposed.occurred_at)


def _from_first(desk: Desk, tournament_id: str, changes: Changes, end: State) -> tuple[State, list[Recorded]]:
    """The state before the command that the first change belongs to, and the events from there on."""
    first = changes.first()
    if first is None:
        first = 1
    recorded = desk.log.read_one(tournament_id, first)
    assert recorded is not None, "the seq was found to be in the log"
    record = desk.log.command(tournament_id, recorded.command_id)
    start = (record.first_seq if record is not None else first) - 1
    begin = desk.state(tournament_id, start) if start else INITIAL
    return begin, list(desk.recorded(tournament_id, start, end.seq))


def _told(stored: Recorded) -> Told:
    event = CATALOGUE.decode(stored)
    return Told(
        stored.seq, event, from_micros(stored.occurred_at), stored.actor, stored.command_id, stored.caused_by
    )


def _check_roots(changes: Changes, steps: Sequence[Told]) -> None:
    """Refuse to leave out or replace what only follows from something else."""
    named = {*changes.without, *changes.instead}
    if not named:
        return
    types = event_types()
    by_command: dict[str, list[Told]] = {}
    for step in steps:
        by_command.setdefault(step.command_id, []).append(step)
    commands_named = {step.command_id for step in steps if step.seq in named}
    for command_id in commands_named:
        for asked in asked_for(by_command[command_id]):
            for event in asked.led_to:
                if event.seq in named:
                    raise FOLLOWS(
                        seq=event.seq,
                        type=Word("event", types[type(event.event)].name),
                        root=asked.root.seq,
                        root_type=Word("event", types[type(asked.root.event)].name),
                    )


def _differs(chapter: Chapter) -> bool:
    if chapter.asked is None:
        return True
    return [event.event for event in chapter.asked.events] != [entry.event for entry in chapter.entries]


def _view(misfit: Misfit, end: State, language: str) -> MisfitView:
    why = places_named(misfit.why, end.plan, end.moved_to)
    return MisfitView(misfit.seq, misfit.event, misfit.nature, misfit.in_part, why.code, why.text(language))
