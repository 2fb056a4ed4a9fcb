from collections.abc import Iterator

import pytest

from services.delivery.push_keys import Receipts, SenderKey
from shared.clock import ManualClock
from shared.p256 import private_from
from tests.delivery.given import NOON
from tests.delivery.web_push.sending import CONTACT, Sending
from tests.simulators.push_service import PushService, push_service


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def key(clock: ManualClock) -> SenderKey:
    return SenderKey(private_from(b"s" * 32), CONTACT, clock)


@pytest.fixture
def receipts() -> Receipts:
    return Receipts(b"k" * 32)


@pytest.fixture
def service(clock: ManualClock, key: SenderKey) -> Iterator[PushService]:
    with push_service(clock, key.public) as running:
        yield running


@pytest.fixture
def sending(key: SenderKey, receipts: Receipts, clock: ManualClock) -> Sending:
    return Sending(key, receipts, clock)
