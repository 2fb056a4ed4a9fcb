"""What was made of standings that have changed since, and stands: a version of results, a cut, the awards."""

from collections.abc import Iterator, Sequence

from services.rules.game import Note, remark
from services.tournament.definition.stages import Stage
from services.tournament.docket.leaving import EntrantDisqualified, EntrantWithdrew
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import GameRestored, GameRuled
from services.tournament.kernel.facts import Event
from services.tournament.play.conflicts import SheetConflictSettled
from services.tournament.play.forfeits import GamesForfeited
from services.tournament.play.results import GameCorrected
from services.tournament.publication.awards import places_awarded
from services.tournament.publication.other_awards import other_awards
from services.tournament.publication.publishing import ResultsPublished, changes_between, published_rows
from services.tournament.standings.outcomes import figures_differ
from services.tournament.standings.reserves import cut_from
from services.tournament.standings.standing import family_standings
from services.tournament.state import State

# Not as unions: those are made anew each time, and every command asks.
_OF_THE_DOCKET = (EntrantDisqualified, EntrantReinstated, EntrantWithdrew)
_CHANGING = (*_OF_THE_DOCKET, GameRuled, GameRestored, GameCorrected, GamesForfeited, SheetConflictSettled)


def made_before(state: State, events: Sequence[Event]) -> Iterator[Note]:
    """Remarks on what no longer agrees after these events, each once.

    Args:
        state: the one after all of them.
    """
    changed = dict.fromkeys(filter(None, (_stage_changed(state, event) for event in events)))
    for stage in changed:
        version = state.versions.get(stage)
        if version and version_differs(state, stage, version):
            yield remark("published-before", version=version)
        if cut_from(state, stage):
            yield remark("cut-made-before")
    published = any(isinstance(event, ResultsPublished) for event in events)
    if (changed or published) and awards_differ(state):
        yield remark("awards-made-before")


def _stage_changed(state: State, event: Event) -> Stage | None:
    """The stage whose standings an event of the docket or of a sheet that was settled may change."""
    if not isinstance(event, _CHANGING):
        return None
    return event.stage if isinstance(event, _OF_THE_DOCKET) else state.sheets[event.sheet].stage


def version_differs(state: State, stage: Stage, version: int) -> bool:
    """Whether anybody's place or figures are others than those published; who goes on aside."""
    rows = state.publications[f"{stage}/{version}"].rows
    changes = changes_between(rows, published_rows(state, stage))
    return any(figures_differ(change.before, change.after) for change in changes)


def awards_differ(state: State) -> bool:
    made = state.awards
    return made is not None and (
        (made.places, made.others) != (places_awarded(state), other_awards(state))
        or _families_differ(state, made.family_units)
    )


def _families_differ(state: State, given: Sequence[str]) -> bool:
    """Whether another family comes first. Who is too old for the award is not known here."""
    best = {line.unit for line in family_standings(state) if line.place == 1} if given else set()
    return best != set(given)
