"""The pages of tournaments that were played once, for anyone."""

from collections.abc import Callable

import pytest

from services.web.app import create_app
from shared.clock import SystemClock
from tests.api.conftest import Client
from tests.pasts import PastOf, past_of

__all__ = ["past_of"]

ClientOf = Callable[[str], Client]


@pytest.fixture
def client_of(past_of: PastOf) -> ClientOf:
    """Whoever asks without a token for the pages of a past."""

    def client(name: str) -> Client:
        desk, clock = past_of(name).desk, SystemClock()
        return Client(create_app(desk, desk.vault, clock, release="test"))

    return client
