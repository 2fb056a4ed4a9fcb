"""/standings: the own place and who is next to it, who leads, what was decided, and whether that is final."""

from collections.abc import Iterator, Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.talk import Talk, command
from services.desk.explaining import Explanation
from services.desk.params import ExplainParams
from services.personal.reader import Block
from services.personal.standings import by_stage


@command("standings")
def standings(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, tournament, block) for tournament, block in by_stage(talk)]
    blocks += [titled(talk, tournament, block) for tournament, block in _decided(talk)]
    say_blocks(talk, "standings", blocks)


def _decided(talk: Talk) -> Iterator[tuple[str, Block]]:
    """What was decided about the entry, the cut and the awards of each participant of the chat."""
    for person in talk.persons:
        if person.principal.role == "participant" and not person.principal.left:
            found: Explanation = talk.ask(person, "explain", ExplainParams(entrant=person.number))
            lines = [reason.text for reason in found.chain if reason.decision]
            if lines:
                yield person.tournament_id, [talk.text("decided", name=person.name), *lines]
