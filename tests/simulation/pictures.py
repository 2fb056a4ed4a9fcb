"""What a moment looks like, in bytes: the whole state, and the rows of every read model.

The rendering is canonical: struct fields and the keys of maps are sorted, so two states look the same only if
they hold the same, however they came about. Digests of the bytes are what is kept and compared.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from immutables import Map

from services.projections.models import MODELS
from services.projections.rows import Row
from services.tournament.state import State
from shared.codec import canonical

Picture = Mapping[str, str]
"""SHA-256 of the bytes of the state (under "state") and of each read model's rows (under its name)."""


def _map(value: Any) -> Any:
    if isinstance(value, Map):
        return {str(key): item for key, item in value.items()}
    raise NotImplementedError(f"{type(value)} has no canonical bytes")


_encoder = msgspec.json.Encoder(order="sorted", enc_hook=_map)


def state_bytes(state: State) -> bytes:
    """Every field of the state, in canonical bytes."""
    return _encoder.encode(state)


def picture(state: State) -> Picture:
    """The state, and the rows of every read model as its view makes them."""
    return {
        "state": _digest(state_bytes(state)),
        **{model.name: _rows(model.view(state)) for model in MODELS},
    }


def _rows(rows: Mapping[str, Row]) -> str:
    return _digest(canonical(dict(rows)))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
