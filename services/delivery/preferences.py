"""Preferences: what those who are linked want to hear, when, in which language, whether rather by e-mail."""

from collections.abc import Iterable

import sqlalchemy as sa

from services.delivery.tables import address, link, muted_kind, quiet_hours
from services.notices.kinds import KINDS
from services.notices.quiet import CHOICES, EVERYONE
from shared.database import Database, array_of
from shared.i18n import Language
from shared.problems import ProblemType

KIND_NOT_MUTABLE = ProblemType("kind-not-mutable", 422)
QUIET_HOURS_UNKNOWN = ProblemType("quiet-hours-unknown", 422)


class Preferences:
    """What was chosen for addresses and by recipients."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def muted(self, tournament_id: str, kind: str) -> set[str]:
        """The addresses that want nothing of a kind."""
        rows = self._database.fetch(self._statements.muted, {"t": tournament_id, "k": kind})
        return {row.address_id for row in rows}

    def muted_kinds(self, tournament_id: str, address_id: str) -> set[str]:
        """The kinds that an address wants nothing of."""
        rows = self._database.fetch(self._statements.muted_kinds, {"t": tournament_id, "a": address_id})
        return {row.kind for row in rows}

    def mute(self, tournament_id: str, address_id: str, kind: str, muted: bool = True) -> None:
        """Switch a kind off or on for an address.

        Raises:
            Problem: kind-not-mutable.
        """
        if kind not in KINDS or not KINDS[kind].muted_by_choice:
            raise KIND_NOT_MUTABLE(kind=kind)
        row = {"tournament_id": tournament_id, "address_id": address_id, "kind": kind}
        self._database.write(self._statements.mute if muted else self._statements.unmute, [row])

    def be_quiet(self, tournament_id: str, address_id: str, hours: str) -> None:
        """Choose an address's quiet hours, by name; what is about safety comes at any hour.

        Raises:
            Problem: quiet-hours-unknown.
        """
        if hours not in CHOICES:
            raise QUIET_HOURS_UNKNOWN(hours=hours, choices=", ".join(CHOICES))
        row = {"tournament_id": tournament_id, "address_id": address_id}
        if hours == EVERYONE:
            self._database.write(self._statements.as_everyone, [row])
        else:
            self._database.write(self._statements.set_quiet, [{**row, "hours": hours}])

    def quiet(self, tournament_id: str, address_ids: Iterable[str]) -> dict[str, str]:
        """The quiet hours that these addresses chose, by address; without those who have everyone's."""
        row = {"t": tournament_id, "ids": array_of(address_ids)}
        return dict(self._database.fetch(self._statements.quiet, row))

    def speak(self, tournament_id: str, address_id: str, language: Language) -> None:
        """Choose an address's language."""
        self._database.write(
            self._statements.set_language, [{"t": tournament_id, "a": address_id, "to": language}]
        )

    def prefer_email(self, tournament_id: str, recipient: str, by_email: bool) -> None:
        """Whether a linked recipient would rather have e-mail."""
        row = {"t": tournament_id, "r": recipient, "to": int(by_email)}
        self._database.write(self._statements.set_by_email, [row])


class _Statements:
    """What is asked of choices, and how they change."""

    def __init__(self, database: Database) -> None:
        prepare, bind = database.prepare, sa.bindparam
        column, place, mute = link.c, address.c, muted_kind.c
        whose = (column.tournament_id == bind("t"), column.recipient == bind("r"))
        self.set_by_email = prepare(sa.update(link).where(*whose).values(by_email=bind("to")))
        of_place = (place.tournament_id == bind("t"), place.address_id == bind("a"))
        self.set_language = prepare(sa.update(address).where(*of_place).values(language=bind("to")))
        self.mute = prepare(database.insert(muted_kind).on_conflict_do_nothing())
        self.unmute = prepare(
            sa.delete(muted_kind).where(
                mute.tournament_id == bind("tournament_id"),
                mute.address_id == bind("address_id"),
                mute.kind == bind("kind"),
            )
        )
        hours, insert = quiet_hours.c, database.insert(quiet_hours)
        self.set_quiet = prepare(
            insert.on_conflict_do_update(
                index_elements=["tournament_id", "address_id"], set_={"hours": insert.excluded["hours"]}
            )
        )
        self.as_everyone = prepare(
            sa.delete(quiet_hours).where(
                hours.tournament_id == bind("tournament_id"), hours.address_id == bind("address_id")
            )
        )
        self.quiet = prepare(
            sa.select(hours.address_id, hours.hours).where(
                hours.tournament_id == bind("t"),
                hours.address_id.in_(database.listed("ids", sa.Text())),
            )
        )
        self.muted = prepare(
            sa.select(mute.address_id).where(mute.tournament_id == bind("t"), mute.kind == bind("k"))
        )
        self.muted_kinds = prepare(
            sa.select(mute.kind).where(mute.tournament_id == bind("t"), mute.address_id == bind("a"))
        )
