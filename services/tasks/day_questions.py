"""What can be decided about a day, whose right each takes, and which questions are asked for it."""

from collections.abc import Collection, Mapping

from services.tasks.described import Answers
from services.tasks.questions import Question
from services.tournament.kernel.lengths import LONGEST_FURTHER_WORD
from services.tournament.weather.suspension import Grounds

DECIDE_DAY = "decide-day"
"""The task of which the day and what is decided are asked, too."""
RIGHTS: Mapping[str, str] = {
    "suspend": "suspend-day",
    "rest": "suspend-remaining",
    "ahead": "announce-play",
    "word": "give-further-word",
    "move": "reschedule-sessions",
    "lift": "lift-suspension",
    "answer": "answer-weather-proposal",
}
"""What can be decided, by its command, whose right it takes; "answer" is what is said to a proposal."""
GROUNDS: tuple[Grounds, ...] = ("signal_8_or_above", "black_rainstorm", "other")
MOST = LONGEST_FURTHER_WORD
QUESTIONS: Mapping[str, Question] = {
    question.name: question
    for question in (
        Question("proposal", "choice", needed=True),
        Question("answer", "choice", needed=True, options=("confirm", "refuse")),
        Question("day", "choice", needed=True),
        Question("what", "choice", needed=True, options=tuple(RIGHTS)),
        Question("grounds", "choice", needed=True, options=GROUNDS),
        Question("since", "moment", needed=True, suggests=True),
        Question("en", "words", needed=True, most=MOST),
        Question("zh", "words", needed=True, most=MOST),
        Question("next_word", "moment", needed=True, suggests=True),
        Question("new_day", "day", needed=True, suggests=True),
        Question("reason", "words", needed=True),
        Question("sessions", "several", needed=False),
    )
}
"""All there are, in the order in which they are asked; which sessions get a new date may only be known."""


def known_of(task: str) -> Answers | None:
    """What the name of a task says of the decision; None where the task is another one."""
    if task == DECIDE_DAY:
        return {}
    return next(({"what": what} for what, name in RIGHTS.items() if name == task), None)


def asked_for(answers: Answers, languages: Collection[str], *, moved: bool) -> list[str]:
    """The names of the questions of a decision so far.

    Args:
        moved: whether a further word is for those in the hall alone, and promises no other.
    """
    what, grounds = answers.get("what", ""), answers.get("grounds", "")
    suspends = what in ("suspend", "rest")
    worded = what == "word" or (suspends and grounds == "other")
    wanted: dict[str, bool] = {
        **dict.fromkeys(("proposal", "answer"), what == "answer"),
        **dict.fromkeys(("day", "what"), what != "answer"),
        "grounds": suspends,
        "since": suspends and grounds != "other",
        **dict.fromkeys(languages, worded),
        "next_word": what == "word" and not moved,
        "new_day": what == "move",
        "reason": what == "lift",
    }
    return [name for name, asked in wanted.items() if asked]
