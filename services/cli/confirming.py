"""Asking the person at the terminal before something is done that cannot be taken back."""

import sys

from shared.problems import ProblemType

NOT_ASKED = ProblemType("not-asked", 409)


def ask(question: str, declined: ProblemType) -> None:
    """Go on only if the person at the terminal says so.

    Raises:
        Problem: not-asked, where there is no terminal; `declined`.
    """
    if not sys.stdin.isatty():
        raise NOT_ASKED()
    print(question, end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes", "是"):
        raise declined()
