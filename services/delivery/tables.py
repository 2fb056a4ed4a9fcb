"""The tables of delivery, as statements see them. No column holds a name, or an address in clear."""

from shared.database.tables import table

address = table("""address: tournament_id key, address_id key, channel, language empty, status, why,
    as_of number""")
"""A chat or e-mail address by an id that says nothing. `as_of`: the seq of the details it was judged by."""

link = table("""link: tournament_id key, recipient key, address_id key, subject, sealed bytes,
    by_email number, linked_at number""")
"""Whom an address stands for; the address itself is sealed under that person's subject."""

muted_kind = table("muted_kind: tournament_id key, address_id key, kind key")

quiet_hours = table("quiet_hours: tournament_id key, address_id key, hours")
"""Longer quiet hours than everyone's, by their name, for an address that chose them."""

push_device = table("""push_device: tournament_id key, address_id key, tested_at number empty,
    received_at number empty, opened_at number empty""")
"""Of a browser that takes pushes: when one was last sent to try it out, came there, and was opened there."""

fan_out_position = table("fan_out_position: tournament_id key, seq number")
"""Up to which seq a tournament's notices were taken in."""

fan_out = table("""fan_out: tournament_id key, notice key, reference, seq number, kind, lane number,
    topic empty, status, due_at number, cursor""")
"""How far a notice was turned into deliveries: open, done, superseded or expired."""

delivery = table("""delivery: id key, tournament_id, notice, reference, seq number, kind, lane number,
    topic empty, channel, address_id, recipients, language, status, due_at number, not_after number empty,
    attempts number, doubts number, fence number, replaces, remote, why, started_at number empty,
    settled_at number empty, acknowledged_at number empty, followed_up_at number empty, mark""")

delivery_lease = table("""delivery_lease: name key, owner, token number, renewed_at number,
    expires_at number""")

delivery_mute = table("delivery_mute: name key, since number, why")
"""A row while nothing may be sent."""

delivery_steering = table("""delivery_steering: tournament_id key, pile key, number number key, step, actor,
    way, decided_at number""")
"""Who muted, sent or dropped what, by the number of the decision; `tournament_id` is "" for everything."""
