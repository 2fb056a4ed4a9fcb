"""/standings: the own place and who is next to it, who leads, and whether that is final."""

from collections.abc import Mapping

from bots.telegram.blocks import say_blocks, titled
from bots.telegram.talk import Talk, command
from services.personal.standings import by_stage


@command("standings")
def standings(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [titled(talk, tournament, block) for tournament, block in by_stage(talk)]
    say_blocks(talk, "standings", blocks)
