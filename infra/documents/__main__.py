"""`python -m infra.documents`: write the generated pages of docs/, or check that they are up to date."""

import argparse
import sys
from pathlib import Path

from infra.documents.documents import stale, write


def main() -> None:
    """Write the pages; with --check leave with 1 where one does not say what the code does."""
    parser = argparse.ArgumentParser(prog="python -m infra.documents", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="only check whether they are up to date")
    parser.add_argument("--folder", type=Path, default=Path("docs"), help="where the pages are")
    given = parser.parse_args()
    if not given.check:
        write(given.folder)
    elif found := stale(given.folder):
        sys.exit(f"{', '.join(found)}: not what the code says. Run `python -m infra.documents` and commit.")


if __name__ == "__main__":
    main()
