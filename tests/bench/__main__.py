"""Run the sections. To add one, write a module with `run(settings)` and list its name here."""

import argparse
import sys
from importlib import import_module

from tests.bench.rounds import Settings

SECTIONS = (
    "start",
    "log",
    "desk",
    "sharing",
    "venue",
    "history",
    "http",
    "pages",
    "delivery",
    "rules",
    "swiss",
    "demo",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}; default all"
    )
    parser.add_argument("--rounds", type=int, default=7, help="how often each contestant has its turn")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work: only shows that it runs")
    chosen = parser.parse_args()
    unknown = set(chosen.sections) - set(SECTIONS)
    if unknown:
        sys.exit(f"no section named {', '.join(sorted(unknown))}")
    settings = Settings(rounds=chosen.rounds, scale=0.1 if chosen.quick else 1.0)
    for name in chosen.sections or SECTIONS:
        print(f"\n== {name} ==", flush=True)
        import_module(f"tests.bench.{name}").run(settings)


if __name__ == "__main__":
    main()
