"""What an organizer waits for at the time machine: frames of random moments, and the pages it leads to."""

import http.client
from random import Random
from statistics import median, quantiles
from time import perf_counter

from tests.api.served import PATIENCE, Server
from tests.bench.http_demo import WHOLE
from tests.bench.rounds import Settings

FRAMES = 100
FRAME, WHAT_IF = 50.0, 1000.0
"""Targets in milliseconds: the 99th percentile of frames, and of a what-if of one ruling."""
_HISTORY = f"/t/{WHOLE}/history"


def measure(server: Server, token: str, settings: Settings) -> None:
    """Print how long each takes, one after the other on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def ask(path: str) -> tuple[float, bytes]:
        began = perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status, body[:300])
        return (perf_counter() - began) * 1000, body

    _, body = ask(f"/api/v1/tournaments/{WHOLE}/timeline?kind=ruling-made")
    rulings = [int(part.split(b",")[0]) for part in body.split(b'"seq":')[2:]]
    _, body = ask(f"/api/v1/tournaments/{WHOLE}")
    last, dice = int(body.split(b'"seq":')[1].split(b",")[0]), Random("history")
    print(f"\nthe time machine over {last:,} events")
    for what, paths, target in (
        ("the page of a past moment", [f"{_HISTORY}?as_of={dice.randint(1, last)}" for _ in range(20)], None),
        *(
            (
                f"a frame: {show}",
                [f"{_HISTORY}/frame?show={show}&as_of={seq}" for seq in _moments(dice, last, settings)],
                FRAME,
            )
            for show in ("standings", "sessions", "sheets", "docket", "families")
        ),
        (
            "what happened until then",
            [f"{_HISTORY}/recent?as_of={seq}" for seq in _moments(dice, last, settings)],
            None,
        ),
        (
            "two moments compared",
            [
                f"{_HISTORY}/compare?before={dice.randint(1, last)}&as_of={dice.randint(1, last)}"
                for _ in range(10)
            ],
            None,
        ),
        (
            "what if a ruling had not been made",
            [f"{_HISTORY}/what-if?without={seq}" for seq in rulings],
            WHAT_IF,
        ),
    ):
        # The first one has every process read the log.
        for path in paths[:4]:
            ask(path)
        took = sorted(ask(path)[0] for path in paths)
        high = quantiles(took, n=100, method="inclusive")[98]
        verdict = "" if target is None else f", target {target:g} ms: {'met' if high < target else 'NOT MET'}"
        print(f"  {what:<38} median {median(took):6.1f} ms, p99 {high:6.1f} ms of {len(took)}{verdict}")
    connection.close()


def _moments(dice: Random, last: int, settings: Settings) -> list[int]:
    return [dice.randint(1, last) for _ in range(settings.amount(FRAMES))]
