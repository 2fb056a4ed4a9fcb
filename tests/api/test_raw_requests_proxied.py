"""Requests as bytes, through nginx, HAProxy and Caddy: nobody gets the answer to what somebody else sent."""

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from services.web.front.limits import Limits
from tests import sampling
from tests.api.conftest import opened
from tests.api.echo import echoing
from tests.api.raw import Answer, Row, alone, rows, sent
from tests.deploy.proxies import PROXIES, before, connected

pytestmark = pytest.mark.wide(whole=True)

QUICK = Limits(header_seconds=2.0, body_seconds=4.0, body_pause=1.0, refused_seconds=0.3)
SECONDS = 0.5
"""For an answer to whoever sends a row; a proxy may wait longer for the rest of it."""
_ASKED = re.compile(rb"[A-Z]+[ \t]+[^\r\n]* HTTP/")


@pytest.mark.parametrize("proxy", PROXIES)
def test_each_request_behind_a_proxy_is_answered_to_its_sender_alone(
    proxy: str, moments: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        opened(moments["founded"], tmp_path_factory.mktemp("raw")) as house,
        echoing(house.app, QUICK, trusted_proxies=1) as (front, seen),
        before(proxy, tmp_path_factory.mktemp(proxy), front.port) as at,
    ):
        connect = partial(connected, at)
        marker = alone(connect)
        assert marker.status == 200
        found = []
        for row in tried():
            seen.clear()
            outcome = sent(row, connect, SECONDS)
            others = [alone(connect)]
            answers = (*outcome.answers, *(outcome.after or ()))
            says = "".join(each.says for each in seen)
            found += [f"{row.name}: {what}" for what in _wrong(row, answers, says, others, marker)]
    assert not found, "\n".join(found)


def tried() -> list[Row]:
    """An eighth of the rows, by the seed of the sample; all where every case is tried."""
    found = list(rows())
    return random.Random(sampling.seed()).sample(found, -(-len(found) // min(sampling.share(), 8)))


def _wrong(
    row: Row, answers: tuple[Answer, ...], says: str, others: list[Answer], marker: Answer
) -> Iterator[str]:
    """What is wrong with what came of a row.

    Args:
        answers: to the row and, where the connection was open then, to the marker behind it.
        says: all that got to the front.
        others: what others got to the marker meanwhile.
    """
    if any(other != marker for other in others):
        yield f"another got {others}"
    came = [answer for answer in answers if answer.status != 999]
    most = max(1, len(row.statuses), len(_ASKED.findall(b"".join(row.packets)))) + 1
    if len(came) > most:
        yield f"{len(came)} answers to {most - 1} requests"
    if "smuggled" in says and not row.closed:
        yield f"the application saw {says}"
