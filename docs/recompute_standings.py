"""Recompute what was published from the games in an export: python recompute_standings.py EXPORT.jsonl

It shares no code with Tileledger and needs only the standard library; a public export is enough. First check
the export with `verify_export.py`. Exit 0: every published table has who is ranked, and is what its games add
up to, whatever ranks in it: games, scores, tiles, Swiss points with all tie-breaks, rounds won, targets,
medals, ratings.
"""

import json
import sys
from collections import defaultdict
from fractions import Fraction
from hashlib import sha256
from math import exp, sqrt
from pathlib import Path

SETS = {
    "mso-2019": ["match_points", "median_buchholz", "buchholz", "progressive", "tie_break_score"],
    "mso-classic": ["match_points", "head_to_head", "results_spread", "sonneborn_berger"],
}
FEWER_IS_BETTER = {"tiles_left"}
NO_POINTS = {"games_won", "average_score", "total_score", "tiles_left", "rounds_won", "rating"}
RATING = {"mu": 25_000_000, "sigma": 8_333_333, "beta": 4_166_667, "tau": 83_333}  # in millionths
LEFT_IS_BELOW_ALL = -10_000  # the tie-break score of a game lost by going home
MISSING = ("absent", "forfeited")
MEDALS = {1: "gold", 2: "silver", 3: "bronze"}


