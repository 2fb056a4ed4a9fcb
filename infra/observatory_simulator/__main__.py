"""Run the simulator: `python -m infra.observatory_simulator --port 8082`."""

import argparse

from infra.observatory_simulator.server import Simulator
from infra.pages import listening, serve
from shared.clock import SystemClock


def main() -> None:
    """Serve on loopback until stopped; port 0 is any that is free."""
    parser = argparse.ArgumentParser(prog="python -m infra.observatory_simulator", description=__doc__)
    parser.add_argument("--port", type=listening, default="8082")
    given = parser.parse_args()
    serve(Simulator(SystemClock()).application(), given.port)


if __name__ == "__main__":
    main()
