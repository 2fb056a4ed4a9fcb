"""/schedule: when and where those play whom a chat stands for; who cannot come says so here."""

from collections.abc import Mapping

from bots.telegram.blocks import say_blocks
from bots.telegram.talk import Key, Talk, command
from services.personal.absence import may_stay_away
from services.personal.schedule import blocks


@command("schedule")
def schedule(talk: Talk, given: Mapping[str, str]) -> None:
    shown = list(blocks(talk))
    players = [person for person in talk.persons if person.principal.role == "participant"]
    coming = any(may_stay_away(talk, person) for person in players)
    rows = [[Key(talk.text("action_cannot_come"), "absence.begin", always=True)]] if coming else []
    say_blocks(talk, "schedule", shown, rows)