class Wrong(Exception):
    """Says which published line is not what the games give."""


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Tables:
    """The games as they stand, sheet by sheet, and what was published of them."""

    def __init__(self):
        self.games, self.before, self.second, self.published = defaultdict(dict), {}, {}, []
        self.entrants, self.seats, self.byes, self.others, self.out = set(), {}, {}, {}, set()

    def take(self, line):
        kind, data = line["type"], line["data"]
        games = self.games[data["sheet"]] if isinstance(data.get("sheet"), str) else {}
        number = data.get("game")
        if kind in ("tournament-defined", "tournament-amended"):
            self.plan = Plan(data)
        elif kind == "entrant-registered":
            self.entrants.add(data["entrant_no"])
        elif kind in ("seats-drawn", "session-played-on-paper", "table-opened"):
            self.byes[data["session"]] = data.get("byes", ())
            self.others[data["session"]] = {name: data.get(name, ()) for name in ("unpaired", *MISSING)}
            if kind == "seats-drawn":
                for sheet in [own for own in self.seats if at(own, data["session"])]:
                    del self.seats[sheet]
            for own in data.get("tables", [data]):
                self.seats[f"{data['session']}/{own['table']}"] = own["entrants"]
        elif kind == "seats-exchanged":
            places = {data["first"]: data["second"], data["second"]: data["first"]}
            for sheet, seats in self.seats.items():
                if at(sheet, data["session"]):
                    self.seats[sheet] = [places.get(number, number) for number in seats]
        elif kind == "seat-draw-undone":
            self.byes.pop(data["session"])
        elif kind in ("entrant-withdrew", "entrant-disqualified"):
            self.out |= {(data["entrant"], stage) for stage in self.plan.following(data["stage"])}
        elif kind == "entrant-reinstated":
            self.out -= {(data["entrant"], stage) for stage in self.plan.following(data["stage"])}
            for sheet in [own for own in self.games if not self.drawn_after(own.rpartition("/")[0])]:
                games = self.games[sheet]
                for n in [n for n, game in games.items() if game and game.get("left") == data["entrant"]]:
                    del games[n]
        elif kind in ("game-result-recorded", "game-corrected"):
            games[number] = self.game(line, data["results"], games.get(number))
        elif kind == "score-sheet-recorded":
            for own in data["games"]:
                known = games.get(own["game"])
                games[own["game"]] = known or self.game(line, own["results"])
        elif kind == "games-forfeited":
            for n in data["games"]:
                won = [(data["winner"], 1), (data["entrant"], 0)]
                results = [{"entrant": no, "game_won": w, "score": "0", "tiles": 0} for no, w in won]
                games[n] = {**self.game(line, results), "left": data["entrant"]}
        elif kind == "sheet-conflict-found":
            self.second[data["sheet"], data["conflict"]] = data["games"]
        elif kind == "sheet-conflict-settled" and data["taken"] == "second":
            for own in self.second[data["sheet"], data["conflict"]]:
                known = games.get(own["game"])
                if not (known or {}).get("ruled"):
                    games[own["game"]] = self.game(line, own["results"], known)
        elif kind == "dispute-raised" and data["kind"] in ("game_interrupted", "game_not_begun"):
            games[number] = {**self.game(line, []), "ruled": True}  # waits; no other sheet decides it
        elif kind == "game-ruled":
            known = games.pop(number, None)
            self.before.setdefault((data["ruling"], data["sheet"], number), known)
            if data["status"] != "replay":
                rated = data["status"] != "voided"
                games[number] = {**self.game(line, data["results"], known), "ruled": True, "rated": rated}
        elif kind == "game-restored":
            games[number] = self.before[data["ruling"], data["sheet"], number]
        elif kind in ("session-start-undone", "sessions-suspended"):
            begun = data.get("sessions") or [data.get("session")]
            for sheet in (own for own in self.games if own.rpartition("/")[0] in begun):
                self.games[sheet].clear()
        elif kind == "results-published":
            self.compare(line["seq"], data)

    def drawn_after(self, session):
        """Whether a later round was drawn by the results of this one: then its forfeits stand."""
        stage = self.plan.stage[session]
        rounds = [own for own, other in self.plan.stage.items() if other == stage]
        later = rounds[rounds.index(session) + 1 :]
        return self.plan.of(stage).get("attend") == "all" and any(own in self.byes for own in later)

    def game(self, line, results, known=None):
        first = known["first"] if known and known["results"] else line["seq"]
        return {"results": results, "first": first, "ruled": False, "rated": True}

    def compare(self, seq, data):
        stage = data["stage"]
        names = self.plan.ranking(stage)
        reached = self.reached(stage, names)
        ranked = {number for number, own in reached.items() if self.is_ranked(stage, number, own)}
        others = sorted(ranked ^ {row["entrant_no"] for row in data["rows"]})
        if others:
            raise Wrong(f"the table published at seq {seq} is wrong about who is ranked: {', '.join(others)}")
        if "head_to_head" in names:
            compare_with_each_other(names[: names.index("head_to_head")], {no: reached[no] for no in ranked})
        rows = [(row, reached[row["entrant_no"]]) for row in data["rows"]]
        keys = [[own[name] * (1 if name in FEWER_IS_BETTER else -1) for name in names] for _, own in rows]
        for n, (row, own) in enumerate(rows):
            same = [row["games_won"], Fraction(row["score"]), row["tiles"]] == own["sums"]
            place = 1 + sum(key < keys[n] for key in keys)
            shown = {**own, "medal": MEDALS.get(place, "")}
            shown = {name: text(name, shown.get(name)) for name in row.get("figures") or ()}
            if not same or row["place"] != place or shown != (row.get("figures") or {}):
                raise Wrong(f"the table published at seq {seq} is wrong about {row['entrant_no']}")
        if sha256(canonical(data["rows"])).hexdigest() != data["digest"]:
            raise Wrong(f"the table published at seq {seq} has another digest")
        self.published.append(f"{stage} version {data['version']}: {len(rows)} lines recomputed")

    def is_ranked(self, stage, number, own):
        """Whether someone has a place: in the stage, with a game or a bye, or with all games."""
        drawn = [own for own, other in self.plan.stage.items() if other == stage and own in self.byes]
        there = [session for session in drawn if self.played(number, session) is not None]
        if (number, stage) in self.out or not there or not own["games"] + own["byes"]:
            return False
        plan = self.plan.of(stage)
        if plan.get("attend", "one") != "one":
            there = drawn
        return plan.get("ranked") == "played" or all(self.played(number, session) for session in there)

    def played(self, number, session):
        """Whether someone sat out, or has figures in every game of each table there; None for who was not."""
        others = self.others[session]
        if number in {*self.byes[session], *others["unpaired"]}:
            return True
        each = self.plan.of(self.plan.stage[session]).get("games", 3)
        found = [] if all(number not in others[name] for name in MISSING) else [False]
        for sheet in (own for own, seats in self.seats.items() if number in seats and at(own, session)):
            games = [game["results"] if game else () for game in self.games[sheet].values()]
            figures = sum(number == own["entrant"] for results in games for own in results)
            found.append(figures >= (each if isinstance(each, int) else len(games)))
        return all(found) if found else None

    def reached(self, stage, names):
        """By entrant everything that may rank or be shown."""
        counted = self.plan.counted(stage)
        sheets = {
            sheet: [own for own in games.values() if own]
            for sheet, games in self.games.items()
            if self.plan.stage[sheet.rpartition("/")[0]] in counted
        }
        found = defaultdict(lambda: {"sums": [0, 0, 0], "games": 0, "byes": 0, "rounds_won": 0})
        for session in (own for own, other in self.plan.stage.items() if other in counted):
            for number in self.byes.get(session, ()):
                found[number]["byes"] += 1
        for sheet, games in sheets.items():
            pair = () if NO_POINTS.issuperset(names) else self.seats.get(sheet, ())
            drawn = sum([own["game_won"] for own in game["results"]] == [1, 1] for game in games)
            for own in (own for game in games for own in game["results"]):
                line, figures = found[own["entrant"]], figures_of(own)
                line["sums"] = [a + b for a, b in zip(line["sums"], figures, strict=True)]
                line["games"] += 1
            for number in pair if len(pair) == 2 else ():
                found[number]["sums"][0] -= drawn  # half a point for both, and a win of neither
            for number in self.winners(sheet, games, stage):
                found[number]["rounds_won"] += 1
        swiss = self.swiss(counted, sheets)
        ratings = self.ratings(stage) if "rating" in names else {}
        newcomer = {**RATING, **(self.plan.of(stage).get("rating") or {})}
        for number in self.entrants:
            line = found[number]
            won, score, tiles = line["sums"]
            mu, sigma = ratings.get(number, (newcomer["mu"], newcomer["sigma"]))
            line.update(games_won=won, total_score=score, average_score=score, tiles_left=tiles)
            line.update(swiss[number], rating=mu - 3 * sigma, mu=mu, sigma=sigma)
            line["target"] = self.plan.of(stage).get("games")
        return found

    def winners(self, sheet, games, stage):
        """Who has won the session at a table, of those still in the stage, where the rules say how."""
        round_keys = self.plan.rules[stage]["ranking"].get("round_keys")
        sums = defaultdict(lambda: [0, 0, 0])
        for own in (own for game in games for own in game["results"]):
            if (own["entrant"], self.plan.stage[sheet.rpartition("/")[0]]) not in self.out:
                sums[own["entrant"]] = [
                    a + b for a, b in zip(sums[own["entrant"]], figures_of(own), strict=True)
                ]
        if not round_keys or not sums:
            return []
        at = {"games_won": (0, 1), "total_score": (1, 1), "average_score": (1, 1), "tiles_left": (2, -1)}
        keys = {
            no: [own[at[name][0]] * at[name][1] for name in round_keys["value"]] for no, own in sums.items()
        }
        return [number for number, key in keys.items() if key == max(keys.values())]

    def swiss(self, counted, sheets):
        """Points, opponents and tie-breaks of everyone, of tables of two: lists of round, opponent, result,
        score and tie-break score."""
        played = {number: [] for number in self.entrants}
        sessions = [session for session, stage in self.plan.stage.items() if stage in counted]
        stage, before, last = None, 0, 0  # rounds before this stage, and so far
        for session in sessions:
            if self.plan.stage[session] != stage:
                stage, before = self.plan.stage[session], last
                own, met = self.plan.of(stage), defaultdict(int)
                meetings = own.get("attend") == "some" or own.get("draw") == "open"
            if session in self.byes and not meetings and (own.get("attend") == "all" or last == before):
                last += 1
            found = [(number, None) for number in self.byes.get(session, ())]
            for sheet, games in sheets.items():
                pair = self.seats.get(sheet, ())
                begun = any(game["results"] for game in games)
                if at(sheet, session) and len(pair) == 2 and begun:
                    found += [(pair[0], (pair[1], sheet, games)), (pair[1], (pair[0], sheet, games))]
            for number, table in found:
                met[number] += 1
                round = before + met[number] if meetings else last
                last = max(last, round)
                points = Fraction((own.get("bye") or {}).get("points", 1))
                result = (table[0], *self.pair(*table[1:], number)) if table else (None, points, 0, 0)
                played[number].append((round, *result))
        points = {number: sum(own[2] for own in rounds) for number, rounds in played.items()}
        return {number: tie_breaks(number, played, points, last) for number in played}

    def pair(self, sheet, games, number):
        """What a table of two brought someone: result, score, tie-break score."""
        keeps = self.plan.rules[self.plan.stage[sheet.rpartition("/")[0]]]["scoring"]["tie_break_score"]
        wins, score, tie_break = [0, 0], Fraction(0), Fraction(0)
        for game in games:
            for own in game["results"]:
                wins[own["entrant"] != number] += own["game_won"]
                if own["entrant"] == number:
                    score += Fraction(own["score"])
                    count = own.get("count")
                    lost = abs(Fraction(own["score"])) // 1 if count is None else count
                    lost = -LEFT_IS_BELOW_ALL if game.get("left") == number else lost
                    tie_break -= 0 if own["game_won"] or keeps["value"] == "none" else lost
        half = Fraction(1, 2) if wins[0] else 0
        return (half if wins[0] == wins[1] else int(wins[0] > wins[1])), score, tie_break

    def ratings(self, stage):
        """The ratings after all games, in the order in which they were first recorded (Weng and Lin)."""
        model = {**RATING, **(self.plan.of(stage).get("rating") or {})}
        games = [
            (game["first"], number, [(own["entrant"], *figures_of(own)) for own in game["results"]])
            for sheet, known in self.games.items()
            if self.plan.stage[sheet.rpartition("/")[0]] == stage
            for number, game in known.items()
            if game and game["rated"] and len(game["results"]) > 1
        ]
        ratings = {}
        for _, _, figures in sorted(games):
            rate(model, ratings, sorted(figures, key=lambda own: (-own[1], -own[2])))
        return ratings


