"""The page on tasks: for each command who can do it on a page and in the chat, and in how many presses."""

from collections.abc import Iterator

PAGE_WAY, CHAT_WAY = 2, 2
"""Presses from the page of an official, and messages in a chat, until a task asks its first question."""
LEAD = (
    "What people can do, each as a page, `/t/ID/tasks/COMMAND`, and in the chat, `/tasks`. From the page "
    "of an official it takes two presses to get to any of them: *What you can do*, then the task; in the "
    "chat a message, `/tasks` with a word of its title, and a press. Then come the answers that the "
    "command cannot do without, and what it leads to is read back: on the page [Go on] and [Do it], in "
    "the chat [Confirm]. The numbers below are presses, typed answers and messages in all. From what "
    "waits (`/todo`, the page of an official), a table, a person, a case or a session's console the "
    "answers that are known there are filled in. What is decided about a day because of the weather is asked "
    "with a press for each answer, and [Go on] only after what is written. What takes a whole file, –, has "
    "no dialogue; founding a tournament has its page at `/staff/found`."
)


def lines() -> Iterator[str]:
    from services.access.rights import COMMAND_RIGHTS, ROLES
    from services.tasks.day_questions import asked_for, known_of
    from services.tasks.listed import BY_FILE
    from services.tasks.questions import questions_of
    from services.tournament.catalogue import commands
    from shared.catalogue.titles import title_of
    from shared.i18n import LANGUAGES

    people = [role for role in ROLES if role not in ("display", "service")]
    yield "| task | 中文 | command | who | page | chat |"
    yield "|---|---|---|---|---|---|"
    alone = []
    for name, row in COMMAND_RIGHTS.items():
        who = [role.replace("_", " ") for role in people if row.get(role)]
        if not who:
            alone.append(name)
            continue
        known, go_on = known_of(name), 1
        if known is None:
            needed = sum(question.needed for question in questions_of(commands()[name]))
            needed = 1 if name in BY_FILE else needed
        else:
            asked = asked_for(known, LANGUAGES, moved=False)
            needed, go_on = len(asked) - ("what" in asked), int(bool({"en", "reason"} & {*asked}))
        titles = " | ".join(title_of(name, language) or name for language in ("en", "zh"))
        page, chat = PAGE_WAY + needed + go_on + 1, "–" if name in BY_FILE else CHAT_WAY + needed + 1
        yield f"| {titles} | `{name}` | {', '.join(who)} | {page} | {chat} |"
    if alone:
        yield ""
        yield f"Sent by programs alone: {', '.join(f'`{name}`' for name in alone)}."
