"""Who goes on to a later stage of any tournament: results, the cut and its ties, and a session for each."""

from collections import Counter

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.turnout import sessions_used
from services.tournament.definition.stages import StagePlan
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie


def go_on_to(director: Director, stage: StagePlan) -> Activity:
    """Results of the stage before are published, and who goes on is found."""
    source = stage.source
    assert source is not None, "only such a stage is entered from another"
    director.scene("going-on", stage=stage.name)
    director.organizer(PublishResults(stage=source.stage))
    yield director.after(1)
    director.chief(ConcludeQualification(stage=stage.id))
    # A tie may lie across the winners of several tables, one after the other.
    while director.state.cut_into(stage.id).status == "held":
        yield director.after(2)
        reason = "Lot in the presence of those tied."
        director.chief(DecideCutTie(stage=stage.id, choice="lot", reason=reason))
    yield director.after(1)
    _make_room(director, stage)
    if director.state.cut_into(stage.id).qualified:
        director.chief(PlaceFinalists(stage=stage.id, chosen=_chosen(director, stage)))


def _make_room(director: Director, stage: StagePlan) -> None:
    """Where equals are too many for the tables, the last of them give their places up."""
    while stage.room is not None:
        going = director.state.cut_into(stage.id).qualified
        if len(going) <= stage.room:
            return
        command = WithdrawQualifier(entrant=going[-1], stage=stage.id, reason="No room for all.")
        director.participant(going[-1], command)


def _chosen(director: Director, stage: StagePlan) -> dict[str, str]:
    """The session of each who goes on, where the organizer names it."""
    if stage.split != "chosen":
        return {}
    going = director.state.cut_into(stage.id).qualified
    rooms = {plan.id: stage.room_in(plan) for plan in sessions_used(stage, len(going))}
    chosen: dict[str, str] = {}
    for number in going:
        taken = Counter(chosen.values())
        with_room = [
            session_id for session_id, room in rooms.items() if room is None or taken[session_id] < room
        ]
        chosen[number] = min(with_room, key=lambda session_id: taken[session_id])
    return chosen
