"""A slip in a game put right from the paper, in plain forms: figures and why, read back, carried out once."""

from collections.abc import Mapping, Sequence
from secrets import token_hex

from flask import Response, request

from services.officials.answers import FIGURES_UNCHANGED
from services.officials.cases import sheet_of, tournament_of
from services.officials.figures import figures_typed, with_ending
from services.officials.findings import check_not_figures
from services.officials.impact import impact_lines
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.officials.sheets import by_seat, ending_recorded, endings_left, figures_read_back
from services.officials.tables import problem_said, table_called
from services.personal.read_back import NOT_AS_READ, Part, changes_shown, differences, parts_in, written
from services.tournament.play.results import CorrectGame
from services.web.docket.figure_cells import CELLS, cells_of, cells_sent, figures_of
from services.web.docket.page_reader import PageReader
from services.web.forms import read_fields
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.catalogue import Word
from shared.problems import Problem, not_found, quoted

_SENT = ("ended_by", "reason", *CELLS)
_FIELDS = ("form", "step", "draft", "mark", *_SENT)
_ID_BYTES = 12


class _Slip:
    """A game that is to be put right, as whoever is signed in may see it; raises Problem: not-found."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.reader = PageReader(parts, call)
        self.person = self.reader.person
        self.view = sheet_of(self.reader, self.person, call.path["sheet"])
        recorded = [game.game for game in self.view.sheet.games if game is not None and game.figures]
        if call.path["game"] not in map(str, recorded):
            raise not_found("recorded-game", quoted(call.path["game"]))
        self.game = int(call.path["game"])

    def asked(self, fields: Mapping[str, str], wrong: str = "", at: str = "") -> Response:
        """The form: as the game stands, or as it was sent, with what is wrong."""
        rules = tournament_of(self.reader, self.person).rules_in(self.view.sheet.stage)
        recorded = ending_recorded(self.view, self.game)
        endings = dict.fromkeys(["cleared", *endings_left(rules), *([recorded] if recorded else [])])
        return self._page(
            "docket/correction.html",
            status=422 if wrong else 200,
            rows=cells_sent(self.view, fields) if fields else cells_of(self.view, self.game, None, rules),
            endings=[(code, Word("ending", code).in_language(self.reader.language)) for code in endings],
            ended_by=fields.get("ended_by", recorded),
            reason=fields.get("reason", ""),
            wrong=wrong,
            wrong_at=at if at in CELLS else "",
        )

    def command(self, fields: Mapping[str, str]) -> CorrectGame:
        """What was sent, as a command.

        Raises:
            Problem: figures that cannot be read, or words that are figures.
        """
        reason = fields.get("reason", "").strip()
        text = self._figures(fields)
        check_not_figures(reason)
        seats, ended_by, _ = figures_typed(text)
        return CorrectGame(
            sheet=self.view.sheet.sheet, game=self.game, ended_by=ended_by, seats=seats, reason=reason
        )

    def read_back(
        self, fields: Mapping[str, str], command: CorrectGame, read: Sequence[Part] | None
    ) -> Response:
        """What it changes; of what was read before only what is otherwise.

        Raises:
            Problem: as the correction would.
        """
        look = foreseen(self.reader, self.person, command)
        if not look.preview.events:
            raise FIGURES_UNCHANGED(game=self.game)
        parts = parts_of(self.reader, self.person, look)
        return self._page(
            "docket/correction_confirm.html",
            figures=figures_read_back(self._figures(fields), self.reader.language),
            reason=command.reason,
            impact=list(
                impact_lines(self.reader, self.person, look.preview, told=look.told, whole_names=True)
            ),
            changed=[] if read is None else changes_shown(self.reader, differences(read, parts)),
            sent={name: fields[name] for name in _SENT if name in fields},
            draft=fields.get("draft") or token_hex(_ID_BYTES),
            mark=written(parts),
        )

    def _figures(self, fields: Mapping[str, str]) -> str:
        """What was sent as figures that are typed, ended as the game stands where they do not say it."""
        text = figures_of(cells_sent(self.view, fields), fields.get("ended_by", ""))
        return with_ending(text, ending_recorded(self.view, self.game))

    def _page(self, template: str, *, status: int = 200, **shown: object) -> Response:
        return staff_page(
            self.parts,
            self.call,
            template,
            status=status,
            game=self.game,
            sheet=self.view.sheet.sheet,
            called=table_called(self.reader, self.person, self.view.sheet.sheet, None),
            path=f"/t/{self.call.tournament}/correct/{self.game}/{self.view.sheet.sheet}",
            says=self.reader.text,
            **shown,
        )


def correction_page(parts: Parts, call: Call) -> Response:
    """The figures as they stand, to be put right."""
    return _Slip(parts, call).asked({})


def correction_answered(parts: Parts, call: Call) -> Response:
    """Read back what was sent, or carry out what was read back, once."""
    sign_in, fields = sign_in_of(call), read_fields(_FIELDS)
    check_form(parts, request, sign_in.grant_id, fields.get("form", ""))
    slip = _Slip(parts, call)
    if fields.get("step") == "change":
        return slip.asked(fields)
    read = parts_in(fields.get("mark", "")) if fields.get("step") == "confirm" else None
    try:
        with by_seat(slip.view):
            return _carried_out(slip, fields, read)
    except Problem as problem:
        if problem.status in (401, 403) or problem.is_of_the_machine:
            raise
        return slip.asked(fields, problem_said(slip.reader, problem), str(problem.where.get("field", "")))


def _carried_out(slip: _Slip, fields: Mapping[str, str], read: Sequence[Part] | None) -> Response:
    """Of what was read back as it is now the correction; of anything else what there is to read.

    Raises:
        Problem: what the desk refuses, also of what there is to read.
    """
    parts, call, command = slip.parts, slip.call, slip.command(fields)
    if read is None:
        return slip.read_back(fields, command, None)
    agreed = agreed_to(parts.clock, slip.person, command, read)
    id = f"page-{fields.get('draft', '')[:40]}"
    try:
        parts.desk.submit(call.tournament, command, call.principal, command_id=id, agreed=agreed)
    except Problem as problem:
        if problem.kind is not NOT_AS_READ:
            raise
        return slip.read_back(fields, command, read)
    table = f"/t/{call.tournament}/tables/{slip.view.sheet.sheet}"
    return to_page(table, call.language, corrected=str(slip.game))
