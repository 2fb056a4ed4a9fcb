"""One example body for each command, for the documentation; a test holds them to the structs."""

from collections.abc import Mapping
from typing import Any

_SESSION = "2026-03-28/1"
_SHEET = "2026-03-28/1/7"

_COUNTED = [
    {"seat": "A", "rack": []},
    {"seat": "B", "count": 14, "tiles": 3},
    {"seat": "C", "rack": ["R7", "J"]},
    {"seat": "D", "count": 200, "tiles": 14, "charge": "could_have_melded"},
]
_RECORDED = [
    {"entrant": "0102", "score": "24", "game_won": 1, "tiles": 0},
    {"entrant": "0311", "score": "-14", "game_won": 0, "tiles": 3},
    {"entrant": "0027", "score": "-2", "game_won": 0, "tiles": 1},
    {"entrant": "0745", "score": "-8", "game_won": 0, "tiles": 2},
]

GAME: Mapping[str, Any] = {
    "ended_by": "cleared",
    "seats": [
        {"seat": "A", "count": 0, "tiles": 0},
        {"seat": "B", "count": 14, "tiles": 3},
        {"seat": "C", "rack": ["R7", "B7", "K10"]},
        {"seat": "D", "count": 8, "tiles": 2},
    ],
}

TURN: Mapping[str, Any] = {
    "melded": True,
    "table_before": [["J", "R6", "R7"]],
    "rack_before": ["R9"],
    "table_after": [["R6", "R7", "J", "R9"]],
}
FIELDS: Mapping[str, Any] = {"turn": TURN, "chosen": {"0102": "2026-04-11/1"}}
"""What can be sent in a field that the example of its command leaves out."""
RACK: Mapping[str, Any] = {"rack": ["R10", "B10", "K10", "R7"], "last_drawn": "R7"}
POSITION: Mapping[str, Any] = {"table": [["B4", "B5", "B6"]], "rack": ["B7", "K1"]}

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "appoint-referee": {"referee": "REF-07", "name": "Chan Tai Man"},
    "dismiss-referee": {"referee": "REF-07", "reason": "Could not come after all"},
    "register-entrant": {
        "session": _SESSION,
        "birth_date": "1988-05-17",
        "name_en": "Chan Siu Ming",
        "name_zh": "陳小明",
        "email": "siu.ming@example.org",
        "language": "zh",
        "family": "F-012",
        "family_role": "parent",
        "consent": True,
    },
    "register-walk-in": {
        "session": _SESSION,
        "birth_date": "2015-09-02",
        "name_zh": "黃樂兒",
        "phone": "9123 4567",
        "guardian": "Wong Mei Ling",
    },
    "import-entrants": {
        "entrants": [
            {"session": _SESSION, "birth_date": "1990-01-31", "entrant_no": "0102", "name_en": "Lee Ka Yan"},
            {"session": _SESSION, "birth_date": "2015-09-02", "entrant_no": "0311", "name_zh": "黃樂兒"},
        ],
        "lines": [2, 3],
    },
    "enter-stage": {"entrant": "0102", "session": "2026-04-06/2"},
    "cancel-registration": {"entrant": "0102", "reason": "Cannot come"},
    "move-entrant": {"entrant": "0102", "session": "2026-04-06/2", "reason": "Asked by telephone"},
    "merge-entrants": {"keep": "0102", "drop": "0745", "reason": "Registered twice"},
    "amend-details": {"entrant": "0102", "email": "ka.yan@example.org"},
    "choose-language": {"entrant": "0102", "language": "en"},
    "set-consent": {"entrant": "0102", "shown": True, "scope": "board", "guardian": "Chan Mei Ling"},
    "ask-organizer": {"entrant": "0102", "question": "May my mother watch?"},
    "answer-question": {"question": "Q-0001", "answer": "Yes, from the gallery."},
    "forget-person": {"person": "0102", "grounds": "request"},
    "declare-family-unit": {"child": "0311", "parent": "0102"},
    "agree-to-family-unit": {"child": "0311", "parent": "0102"},
    "decline-family-unit": {"child": "0311", "parent": "0102"},
    "dissolve-family-unit": {"unit": "0311+0102", "reason": "The child plays with the other parent"},
    "check-in": {"entrant": "0102"},
    "undo-check-in": {"entrant": "0102", "reason": "Someone else answered to the name"},
    "draw-seats": {"session": _SESSION},
    "undo-seat-draw": {"session": _SESSION, "reason": "Two late-comers were at the door"},
    "exchange-seats": {"session": _SESSION, "first": "0102", "second": "0311", "reason": "Wheelchair"},
    "assign-referees": {"session": _SESSION, "assignments": {"REF-07": [7, 8], "REF-08": [9, 10]}},
    "start-session": {"session": _SESSION},
    "undo-session-start": {"session": _SESSION, "reason": "The clock was not running"},
    "call-time": {"session": _SESSION},
    "undo-time-call": {"session": _SESSION, "reason": "Called ten minutes early"},
    "end-session": {"session": _SESSION},
    "reopen-session": {"session": _SESSION, "reason": "A sheet was still at table 7"},
    "determine-first-player": {"sheet": _SHEET, "game": 1, "draws": {"0102": 13, "0311": 4, "0027": 9}},
    "note-incident": {"sheet": _SHEET, "game": 2, "kind": "break_permitted", "entrant": "0102"},
    "call-parent": {"entrant": "0102", "grounds": "unwell"},
    "answer-parent-call": {"call": "P-0001"},
    "escalate-parent-call": {"call": "P-0001"},
    "call-chief-referee": {"sheet": _SHEET},
    "set-out-for-table": {"sheet": _SHEET},
    "record-game-result": {"sheet": _SHEET, "game": 1, "ended_by": "cleared", "seats": _COUNTED},
    "correct-game": {
        "sheet": _SHEET,
        "game": 1,
        "seats": _RECORDED,
        "reason": "Two columns had changed places",
    },
    "submit-sheet": {"sheet": _SHEET, "games": [{"game": 1, "seats": _RECORDED}]},
    "settle-sheet-conflict": {
        "sheet": _SHEET,
        "conflict": 1,
        "take": "first",
        "reason": "The second one is a copy with a slip",
    },
    "import-results": {
        "rows": [
            {
                "session": _SESSION,
                "table": 7,
                "game": 1,
                "seat": "A",
                "entrant_no": "0102",
                "game_won": 1,
                "score": "24",
                "tiles": 0,
                "line": 2,
            }
        ]
    },
    "sign-sheet": {"sheet": _SHEET, "entrant": "0102", "medium": "paper"},
    "record-missing-signature": {
        "sheet": _SHEET,
        "entrant": "0311",
        "kind": "refused",
        "reason": "Says that game 2 was hers",
    },
    "close-signature": {"sheet": _SHEET, "entrant": "0311", "reason": "Ruled on; the result stands"},
    "raise-dispute": {"sheet": _SHEET, "entrant": "0311", "game": 2, "statement": "The joker was mine"},
    "present-evidence": {"dispute": "D-0001", "entrant": "0311", "rack": RACK},
    "withdraw-dispute": {"dispute": "D-0001", "reason": "Settled among the players"},
    "report-game-not-begun": {"sheet": _SHEET, "game": 3},
    "make-ruling": {
        "dispute": "D-0001",
        "finding": "The last tile was drawn after time was called",
        "cites": "HK rules 3",
        "reason": "Both neighbours saw it",
        "effects": [{"type": "charge", "game": 2, "entrant": "0311", "charge": "could_not_meld"}],
    },
    "give-warning": {"entrant": "0102", "breach": "Talked through the opponents' turns"},
    "report-breach": {"entrant": "0102", "description": "A third time after two warnings"},
    "withdraw-entrant": {"entrant": "0102", "grounds": "health", "reason": "Felt unwell"},
    "disqualify-entrant": {"entrant": "0102", "grounds": "aid_found", "reason": "A solver on the telephone"},
    "reinstate-entrant": {"entrant": "0102", "reason": "It was the neighbour's telephone"},
    "open-table": {"session": "2025-01-04/1", "entrants": ["0102", "0311", "0027"]},
    "close-table": {"sheet": "2025-01-04/1/7"},
    "suspend-day": {"day": "2026-03-28", "grounds": "signal_8_or_above", "reason": "Signal No. 8 at 09:40"},
    "suspend-remaining": {"day": "2026-03-28", "grounds": "black_rainstorm", "reason": "Black at 14:05"},
    "lift-suspension": {"day": "2026-03-28", "reason": "Suspended the wrong day"},
    "reschedule-sessions": {"day": "2026-03-28", "new_day": "2026-03-29"},
    "publish-results": {"stage": "preliminary"},
    "conclude-qualification": {},
    "decide-cut-tie": {"choice": "admit_all", "reason": "The hall has three tables more"},
    "undo-qualification": {"reason": "A sheet of session 4 was missing"},
    "place-finalists": {},
    "withdraw-qualifier": {"entrant": "0102", "reason": "Away that day"},
    "make-awards": {},
    "revoke-awards": {"reason": "A ruling on the last table came in"},
    "report-warnings": {
        "fetched_at": "2026-03-28T09:41:00+08:00",
        "body": "0f" * 32,
        "signals": [],
    },
    "report-silence": {"since": "2026-03-28T09:31:00+08:00"},
    "give-further-word": {
        "day": "2026-03-28",
        "en": "The hall is open until 8 pm for whoever cannot leave.",
        "zh": "場地開放至晚上八時，供未能離開的人士留步。",
    },
    "remind-of-next-word": {"day": "2026-03-28"},
    "propose-weather": {"day": "2026-03-28"},
    "answer-weather-proposal": {"proposal": "W-0001", "answer": "confirm"},
    "escalate-weather-proposal": {"proposal": "W-0001", "step": 1},
    "announce-weather-watch": {"day": "2026-03-28", "code": "TC8NE"},
    "announce-play": {"day": "2026-03-28"},
    "remind-of-session": {"session": _SESSION, "kind": "day_before"},
    "remind-of-retention": {},
    "invite-people": {},
    "remind-invited": {},
    "make-announcement": {
        "audience": "everyone",
        "en": "The doors open half an hour later",
        "zh": "延遲半小時開放入場",
    },
}

