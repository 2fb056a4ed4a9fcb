"""Run one seed, and print what happened: `python -m tests.seeded SEED [sqlite|postgresql]`."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from infra.migrations import migrate
from tests.postgresql_server import server
from tests.seeded.running import Broken, Ran, run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.seeded", description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("kind", nargs="?", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    try:
        ran = _run(given.seed, given.kind)
    except Broken as broken:
        sys.exit(str(broken))
    counts = ", ".join(f"{count:,} {what}" for what, count in ran.counts.items())
    sys.stdout.write("\n".join([*ran.told, counts, ran.digest, ""]))


def _run(seed: int, kind: str) -> Ran:
    with TemporaryDirectory(prefix="tl-seeded-") as folder:
        if kind == "sqlite":
            return run(seed, Path(folder))
        with server(private=True) as running:
            url = running.create()
            migrate(url)
            return run(seed, Path(folder), url)


if __name__ == "__main__":
    main()
