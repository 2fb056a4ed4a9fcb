"""Run the sections, each for its share of the time. To add one, write a module with `run(pace)` and list it.

SOAK_MINUTES says how long all of it may take (10), SOAK_SEED where chance begins (by default somewhere else
every time; it is printed, and the same seed does the same again).
"""

import argparse
import os
import sys
from importlib import import_module

from tests.soak.pace import Pace

SECTIONS = {
    "seqs": 0.6,
    "tournaments": 0.15,
    "previews": 0.1,
    "kills": 0.08,
    "dispatchers": 0.07,
    "histories": 0.1,
    "simulation": 0.1,
    "mutants": 1.0,
}
"""The share of the time each section gets."""
BY_NAME = {"suite": 1.0, "failovers": 1.0}
"""What runs only where it is named; `suite` takes as long as it takes."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "sections",
        nargs="*",
        metavar="SECTION",
        help=f"of {', '.join(SECTIONS)} (the default), {', '.join(BY_NAME)}",
    )
    chosen = parser.parse_args().sections or list(SECTIONS)
    shares = SECTIONS | BY_NAME
    unknown = set(chosen) - set(shares)
    if unknown:
        sys.exit(f"no section named {', '.join(sorted(unknown))}")
    seconds = 60 * float(os.environ.get("SOAK_MINUTES", "10"))
    seed = int(os.environ.get("SOAK_SEED") or int.from_bytes(os.urandom(4)))
    print(f"soaking for about {seconds / 60:g} minutes (SOAK_MINUTES), SOAK_SEED={seed}")
    total = sum(shares[name] for name in chosen)
    faults = 0
    for name in chosen:
        print(f"\n== {name} ==", flush=True)
        pace = Pace(name, seconds * shares[name] / total, seed)
        import_module(f"tests.soak.{name}").run(pace)
        faults += pace.faults
    print(f"\n{faults} faults" if faults else "\nall as it must be")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