PREVIEW: Mapping[str, Any] = {
    "seq": 812,
    "events": ["ruling-made", "game-ruled", "signatures-voided"],
    "difference": {
        "stages": [
            {
                "stage": "preliminary",
                "moves": [
                    {
                        "entrant_no": "0311",
                        "before": {"place": 118, "games_won": 1, "score": "24", "tiles": 5},
                        "after": {"place": 131, "games_won": 1, "score": "11", "tiles": 8},
                        "because": [814],
                    }
                ],
            }
        ],
        "cut": None,
        "awards": [],
    },
    "notices": [],
    "remarks": [],
    "games": [],
    "people": 0,
    "sign_again": [],
}

TOURNAMENT_FILE: Mapping[str, Any] = {
    "id": "spring-cup",
    "title": {"en": "Spring Cup", "zh": "春季盃"},
    "organizer": "A club",
    "ruleset": "hk-2026",
    "zone": "Asia/Hong_Kong",
    "languages": ["en", "zh"],
    "quota": 48,
    "minimum_age": 7,
    "results_published_on": "2027-03-08",
    "results_published_at": ["notice board"],
    "venue": {
        "name": {"en": "Town hall", "zh": "會堂"},
        "address": {"en": "1 High Street", "zh": "大街 1 號"},
        "travel": {"en": "By bus", "zh": "乘巴士"},
    },
    "stage": [
        {
            "id": "preliminary",
            "name": {"en": "Preliminary", "zh": "初賽"},
            "enter": "registration",
            "apart": ["family"],
            "sessions": [
                {
                    "id": "2027-03-06/1",
                    "day": "2027-03-06",
                    "registration": "12:00",
                    "seating": "12:30",
                    "start": "12:45",
                    "end": "13:45",
                    "tables": 12,
                    "capacity": 48,
                }
            ],
        },
        {
            "id": "final",
            "name": {"en": "Final", "zh": "決賽"},
            "enter": {"from": "preliminary", "places": 12},
            "apart": ["family"],
            "sessions": [
                {
                    "id": "2027-03-13/1",
                    "day": "2027-03-13",
                    "registration": "13:00",
                    "seating": "13:30",
                    "start": "13:45",
                    "end": "14:45",
                    "tables": 3,
                    "capacity": 12,
                }
            ],
        },
    ],
    "award": [
        {"kind": "places", "stage": "final", "titles": [{"en": "Champion", "zh": "冠軍"}]},
        {
            "kind": "family",
            "stage": "final",
            "name": {"en": "Family award", "zh": "家庭獎"},
            "child_from": 7,
            "child_to": 18,
            "parent_from": 18,
        },
    ],
}
