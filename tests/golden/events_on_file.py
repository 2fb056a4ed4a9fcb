"""Where the golden payloads are: a file for each event type and version, canonical bytes and nothing else."""

from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).with_name("events")


def file_of(name: str, version: int) -> Path:
    return FOLDER / f"{name}.v{version}.json"


def on_file() -> Iterator[tuple[str, int]]:
    """Every type and version that has a golden payload."""
    for file in sorted(FOLDER.glob("*.json")):
        name, _, version = file.stem.rpartition(".v")
        yield name, int(version)
