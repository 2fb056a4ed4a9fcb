"""Run the simulator: `python -m infra.telegram_simulator --port 8081 --transcript transcript.jsonl`."""

import argparse
from pathlib import Path

from infra.pages import listening, serve
from infra.telegram_simulator.server import Simulator
from infra.telegram_simulator.transcript import Transcript


def main() -> None:
    """Serve on loopback until stopped; port 0 is any that is free."""
    parser = argparse.ArgumentParser(prog="python -m infra.telegram_simulator", description=__doc__)
    parser.add_argument("--port", type=listening, default="8081")
    parser.add_argument("--transcript", type=Path, help="append what chats send and receive to this file")
    parser.add_argument("--no-limits", action="store_true", help="never answer 429 by itself")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before every answer")
    parser.add_argument("--token", help="let in only this bot token")
    parser.add_argument("--any-chat", action="store_true", help="every chat id exists")
    given = parser.parse_args()
    transcript = Transcript(given.transcript)
    simulator = Simulator(
        transcript,
        limits=not given.no_limits,
        latency=given.latency,
        token=given.token,
        any_chat=given.any_chat,
    )
    try:
        serve(simulator.application(), given.port)
    finally:
        transcript.close()


if __name__ == "__main__":
    main()
