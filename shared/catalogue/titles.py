"""What a command is called where people read of it: the title of its task."""

import re

from shared.catalogue.catalogue import catalogue, say

_NAMES = re.compile(r"(?<=[(（])[a-z]+(?:-[a-z]+)+(?=[)）])")
"""The names of commands, which stand in brackets in our sentences; elsewhere "check-in" is a word."""


def title_of(command: str, language: str) -> str | None:
    """The title of a command's task; None for what is no command.

    A command has a title of its own, `task-title-NAME`, where what it is called within sentences, such as
    "sign this sheet", does not read as one.
    """
    texts = catalogue(language)
    key = next((key for key in (f"task-title-{command}", f"word-action-{command}") if key in texts), None)
    if key is None:
        return None
    title = say(key, language)
    return title[:1].upper() + title[1:]


def task_title(task: str, language: str) -> str:
    """The title of a task, in whose place no link or button may show its name."""
    title = title_of(task, language)
    assert title is not None, f"the task {task} has no title"
    return title


def commands_named(text: str) -> list[str]:
    """The commands that stand in a text by their names, in its order, each once."""
    return list(dict.fromkeys(_NAMES.findall(text)))


def with_titles(text: str, language: str) -> str:
    """A text in which commands stand by their names, with their titles in quotation marks instead."""

    def titled(found: re.Match[str]) -> str:
        title = title_of(found[0], language)
        return found[0] if title is None else say("part-problems-value", language, plain=title)

    return _NAMES.sub(titled, text)
