"""What a decision about a day leads to, before it counts and once it does."""

from collections.abc import Mapping

from bots.telegram.muted import if_muted
from bots.telegram.offers import answers_in
from bots.telegram.talk import Key, Rows, Talk
from services.delivery.channel_choice import Ways, ways_to
from services.desk.notice_preview import Foretelling
from services.tasks.day_decision import DayDecision
from services.tasks.day_read_back import ReadBack, read_back


def day_look(talk: Talk, task: DayDecision) -> ReadBack:
    """What is read back of it, with the ways in which everybody hears."""

    def ways(foretold: Foretelling) -> Ways:
        links = talk.room.links.of_recipients(task.tournament)
        return ways_to(foretold.recipients, links, foretold.with_email)

    return read_back(task, answers_in(talk.flow.data), ways)


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
