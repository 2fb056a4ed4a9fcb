"""A tournament's title is found in its first event, whichever version wrote it."""

import pytest

from services.desk.decoding import CATALOGUE
from services.projections.titles import title_in
from services.tournament.definition.founding import TournamentDefined
from tests.cases import cases
from tests.golden.events_on_file import file_of, on_file

VERSIONS = [version for name, version in on_file() if name == "tournament-defined"]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_has_its_title_in_the_same_place(version: int) -> None:
    data = file_of("tournament-defined", version).read_bytes()
    event = CATALOGUE.decode_fields(1, "tournament-defined", version, data)
    assert isinstance(event, TournamentDefined)
    assert title_in(data) == event.definition.title


@cases("data", [b"", b"{}", b'{"definition":{"title":"x"}}', b"\x00\xff"])
def test_what_holds_none_is_listed_without(data: bytes) -> None:
    assert title_in(data) is None
