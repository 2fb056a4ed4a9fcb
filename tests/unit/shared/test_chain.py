"""The frozen arithmetic of the hash chain."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.eventlog.chain import ZERO, PersonalDigest, hasher

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
INT64 = st.integers(-(2**63), 2**63 - 1)
FIELDS = st.tuples(
    st.binary(min_size=32, max_size=32), INT64, TEXT, INT64, st.binary(max_size=50),
    st.none() | st.binary(max_size=50), TEXT, TEXT, st.none() | INT64, INT64, INT64,
)  # fmt: skip


def hash_by_hand(tournament_id: str, fields: tuple[Any, ...]) -> bytes:
    """The description once more, field by field."""
    personal = fields[5]
    sealed = None if personal is None else sha256(personal).digest()
    content = b""
    for field in (fields[0], tournament_id, *fields[1:5], sealed, *fields[6:]):
        if field is None:
            content += b"\xff\xff\xff\xff"
            continue
        if isinstance(field, int):
            field = field.to_bytes(8, "big", signed=True)
        elif isinstance(field, str):
            field = field.encode("utf-8")
        content += len(field).to_bytes(4, "big") + field
    return sha256(content).digest()


@given(TEXT, FIELDS)
def test_anyone_can_recompute_a_hash_from_its_description(tournament_id: str, fields: Any) -> None:
    assert hasher(tournament_id)(*fields) == hash_by_hand(tournament_id, fields)


@given(TEXT, FIELDS, FIELDS)
def test_other_fields_give_another_hash(tournament_id: str, first: Any, other: Any) -> None:
    link = hasher(tournament_id)
    assert (link(*first) == link(*other)) == (first == other)


@given(FIELDS, st.binary(max_size=50))
def test_a_digest_can_stand_in_for_personal_data(fields: Any, personal: bytes) -> None:
    full = (*fields[:5], personal, *fields[6:])
    redacted = (*fields[:5], PersonalDigest(sha256(personal).digest()), *fields[6:])
    assert hasher("t")(*full) == hasher("t")(*redacted)


def test_a_hash_once_written_stays_what_it_was() -> None:
    link = hasher("hk-2026")
    first = link(ZERO, 1, "tournament_created", 1, b"{}", None, "organizer:o1", "c1", None, 0, 1)
    assert first.hex() == "b9c1e5578484726cb465e1b5d693bd5f779dab85274be0f417c22723e8ff63fa"
    second = link(
        first, 2, "registered", 3, '{"a":"陳"}'.encode(), b'{"p":"AA=="}', "desk:d", "c2", 1, -5, 2**40
    )
    assert second.hex() == "72e66c7c5e67edc990308b991947d3650411f1690a89f70baced9ce0ba7afd0c"


@pytest.mark.parametrize("seq", ["1", None, 2**63])
def test_a_field_of_a_wrong_type_has_no_hash(seq: Any) -> None:
    import struct

    with pytest.raises(struct.error):
        hasher("t")(ZERO, seq, "x", 1, b"", None, "a", "c", None, 0, 0)
