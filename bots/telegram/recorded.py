"""What a task of a chat put on record, as buttons that show it."""

from bots.telegram.talk import Key, Talk
from services.officials.tables import table_called
from services.tasks.plain_task import PlainTask
from services.tasks.recorded import on_record


def recorded_keys(talk: Talk, task: PlainTask, events: range, answer: str) -> list[tuple[str, Key | None]]:
    """What it put on record, by number and name, and how to see it; nothing that the answer says.

    A message has a page and no button: its text stands in the chats of those who get it.
    """
    stored = talk.desk.events(task.person.tournament_id, events.start - 1, len(events)) if events else []
    found = list[tuple[str, Key | None]]()
    for key, called in on_record(stored).items():
        kind, _, id = key.partition(":")
        if kind == "table":
            label = table_called(talk, task.person, id, None)
        else:
            label = task.names.entrant(called) if key == f"entrant:{called}" else called
        shown = Key(label, "task.about", {**task.person.named, "key": key}, always=True)
        if label.casefold() not in answer.casefold():
            found.append((label, None if kind == "notice" else shown))
    return found
