"""/schedule: when and where those play whom a chat stands for; who cannot come says so here."""

from collections.abc import Mapping

from bots.telegram.blocks import say_blocks
from bots.telegram.talk import Key, Talk, command
from services.personal.absence import plan_of
from services.personal.schedule import appearances, blocks


@command("schedule")
def schedule(talk: Talk, given: Mapping[str, str]) -> None:
    shown = list(blocks(talk))
    players = [own for own in talk.persons if own.principal.role == "participant"]
    coming = any(not one.is_over for own in players for one in appearances(talk, own, plan_of(talk, own)))
    rows = [[Key(talk.text("action_cannot_come"), "absence.begin", always=True)]] if coming else []
    say_blocks(talk, "schedule", shown, rows)