class Plan:
    """What the first event says: stages, their sessions and rules."""

    def __init__(self, data):
        plan = data["definition"]
        self.stages = {stage["id"]: stage for stage in plan["stage"]}
        self.stage = {own["id"]: id for id, stage in self.stages.items() for own in stage["sessions"]}
        known = {own["ruleset"]["id"]: own["ruleset"] for own in [data, *data["stage_rules"]]}
        own = data["ruleset"]["id"]
        self.rules = {id: known[self.of(id).get("ruleset") or own] for id in self.stage.values()}

    def of(self, stage):
        return self.stages[stage]

    def ranking(self, stage):
        named = self.of(stage).get("ranking", "ruleset")
        of_the_rules = self.rules[stage]["ranking"]["keys"]["value"]
        return named if isinstance(named, list) else SETS.get(named, of_the_rules)

    def source(self, stage):
        enter = self.of(stage).get("enter")
        return enter.get("from") if isinstance(enter, dict) else None

    def counted(self, stage):
        carries = self.of(stage).get("carry") and self.source(stage)
        return [*self.counted(self.source(stage)), stage] if carries else [stage]

    def following(self, stage):
        """A stage and those entered from it: whoever is out of it is out of them."""
        later = [id for id in self.stages if self.source(id) == stage]
        return [stage, *(known for id in later for known in self.following(id))]


