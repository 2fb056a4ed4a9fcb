"""What a task of a chat put on record, as buttons that show it."""

from bots.telegram.talk import Key, Talk
from services.tasks.plain_task import PlainTask
from services.tasks.recorded import on_record


def recorded_keys(talk: Talk, task: PlainTask, events: range, body: str) -> list[Key]:
    """What it put on record, by number and name, and how to see it; nothing that the answer says."""
    stored = talk.desk.events(task.person.tournament_id, events.start - 1, len(events)) if events else []
    return [
        Key(
            task.names.entrant(called) if key == f"entrant:{called}" else called,
            "task.about",
            {**task.person.named, "key": key},
            always=True,
        )
        for key, called in on_record(stored).items()
        if called not in body
    ]
