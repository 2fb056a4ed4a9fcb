"""The statements on links, prepared once for a database. What each is for stands where it is run."""

from typing import Any

import sqlalchemy as sa

from services.delivery.push_addresses import WEB_PUSH
from services.delivery.tables import address, link, push_device
from shared.database import Database


class LinkStatements:
    """By name."""

    def __init__(self, database: Database) -> None:
        prepare, bind = database.prepare, sa.bindparam
        column, place = link.c, address.c
        both = sa.and_(column.tournament_id == place.tournament_id, column.address_id == place.address_id)
        joined = (
            sa.select(
                column.tournament_id,
                column.recipient,
                column.address_id,
                place.channel,
                place.language,
                place.status,
                place.why,
                column.by_email,
                column.subject,
                column.sealed,
            )
            .select_from(sa.join(link, address, both))
            .order_by(column.tournament_id, column.recipient, column.address_id)
        )
        in_tournament, at = column.tournament_id == bind("t"), column.address_id == bind("a")
        whose = column.recipient == bind("r")
        self.all = prepare(joined.where(in_tournament))
        these = column.recipient.in_(database.listed("keys", sa.Text()))
        self.of_these = prepare(joined.where(in_tournament, these))
        self.link = prepare(joined.where(in_tournament, whose, at))
        self.of_address = prepare(joined.where(in_tournament, at))
        listed = database.listed("subjects", sa.Text())
        self.by_subjects = prepare(joined.where(column.subject.in_(listed), place.channel == bind("on")))
        self.sealed = prepare(
            sa.select(column.address_id, column.subject, column.sealed).where(
                in_tournament, column.address_id.in_(database.listed("ids", sa.Text()))
            )
        )
        self.standing = prepare(
            sa.select(column.address_id, column.recipient).where(
                in_tournament, column.address_id.in_(database.listed("ids", sa.Text()))
            )
        )
        insert_address = database.insert(address)
        changed: dict[str, Any] = {
            name: insert_address.excluded[name] for name in ("language", "status", "why", "as_of")
        }
        changed["language"] = sa.func.coalesce(changed["language"], place.language)
        self.upsert_address = prepare(
            insert_address.on_conflict_do_update(index_elements=["tournament_id", "address_id"], set_=changed)
        )
        insert_link = database.insert(link)
        resealed = {name: insert_link.excluded[name] for name in ("subject", "sealed", "linked_at")}
        self.insert_link = prepare(
            insert_link.on_conflict_do_update(
                index_elements=["tournament_id", "recipient", "address_id"], set_=resealed
            )
        )
        self.delete_link = prepare(sa.delete(link).where(in_tournament, whose, at))
        links_left = sa.exists().where(column.tournament_id == bind("t"), column.address_id == bind("a"))
        of_place = (place.tournament_id == bind("t"), place.address_id == bind("a"))
        self.delete_empty = prepare(sa.delete(address).where(*of_place, ~links_left))
        device = push_device.c
        of_device = (device.tournament_id == bind("t"), device.address_id == bind("a"))
        self.delete_device = prepare(sa.delete(push_device).where(*of_device, ~links_left))
        self.forget = prepare(sa.delete(link).where(in_tournament, column.subject == bind("s")))
        # Of a browser that stands for nobody any more nothing stays, not even when it was last heard of.
        linked = sa.select(column.address_id).where(column.tournament_id == bind("t"))
        self.forget_devices = prepare(
            sa.delete(push_device).where(device.tournament_id == bind("t"), device.address_id.not_in(linked))
        )
        self.forget_browsers = prepare(
            sa.delete(address).where(
                place.tournament_id == bind("t"), place.channel == WEB_PUSH, place.address_id.not_in(linked)
            )
        )
        self.reseal = prepare(sa.update(link).where(in_tournament, whose, at).values(sealed=bind("to")))
        self.dead = prepare(
            sa.select(place.address_id, place.as_of).where(
                place.tournament_id == bind("t"), place.status == "dead", place.as_of > 0
            )
        )