def at(sheet, session):
    return sheet.rpartition("/")[0] == session


def figures_of(own):
    return [own["game_won"], Fraction(own["score"]), own["tiles"]]


def tie_breaks(number, played, points, rounds):
    own = played[number]
    against = sorted(points[number] if other is None else points[other] for _, other, *_ in own)
    scores = [score for _, other, _, score, _ in own if other is not None]
    met = defaultdict(set)
    for _, other, result, *_ in own:
        met[other].add(result)
    return {
        "match_points": points[number],
        "median_buchholz": sum(against[1:-1]),
        "buchholz": sum(against),
        "progressive": sum(result * (rounds - round + 1) for round, _, result, *_ in own),
        "tie_break_score": sum(tie_break for *_, tie_break in own),
        "results_spread": sum(scores) - max(scores, default=0),
        "sonneborn_berger": sum(
            result * (points[number] if other is None else points[other]) for _, other, result, *_ in own
        ),
        "met": met,
    }


def compare_with_each_other(names, ranked):
    """Head to head of those who are ranked, among those equal on every key before it."""
    for number, own in ranked.items():
        level = [
            no for no, other in ranked.items() if no != number and all(own[n] == other[n] for n in names)
        ]
        results = [own["met"].get(other, set()) for other in level]
        beat_all, lost_to_all = (all(met == {points} for met in results) for points in (1, 0))
        own["head_to_head"] = bool(level) * (beat_all - lost_to_all)


