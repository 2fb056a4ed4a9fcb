"""Input made to be costly, sent by a stranger to a real server: refused, and no process grows by it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.served import Server, serving

CHECK = "/api/v1/rulesets/check"
RULES = "/api/v1/rulesets/hk-2026"
ALL_TILES = [f"{colour}{number}" for colour in "RBKO" for number in range(1, 14)] * 2
MOST_GROWTH = 100 << 20
"""Bytes; a dotted key of 20 kB alone took four times as much."""

COSTLY: dict[str, tuple[str, str, bytes, int]] = {
    "a dotted key": (CHECK, "application/toml", b"a." * 10_000 + b"a=1", 422),
    "a long integer": (CHECK, "application/toml", b"a=" + b"1" * 5_000, 422),
    "deep arrays": (CHECK, "application/toml", b"a=" + b"[" * 20_000, 422),
    "very many mistakes": (CHECK, "application/toml", b"".join(b"x%d=1\n" % n for n in range(3_000)), 200),
    "a large file": (CHECK, "application/toml", b"#" * (1 << 20), 413),
    "deep JSON": (f"{RULES}/score", "application/json", b'{"seats":' + b"[" * 10_000, 422),
    "a long number": (f"{RULES}/score", "application/json", b'{"seats":' + b"1" * 10_000 + b"}", 422),
    "many tiles": (
        f"{RULES}/could-meld",
        "application/json",
        b'{"rack":[' + b'"R1",' * 2_000 + b'"R1"]}',
        422,
    ),
    "every tile, the last drawn unknown": (
        f"{RULES}/could-meld",
        "application/json",
        (
            '{"rack":["J","J",' + ",".join(f'"{tile}"' for tile in ALL_TILES[:74]) + '],"last_drawn":null}'
        ).encode(),
        200,
    ),
}


def peak(server: Server) -> int:
    """The most bytes that any process of the server has held in memory."""
    found = 0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and os.getpgid(int(folder.name)) == server.process.pid:
                status = (folder / "status").read_text()
                found = max(found, int(status.partition("VmHWM:")[2].split()[0]) << 10)
        except (OSError, IndexError):
            continue  # it ended meanwhile
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("costly"), apart=True) as started:
        yield started


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc")
@pytest.mark.parametrize("case", COSTLY)
def test_costly_input_from_a_stranger_costs_little(server: Server, case: str) -> None:
    path, kind, body, status = COSTLY[case]
    server.get("/api/v1/rulesets")
    before = peak(server)
    for _ in range(2):
        answer = server.send("POST", path, body=body, headers={"Content-Type": kind})
        assert answer[0] == status, answer[1][:300]
    assert peak(server) - before < MOST_GROWTH
    assert server.get("/livez")[0] == 200
