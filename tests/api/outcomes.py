"""Deliveries of a notice that came to different ends, put where a dispatcher would have left them."""

from datetime import datetime

from services.delivery.addressing import Draft
from services.delivery.deliveries import Deliveries
from services.notices.store import NoticeStore
from shared.database import Database


def three_outcomes(database: Database, tournament: str, now: datetime) -> str:
    """Of the first notice one delivery was read, one given up, one person has no address; its reference."""
    notice = NoticeStore(database).read(tournament)[0]
    made = [Draft((f"entrant:{place:04d}",), "telegram", f"a-{place}", "en") for place in (1, 2)]
    made.append(Draft(("entrant:0003",), "", "none:entrant:0003", "en", "unlinked"))
    deliveries = Deliveries(database)
    with database.writing() as driver:
        deliveries.add(driver, deliveries.rows(tournament, notice, made, now))
        driver.execute("UPDATE delivery SET status = 'sent' WHERE address_id = 'a-1'")
        driver.execute("UPDATE delivery SET status = 'dead', why = 'given up' WHERE address_id = 'a-2'")
        driver.execute(
            "INSERT INTO fan_out (tournament_id, notice, reference, seq, kind, lane, status, due_at, cursor) "
            f"VALUES ('{tournament}', '{notice.dedupe_key}', '{notice.reference}', {notice.seq}, "
            f"'{notice.kind}', 1, 'done', 0, '') ON CONFLICT DO NOTHING"
        )
        (sent,) = driver.execute("SELECT id FROM delivery WHERE address_id = 'a-1'").fetchone()
    deliveries.acknowledge(sent, now)
    return notice.reference
