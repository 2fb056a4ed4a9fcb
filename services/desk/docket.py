"""The docket as it is asked for: cases, what was said and ruled in them, and evidence with its verdict."""

from collections.abc import Iterator, Mapping

import msgspec

from services.desk.directory import Details, free_text
from services.desk.docket_views import Concerned, DocketAnswer, DocketView, EvidenceView
from services.desk.params import NoParams
from services.desk.reading import Reading
from services.desk.scopes import own_sheets
from services.projections import rows
from services.projections.models import model
from services.tournament.docket.cases import Ruling
from services.tournament.docket.disputes import DisputeRaised
from services.tournament.docket.judgement import ruled_otherwise
from services.tournament.docket.rulings import RulingMade
from services.tournament.state import State


def docket(look: Reading, params: NoParams) -> DocketAnswer:
    """The cases that the asker may see, with what was ruled, whom it concerns and the evidence."""
    mine = None if look.scope == "any" else set(own_sheets(look.state, look.visibility))
    cases = []
    for row in model("docket").view(look.state).values():
        assert isinstance(row, rows.DocketRow)
        if look.scope == "self" and row.raised_by != look.visibility.subject:
            continue
        if look.scope == "own_table" and (mine is None or row.sheet not in mine):
            continue
        cases.append(row)
    seqs = [row.seq for row in cases] + [ruling.seq for row in cases for ruling in row.rulings]
    texts = look.directory.texts(look.tournament_id, seqs)
    return DocketAnswer(look.state.seq, tuple(_docket_view(look, row, texts) for row in cases))


def _docket_view(
    look: Reading, row: rows.DocketRow, texts: Mapping[int, Mapping[str, Details]]
) -> DocketView:
    case = free_text(texts[row.seq].get(row.case or "", {}), DisputeRaised, look.language)
    rulings = {
        ruling.ruling: dict(free_text(texts[ruling.seq].get(ruling.case, {}), RulingMade, look.language))
        for ruling in row.rulings
    }
    evidence = tuple(_evidence(look.state, row.dispute))
    view = DocketView(row, case.get("statement", ""), rulings, evidence)
    if look.scope == "self":
        return view
    made = [look.state.rulings[cell.ruling] for cell in row.rulings]
    concerned = tuple(person for ruling in made for person in _concerned(ruling))
    return msgspec.structs.replace(view, by=look.state.disputes[row.dispute].by, concerned=concerned)


def _concerned(ruling: Ruling) -> Iterator[Concerned]:
    for entrant, charge in ruling.charges:
        yield Concerned(ruling.ruling, "charge", entrant, charge)
    for entrant in ruling.warned:
        yield Concerned(ruling.ruling, "warning", entrant)
    for entrant, _ in ruling.disqualified:
        yield Concerned(ruling.ruling, "disqualify", entrant)


def _evidence(state: State, dispute: str) -> Iterator[EvidenceView]:
    case = state.disputes[dispute]
    ruling = state.rulings[case.ruling] if case.ruling is not None else None
    for exhibit in case.evidence:
        otherwise = None
        if ruling is not None:
            otherwise = ruled_otherwise(exhibit.judged, ruling.effects, ruling.charges)
        yield EvidenceView(exhibit.seq, exhibit.judged, exhibit.engine, otherwise)
