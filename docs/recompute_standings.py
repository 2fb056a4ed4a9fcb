"""Recompute what was published from the games in an export: python recompute_standings.py EXPORT.jsonl

It shares no code with Tileledger and needs only the standard library; a public export is enough. First check
the export with `verify_export.py`. Exit 0: every published table is what its games add up to.
"""

import json
import sys
from collections import defaultdict
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

# Ranking keys that are recomputed: which of the three sums, and whether more or less of it is better.
KEYS = {"games_won": (0, -1), "average_score": (1, -1), "total_score": (1, -1), "tiles_left": (2, 1)}


class Wrong(Exception):
    """Says which published line is not what the games give."""


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Tables:
    """The games as they stand, sheet by sheet, and what was published of them."""

    def __init__(self):
        self.games, self.before, self.second, self.published = defaultdict(dict), {}, {}, []

    def take(self, line):
        kind, data = line["type"], line["data"]
        games = self.games[data["sheet"]] if isinstance(data.get("sheet"), str) else {}
        number = data.get("game")
        if kind in ("tournament-defined", "tournament-amended"):
            self.stage = stages(data["definition"])
            self.rules = rules(data)
        elif kind in ("game-result-recorded", "game-corrected"):
            games[number] = (data["results"], False)
        elif kind == "score-sheet-recorded":
            for own in data["games"]:
                games[own["game"]] = games.get(own["game"]) or (own["results"], False)
        elif kind == "sheet-conflict-found":
            self.second[data["sheet"], data["conflict"]] = data["games"]
        elif kind == "sheet-conflict-settled" and data["taken"] == "second":
            for own in self.second[data["sheet"], data["conflict"]]:
                if not (games.get(own["game"]) or ([], False))[1]:
                    games[own["game"]] = (own["results"], False)
        elif kind == "dispute-raised" and data["kind"] in ("game_interrupted", "game_not_begun"):
            games[number] = ([], True)  # waits for a ruling; no other sheet decides it
        elif kind == "game-ruled":
            self.before.setdefault((data["ruling"], data["sheet"], number), games.pop(number, None))
            if data["status"] != "replay":
                games[number] = (data["results"], True)
        elif kind == "game-restored":
            games[number] = self.before[data["ruling"], data["sheet"], number]
        elif kind in ("session-start-undone", "sessions-suspended"):
            begun = data.get("sessions") or [data.get("session")]
            for sheet in (own for own in self.games if own.rpartition("/")[0] in begun):
                self.games[sheet].clear()
        elif kind == "results-published":
            self.compare(line["seq"], data)

    def compare(self, seq, data):
        sums = defaultdict(lambda: [0, 0, 0])
        for sheet, games in self.games.items():
            if self.stage[sheet.rpartition("/")[0]] == data["stage"]:
                for own in (own for game in games.values() if game for own in game[0]):
                    figures = own["game_won"], Fraction(own["score"]), own["tiles"]
                    sums[own["entrant"]] = [a + b for a, b in zip(sums[own["entrant"]], figures, strict=True)]
        keyed = [KEYS.get(name) for name in self.rules[data["stage"]]["ranking"]["keys"]["value"]]
        rows = [(row, sums[row["entrant_no"]]) for row in data["rows"]]
        keys = [[own[i] * sign for i, sign in keyed] for _, own in rows] if None not in keyed else []
        for n, (row, own) in enumerate(rows):
            same = [row["games_won"], Fraction(row["score"]), row["tiles"]] == own
            if not same or (keys and row["place"] != 1 + sum(key < keys[n] for key in keys)):
                raise Wrong(f"the table published at seq {seq} is wrong about {row['entrant_no']}")
        if sha256(canonical(data["rows"])).hexdigest() != data["digest"]:
            raise Wrong(f"the table published at seq {seq} has another digest")
        self.published.append(f"{data['stage']} version {data['version']}: {len(rows)} lines recomputed")


def stages(plan):
    """By session the id of its stage; early logs list the sessions, later ones the stages with theirs."""
    if "sessions" in plan:
        return {session["id"]: session["stage"] for session in plan["sessions"]}
    return {session["id"]: stage["id"] for stage in plan["stage"] for session in stage["sessions"]}


def rules(data):
    """By stage the rules it is played by."""
    known = {own["ruleset"]["id"]: own["ruleset"] for own in [data, *data.get("stage_rules", ())]}
    chosen = {stage["id"]: stage.get("ruleset") for stage in data["definition"].get("stage", ())}
    return {
        stage: known[chosen.get(stage) or data["ruleset"]["id"]]
        for stage in stages(data["definition"]).values()
    }


def recompute(lines):
    tables = Tables()
    for line in map(json.loads, lines):
        if not line["type"].startswith("eventlog."):
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
    sys.stdout.write("\n".join(found) + "\n")
