"""What is said once something was decided about a day."""

from collections.abc import Mapping

from bots.telegram.muted import if_muted
from bots.telegram.talk import Key, Rows, Talk
from services.tasks.day_decision import DayDecision


def decided(talk: Talk, task: DayDecision, answers: Mapping[str, str]) -> tuple[str, str, Rows]:
    """That it was decided, with the list of who is to be rung up; a refusal is told to nobody."""
    if answers.get("answer") == "refuse":
        return task.about(answers), talk.text("proposal_refused"), []
    after = {**task.person.named, "after": ""}
    ring = Key(talk.text("unreached_list"), "unreached.show", after, always=True)
    return (
        talk.text(f"storm_what_{task.decided(answers)[0]}"),
        talk.text("storm_done", muted=if_muted(talk, task.person)),
        [[ring]] if task.person.may("steer-deliveries") else [],
    )
