"""Which tables referees get: read back referee by referee, also where the order of their numbers decides."""

from collections.abc import Iterator

from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tournament.kernel.facts import Command
from services.tournament.seating.seats import RefereesAssigned
from shared.catalogue import Listed


class TablesOfReferees(PlainTask):
    """What is read back of an assignment."""

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        yield from super().read_back({**answers, "assignments": ""}, command)
        _, decision = self.reader.desk.foresee(self.person.tournament_id, command, self.person.principal)
        for entry in decision.entries:
            if isinstance(entry.event, RefereesAssigned):
                for each in entry.event.assignments:
                    yield (
                        self.names.referee(each.referee),
                        Listed(each.tables).in_language(self.reader.language),
                    )
