"""The way back from a task to where it was begun."""

from bots.telegram.docket import who
from bots.telegram.offers import answers_in
from bots.telegram.talk import Key, Talk

_LEFT = {"docket.sheet": ("one_back", "see_sheet"), "consent.list": ("one_back", "consents_of")}
"""What the way back to where a task was begun is called before and after it is done; else it is a case."""


def way_back(talk: Talk, *, done: bool = False) -> Key | None:
    """To where the task was begun, if that is known."""
    data = talk.flow.data
    if not data.get("back"):
        return None
    person, label = who(talk, data), _LEFT.get(data["back"], ("back", "back"))[done]
    back = {**person.named, **answers_in(data)}
    return Key(talk.text(label, name=talk.told_apart(person, person.name)), data["back"], back, always=True)
