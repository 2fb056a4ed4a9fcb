"""Tournaments that come with the program: those of `infra/tournaments`, and what a new one can be like."""

from importlib.resources import files
from importlib.resources.abc import Traversable

from services.tournament.definition.attachments import attachment_of, in_base64
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template, template_names
from shared.problems import not_found, quoted


def demo_definition(tournament: str = "hk-2026", id: str | None = None) -> Competition:
    """The definition of a tournament file or template that comes with the program.

    Args:
        tournament: the name of the file, or of what a new one can be like.
        id: replaces that of the file, if given.

    Raises:
        Problem: not-found, or definition-invalid for an id that cannot be one.
    """
    for file in _folder().iterdir():
        if file.name == f"{tournament}.toml":
            return read_tournament(file.read_bytes(), id=id, find_file=_shipped).whole()
    if tournament in template_names():
        return read_tournament(template(tournament, tournament).encode(), id=id).whole()
    raise not_found("tournament-file", quoted(tournament))


def shipped_attachments(definition: Competition) -> tuple[str, ...]:
    """The files that come with the program among those that a definition names, in base64."""
    others = (file.read_bytes() for file in _folder().iterdir() if not file.name.endswith(".toml"))
    return tuple(in_base64(content) for content in others if attachment_of(content) in definition.attachments)


def _shipped(named: str) -> bytes:
    return _folder().joinpath(named).read_bytes()


def _folder() -> Traversable:
    return files("infra").joinpath("tournaments")
