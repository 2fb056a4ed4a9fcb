"""The tables of delivery, as statements see them. No column holds a name, or an address in clear."""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, Table, Text

metadata = MetaData()


def _text(name: str, *, key: bool = False, empty: bool = False) -> "Column[str]":
    return Column(name, Text, primary_key=key, nullable=empty)


def _number(name: str, *, empty: bool = False) -> "Column[int]":
    return Column(name, BigInteger, nullable=empty)


address = Table(
    "address",
    metadata,
    _text("tournament_id", key=True),
    _text("address_id", key=True),
    _text("channel"),
    _text("language", empty=True),
    _text("status"),
    _text("why"),
    _number("as_of"),
)
"""A chat or e-mail address by an id that says nothing. `as_of`: the seq of the details it was judged by."""

link = Table(
    "link",
    metadata,
    _text("tournament_id", key=True),
    _text("recipient", key=True),
    _text("address_id", key=True),
    _text("subject"),
    Column("sealed", LargeBinary, nullable=False),
    _number("by_email"),
    _number("linked_at"),
)
"""Whom an address stands for; the address itself is sealed under that person's subject."""

muted_kind = Table(
    "muted_kind",
    metadata,
    _text("tournament_id", key=True),
    _text("address_id", key=True),
    _text("kind", key=True),
)

quiet_hours = Table(
    "quiet_hours",
    metadata,
    _text("tournament_id", key=True),
    _text("address_id", key=True),
    _text("hours"),
)
"""Longer quiet hours than everyone's, by their name, for an address that chose them."""

push_device = Table(
    "push_device",
    metadata,
    _text("tournament_id", key=True),
    _text("address_id", key=True),
    _number("tested_at", empty=True),
    _number("received_at", empty=True),
    _number("opened_at", empty=True),
)
"""Of a browser that takes pushes: when one was last sent to try it out, came there, and was opened there."""

fan_out_position = Table("fan_out_position", metadata, _text("tournament_id", key=True), _number("seq"))
"""Up to which seq a tournament's notices were taken in."""

fan_out = Table(
    "fan_out",
    metadata,
    _text("tournament_id", key=True),
    _text("notice", key=True),
    _text("reference"),
    _number("seq"),
    _text("kind"),
    _number("lane"),
    _text("topic", empty=True),
    _text("status"),
    _number("due_at"),
    _text("cursor"),
)
"""How far a notice was turned into deliveries: open, done, superseded or expired."""

delivery = Table(
    "delivery",
    metadata,
    _text("id", key=True),
    _text("tournament_id"),
    _text("notice"),
    _text("reference"),
    _number("seq"),
    _text("kind"),
    _number("lane"),
    _text("topic", empty=True),
    _text("channel"),
    _text("address_id"),
    _text("recipients"),
    _text("language"),
    _text("status"),
    _number("due_at"),
    _number("not_after", empty=True),
    _number("attempts"),
    _number("doubts"),
    _number("fence"),
    _text("replaces"),
    _text("remote"),
    _text("why"),
    _number("started_at", empty=True),
    _number("settled_at", empty=True),
    _number("acknowledged_at", empty=True),
    _number("followed_up_at", empty=True),
    _text("mark"),
)

delivery_lease = Table(
    "delivery_lease",
    metadata,
    _text("name", key=True),
    _text("owner"),
    _number("token"),
    _number("renewed_at"),
    _number("expires_at"),
)

delivery_mute = Table("delivery_mute", metadata, _text("name", key=True), _number("since"), _text("why"))
"""A row while nothing may be sent."""

delivery_steering = Table(
    "delivery_steering",
    metadata,
    _text("tournament_id", key=True),
    _text("pile", key=True),
    Column("number", BigInteger, primary_key=True),
    _text("step"),
    _text("actor"),
    _text("way"),
    _number("decided_at"),
)
"""Who muted, sent or dropped what, by the number of the decision; `tournament_id` is "" for everything."""
