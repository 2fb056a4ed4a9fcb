"""A ruling: what is to happen and what that needs, finding and reason, and the rule that it rests on."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from services.desk.docket_views import DocketView
from services.desk.views import SheetView
from services.officials.answers import OVERTAKEN, check_ruling, with_effect, with_figures, with_game
from services.officials.cases import (
    case,
    ended_shown,
    made_shown,
    players_now,
    raised_shown,
    ruled_shown,
    ruling_shown,
    sheet_about,
    sheet_in,
    undone_by,
)
from services.officials.citing import (
    begins,
    check_finding,
    clauses_for,
    rules_of,
    rules_offered,
    rules_read,
    usual_rule,
)
from services.officials.drafted import (
    CONFIRM,
    EFFECTS,
    ON_GAME,
    WITHOUT_SHEET,
    effect_shown,
    is_settled,
    ruling_of,
    steps_of,
    steps_to_effect,
)
from services.officials.exhibits import charges_proposed
from services.officials.figures import ending_named
from services.officials.impact import impact_lines
from services.officials.meaning import Foreseen
from services.officials.sheets import endings_left, figures_asked, players_of
from services.officials.tables import problem_said
from services.personal.texts import clipped
from services.rules.citing import Cited
from services.rules.ruleset import Ruleset
from services.tasks.described import Answers
from services.tasks.evidence import InCase
from services.tasks.options import Option
from services.tasks.plain_task import Done
from services.tasks.questions import Question
from services.tournament.docket.clauses import unknown_clause
from services.tournament.kernel.facts import Command
from services.tournament.play.endings import ENDING_NEEDED
from shared.catalogue import Word
from shared.problems import Problem

_MOST_GAMES_AT_ONCE = 4
_IN_A_ROW = 5
_LONGEST_LABEL = 60
"""Characters of a button; phones show two lines of them."""
AND = ":"
"""Between an effect and what is chosen along with it by one press: a game, or a charge and whose."""
QUESTIONS: Mapping[str, Question] = {
    question.name: question
    for question in (
        *(Question(name, "choice", needed=True) for name in ("effect", "game", "charge")),
        *(Question(name, "text", needed=True) for name in ("entrant", "figures")),
        Question("finding", "words", needed=True, readers="concerned"),
        Question("cites", "text", needed=True, suggests=True),
    )
}
_DISPUTE = Question("dispute", "text", needed=True)


class Ruling(InCase):
    """It, as drafted; answers are named as in `services.officials.drafted`."""

    words: ClassVar = {
        **{name: f"ruling_{name}" for name in ("game", "entrant", "charge", "finding", "cites")},
        "confirm": "confirm_ruling",
    }
    seen = ("effect", "game", "entrant", "charge", "figures", "cites")
    few: ClassVar = {"effect": 99, "game": 99, "cites": 6}

    def questions(self, answers: Answers) -> Sequence[Question]:
        return [_DISPUTE, *(QUESTIONS[step] for step in steps_of(answers) if step != CONFIRM)]

    def asks(self, question: Question, answers: Answers) -> str:
        text, supersedes = self.reader.text, answers.get("supersedes")
        if question.name == "effect":
            anew = [text("ruling_anew", ruling=supersedes)] if supersedes else []
            return "\n".join([*anew, text("ruling_effect")])
        if question.name != "figures":
            return super().asks(question, answers)
        game, before = int(answers["game"]), answers.get("figures")
        rules, sheet = self._rules(answers), self._sheet(answers)
        players = players_of(self.state, sheet, game)
        return figures_asked(self.reader, sheet, players, rules, game, before, ruled=True)

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        match question.name:
            case "effect":
                return self._effects(answers)
            case "game":
                games = self._games(answers)
                return [(str(game), self.reader.text("game", game=game)) for game in games]
            case "charge":
                charges = [charge.name for charge in self._rules(answers).scoring.charges]
                return [(name, Word("charge", name).in_language(self.reader.language)) for name in charges]
            case "cites":
                offered = rules_offered(self._rules(answers), self._case(answers))
                return [self._rule(rule, answers) for rule in offered]
        found = super().options(question, answers)
        if question.name != "entrant":
            return found
        return [each for each in found if self._may_concern(each[0], answers)] or found

    def row_of(self, question: Question, answer: str) -> str:
        """An effect on each game of a table in a row; of games alone some."""
        if question.name == "game":
            return str((int(answer) - 1) // _IN_A_ROW)
        effect, and_game, game = answer.partition(AND)
        return effect if and_game and game.isdecimal() else answer

    def answered(self, answers: Answers, given: Answers) -> dict[str, str]:
        """With what is to happen the rule that it usually rests on; of a finding its second line is why."""
        found = super().answered(answers, given)
        if "effect" in given:
            found = with_effect(answers, _chosen(given["effect"]), self._case(answers).case.game)
        elif "game" in given:
            found = with_game(answers, given["game"])
        elif "figures" in given:
            text, sheet = given["figures"], self._sheet(answers)
            found = with_figures(self.reader, self._rules(answers), sheet, answers, text)
        elif "cites" in given:
            clauses = clauses_for(self.reader, self.person, answers["dispute"])
            cites = clauses.find(given["cites"])
            if cites is None:
                raise unknown_clause(clauses, given["cites"])
            return {**found, "cites": cites}
        elif "finding" in given:
            check_finding(given["finding"])
            finding, _, reason = (part.strip() for part in given["finding"].partition("\n"))
            return {**found, "finding": finding, "reason": reason or finding}
        if is_settled(found) and "ask_cites" not in found:
            usual = usual_rule(self._rules(found), found)
            found |= {} if usual is None else {"cites": usual}
        return found

    def check(self, answers: Answers) -> None:
        if "effect" in answers:
            check_ruling(self.reader, self.person, answers)

    def instead(self, answers: Answers, answer: str, problem: Problem) -> Sequence[Option]:
        """Where an ending is needed each that can be; of a rule that is not there those most like it."""
        if problem.code == ENDING_NEEDED.code:
            endings = endings_left(self._rules(answers), ruled=True)
            named = [ending_named(ending, self.reader.language) for ending in endings]
            return [(f"{answer}, {ending}", ending) for ending in named]
        clauses = clauses_for(self.reader, self.person, answers["dispute"])
        if problem.code != unknown_clause(clauses, answer).code:
            return ()
        return [self._rule(rule, answers) for rule in clauses.nearest(answer)]

    def overtaken(self, answers: Answers, problem: Problem) -> tuple[str, Sequence[tuple[str, Answers]]]:
        """Of a case that was decided meanwhile by which ruling, and what can be done now."""
        if problem.code not in OVERTAKEN:
            return super().overtaken(answers, problem)
        view, lines, ways = self._case(answers), [problem_said(self.reader, problem)], []
        if ended := ended_shown(self.reader, self.person, view):
            lines = [self.reader.text("ruling_of_ended"), ended]
        if view.case.rulings:
            last = view.case.rulings[-1]
            lines += [
                made_shown(self.reader, self.person, last),
                ruling_shown(self.reader, self.person, view),
            ]
            label = self.reader.text("ruling_supersede", ruling=last.ruling)
            ways.append((label, {"supersedes": last.ruling}))
        return "\n".join(lines), ways

    def question_of(self, problem: Problem, answers: Answers) -> str:
        return steps_to_effect(answers)[-1]

    def more(self, answers: Answers) -> tuple[str, str, Answers] | None:
        """Another rule than the one that it usually rests on."""
        if "cites" in steps_of(answers):
            return None
        return self.reader.text("ruling_other_rule"), "cites", {"ask_cites": "1"}

    def command(self, answers: Answers) -> Command:
        return ruling_of(answers)

    def impact(self, answers: Answers, look: Foreseen) -> list[str]:
        about = sheet_about(self._case(answers)) or ""
        return list(impact_lines(self.reader, self.person, look.preview, told=look.told, about=about))

    def summary(self, answers: Answers, command: Command, look: Foreseen) -> str:
        view, replaces = self._case(answers), answers.get("supersedes")
        return self.reader.text(
            "ruling_read_back",
            effect=effect_shown(self.reader, self.person, answers),
            replaces=replaces,
            undone=undone_by(self.reader, self.person, view, replaces) or None,
            finding=clipped(answers["finding"], 90),
            cites=clipped(Cited(answers["cites"]).in_language(self.reader.language), 60),
            reason=clipped(answers["reason"], 90),
            raised=raised_shown(self.reader, self.person, view),
        )

    def done(self, answers: Answers, *, changed: bool) -> Done:
        view = self._case(answers)
        return ruled_shown(self.reader, self.person, view, players_now(view)), []

    def _effects(self, answers: Answers) -> list[Option]:
        """Charges that follow from evidence, and each effect; on each game where the case names none."""
        view, text = self._case(answers), self.reader.text
        if sheet_about(view) is None:
            return [(effect, text(f"effect_{effect}")) for effect in WITHOUT_SHEET]
        proposed = charges_proposed(self.reader, view.evidence).items()
        there = (None, *players_of(self.state, self._sheet(answers), view.case.game or 0))
        found = [(AND.join(of.values()), label) for label, of in proposed if of.get("entrant") in there]
        games = self._games(answers) if view.case.game is None else ()
        for effect in EFFECTS:
            if effect in ON_GAME and 0 < len(games) <= _MOST_GAMES_AT_ONCE:
                found += [(f"{effect}{AND}{game}", text(f"effect_{effect}_in", game=game)) for game in games]
            else:
                found.append((effect, text(f"effect_{effect}")))
        return found

    def _may_concern(self, entrant: str, answers: Answers) -> bool:
        """Whether the effect can be on somebody: who did not play a game has nothing that is charged."""
        charges = [charge.name for charge in self._rules(answers).scoring.charges] or [""]
        for charge in charges if answers["effect"] == "charge" else charges[:1]:
            try:
                check_ruling(self.reader, self.person, {**answers, "entrant": entrant, "charge": charge})
            except Problem as problem:
                if problem.is_of_the_machine:
                    raise
            else:
                return True
        return False

    def _rule(self, rule: str, answers: Answers) -> Option:
        """A rule by its name in the language of the reader, and how what it states begins."""
        label = Cited(rule).in_language(self.reader.language)
        played = rules_read(self.reader, self.person, answers["dispute"])
        words = begins(rule, played, self.reader.language)
        if words:
            whole = self.reader.text("ruling_rule", rule=label, words=words)
            label = clipped(whole, max(_LONGEST_LABEL, len(label)))
        return rule, label

    def _case(self, answers: Answers) -> DocketView:
        return case(self.reader, self.person, answers["dispute"])

    def _sheet(self, answers: Answers) -> SheetView:
        sheet = sheet_in(self.reader, self.person, self._case(answers))
        assert sheet is not None, "only a case about a sheet leads to games"
        return sheet

    def _games(self, answers: Answers) -> range:
        return range(1, len(self._sheet(answers).sheet.games) + 1)

    def _rules(self, answers: Answers) -> Ruleset:
        return rules_of(self.reader, self.person, answers["dispute"])


def _chosen(effect: str) -> dict[str, str]:
    """The effect that was chosen, and what was chosen along with it."""
    name, *along = effect.split(AND)
    if along and along[0].isdecimal():
        return {"effect": name, "game": along[0]}
    return {"effect": name, **dict(zip(("charge", "entrant"), along, strict=False))}
