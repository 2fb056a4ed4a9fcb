"""Links as lines, to be kept beside a tournament's log: sealed as they lie in the database.

Without the keys of the vault they lead nowhere, and so they do for whoever was forgotten since.
"""

from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Iterator

import msgspec
import sqlalchemy as sa

from services.delivery.tables import address, link, muted_kind, quiet_hours
from shared.database import Database
from shared.misfits import why_unread
from shared.problems import ProblemType

LINKS_UNREADABLE = ProblemType("links-unreadable", 422)


class LinkLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One link with the address it leads to, the kinds it wants nothing of, and the quiet hours it chose."""

    recipient: str
    address_id: str
    subject: str
    sealed: str
    by_email: int
    linked_at: int
    channel: str
    language: str | None
    status: str
    why: str
    as_of: int
    muted: tuple[str, ...]
    quiet: str


def dump_links(database: Database, tournament_id: str) -> Iterator[bytes]:
    """Every link of a tournament, a line each."""
    column, place, kind = link.c, address.c, muted_kind.c
    both = sa.and_(column.tournament_id == place.tournament_id, column.address_id == place.address_id)
    rows = database.fetch(
        database.prepare(
            sa.select(
                column.recipient,
                column.address_id,
                column.subject,
                column.sealed,
                column.by_email,
                column.linked_at,
                place.channel,
                place.language,
                place.status,
                place.why,
                place.as_of,
            )
            .select_from(sa.join(link, address, both))
            .where(column.tournament_id == sa.bindparam("t"))
            .order_by(column.recipient, column.address_id)
        ),
        {"t": tournament_id},
    )
    muted: dict[str, list[str]] = {}
    declined = sa.select(kind.address_id, kind.kind).where(kind.tournament_id == sa.bindparam("t"))
    for address_id, name in database.fetch(database.prepare(declined), {"t": tournament_id}):
        muted.setdefault(address_id, []).append(name)
    hours = quiet_hours.c
    chosen = sa.select(hours.address_id, hours.hours).where(hours.tournament_id == sa.bindparam("t"))
    quiet = dict(database.fetch(database.prepare(chosen), {"t": tournament_id}))
    for row in rows:
        named = dict(zip(LinkLine.__struct_fields__, row, strict=False))
        named |= {
            "sealed": b64encode(bytes(row.sealed)).decode(),
            "muted": sorted(muted.get(row.address_id, [])),
        }
        named["quiet"] = quiet.get(row.address_id, "")
        yield msgspec.json.encode(msgspec.convert(named, LinkLine)) + b"\n"


def read_links(lines: Iterable[bytes]) -> list[LinkLine]:
    """What stands in a copy; raises Problem: links-unreadable."""
    found = []
    for number, text in enumerate(lines, 1):
        try:
            line = msgspec.json.decode(text, type=LinkLine)
            b64decode(line.sealed, validate=True)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise LINKS_UNREADABLE(line=number, detail=why_unread(error, LinkLine)).at(line=number) from None
        found.append(line)
    return found


def restore_links(
    database: Database, tournament_id: str, copy: Iterable[LinkLine], forgotten: Collection[str]
) -> int:
    """Bring links in that are not there; returns how many there were.

    Args:
        forgotten: subjects whose links stay out.
    """
    links, addresses, kinds, quiet = [], [], [], []
    for line in copy:
        if line.subject in forgotten:
            continue
        of = {"tournament_id": tournament_id, "address_id": line.address_id}
        kept = {"recipient": line.recipient, "subject": line.subject, "sealed": b64decode(line.sealed)}
        links.append({**of, **kept, "by_email": line.by_email, "linked_at": line.linked_at})
        state = {"status": line.status, "why": line.why, "as_of": line.as_of}
        addresses.append({**of, **state, "channel": line.channel, "language": line.language})
        kinds += [{**of, "kind": kind} for kind in line.muted]
        quiet += [{**of, "hours": line.quiet}] if line.quiet else []
    with database.writing() as driver:
        for table, rows in ((address, addresses), (link, links), (muted_kind, kinds), (quiet_hours, quiet)):
            database.run(driver, database.prepare(database.insert(table).on_conflict_do_nothing()), rows)
    return len(links)
