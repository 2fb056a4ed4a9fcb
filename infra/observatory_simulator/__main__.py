"""Run the simulator: `python -m infra.observatory_simulator --port 8082`."""

import argparse

from aiohttp import web

from infra.observatory_simulator.server import Simulator
from shared.clock import SystemClock


def main() -> None:
    """Serve on loopback until stopped."""
    parser = argparse.ArgumentParser(prog="python -m infra.observatory_simulator", description=__doc__)
    parser.add_argument("--port", type=int, default=8082)
    given = parser.parse_args()
    web.run_app(
        Simulator(SystemClock()).application(),
        host="127.0.0.1",
        port=given.port,
        access_log=None,
        print=None,
        handler_cancellation=True,
        shutdown_timeout=1,
    )


if __name__ == "__main__":
    main()