def rate(model, ratings, figures):
    """One game of the Plackett-Luce model, best first; whole millionths before and after."""
    mu, sigma, beta, tau = (model[name] / 1e6 for name in ("mu", "sigma", "beta", "tau"))
    known = [ratings.get(own[0]) for own in figures]
    mus = [mu if own is None else own[0] / 1e6 for own in known]
    squares = [(sigma if own is None else own[1] / 1e6) ** 2 + tau * tau for own in known]
    keys = [(-own[1], -own[2]) for own in figures]
    c = sqrt(sum(square + beta * beta for square in squares))
    strength = [exp(own / c) for own in mus]
    for i, (number, *_) in enumerate(figures):
        omega = delta = 0.0
        for q, key in enumerate(keys):
            if key <= keys[i]:
                part = strength[i] / sum(own for own, one in zip(strength, keys, strict=True) if one >= key)
                omega += ((q == i) - part) / keys.count(key)
                delta += part * (1 - part) / keys.count(key)
        omega *= squares[i] / c
        delta *= squares[i] / c**2 * sqrt(squares[i]) / c
        after = mus[i] + omega, sqrt(squares[i]) * sqrt(max(1 - delta, 0.0001))
        ratings[number] = tuple(round(value * 1_000_000) for value in after)


def text(name, value):
    """A figure as it is published: exact, ratings with six places."""
    if name in ("rating", "mu", "sigma"):
        return f"{'-' * (value < 0)}{abs(value) // 1_000_000}.{abs(value) % 1_000_000:06d}"
    return str(value["target"] if isinstance(value, dict) else value)


def recompute(lines):
    tables = Tables()
    for line in (own for own in map(json.loads, lines) if not own["type"].startswith("eventlog.")):
        tables.take(line)
    return tables.published


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(sys.stderr.write(__doc__) and 2)
    try:
        found = recompute(Path(sys.argv[1]).read_bytes().splitlines())
    except Wrong as error:
        sys.exit(f"NOT WHAT THE GAMES GIVE: {error}")
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        sys.exit(f"NOT AN EXPORT: {error!r}")
    sys.stdout.write("\n".join(found or ["nothing is published in this export"]) + "\n")
