"""Results from a list, whose sessions may go by what people call them."""

from collections.abc import Iterator

from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tournament.kernel.facts import Command
from services.tournament.seating.sessions_meant import SessionsMeant

ROWS = "rows"


class ResultsListed(PlainTask):
    """It, as it is pasted; words for a session may hold blanks and commas, which else end a cell."""

    def check(self, answers: Answers) -> None:
        super().check(self.with_ids(answers))

    def command(self, answers: Answers) -> Command:
        """The results; raises Problem: rows are refused, each naming its line."""
        return super().command(self.with_ids(answers))

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        """How many they are."""
        return super().read_back(self.with_ids(answers), command)

    def with_ids(self, answers: Answers) -> dict[str, str]:
        """The answers with the sessions by their ids."""
        rows = answers.get(ROWS, "")
        if not rows or rows.lstrip().startswith("["):
            return dict(answers)
        return {**answers, ROWS: SessionsMeant(self.state).with_ids(rows, " ")}
