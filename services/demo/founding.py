"""The tournament is founded and its referees are appointed, weeks before registration opens."""

from services.demo.agenda import Activity
from services.demo.definitions import shipped_attachments
from services.demo.director import Director
from services.demo.names import draw_name, draw_surname
from services.demo.turnout import tables_needed
from services.tournament.definition.founding import AppointReferee, DefineTournament, DismissReferee


def found(director: Director) -> Activity:
    """Found the tournament and appoint a chief, the referees a full session needs, and one more."""
    definition = director.definition
    director.scene("founded")
    rules, *others = director.rulesets
    attachments = director.attachments or shipped_attachments(definition)
    director.organizer(
        DefineTournament(
            definition=definition, ruleset=rules, stage_rules=tuple(others), attachments=attachments
        )
    )
    yield director.after(25)
    _appoint(director, "CR1", chief=True)
    # Where nobody signs nobody has to supervise a table.
    needed = -(-tables_needed(definition) // definition.tables_per_official) if director.supervised else 0
    for number in range(1, needed + 2):
        yield director.after(3)
        _appoint(director, f"R{number:02d}")


def replace_referee(director: Director) -> Activity:
    """A referee cannot come after all; a new one takes the place."""
    director.organizer(DismissReferee(referee="R02", reason="Broke an arm; cannot supervise."))
    yield director.after(70)
    _appoint(director, "R90")


def _appoint(director: Director, referee: str, *, chief: bool = False) -> None:
    dice = director.dice(f"referee {referee}")
    name = draw_name(dice, draw_surname(dice), "adult", "f" if dice.chance(50) else "m")
    director.organizer(AppointReferee(referee=referee, name=f"{name.zh} {name.en}".strip(), chief=chief))
