"""Numbers of officials: such as a sign-in can be made for, so that nobody is appointed who cannot enter."""

import re

from shared.problems import ProblemType, quoted

SUBJECT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""What a sign-in or a token stands for: an id that says nothing about anyone."""
NUMBER_UNFIT = ProblemType("number-unfit", 422)


def check_office_number(number: str) -> None:
    """Refuse a number under which nobody can sign in; raises Problem: number-unfit."""
    if SUBJECT.fullmatch(number) is None:
        raise NUMBER_UNFIT(number=quoted(number)).at(field="referee")
