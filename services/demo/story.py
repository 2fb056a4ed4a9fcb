"""The story as a whole: which day holds what, and the points at which it may stop.

Told for a tournament of three preliminary days with four sessions each and a final of two, as Hong Kong 2026
is; the number of tables and places is free.

    first day      four sessions, all disputes and slips of a first day
    second day     signal No. 8: no play, moved to the Wednesday after
    third day      two sessions; in the third black rain, moved with the fourth to the Thursday
    new dates      the second day's sessions, one of them on paper; then the two, and the tie at the cut
    after that     published, corrected, the cut by lot, reserves, the final, the awards
"""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from services.demo.agenda import Activity
from services.demo.awarding import award
from services.demo.deciding import (
    conclude,
    conclude_too_soon,
    correct_and_publish,
    draw_the_lot,
    place_and_replace,
    publish,
)
from services.demo.director import Director, once
from services.demo.founding import found, replace_referee
from services.demo.papers import session_from_paper
from services.demo.people import Town
from services.demo.programme import SCRIPTS, tie_at_the_cut
from services.demo.registering import import_group, register_everyone
from services.demo.reminding import remind
from services.demo.scripts import SessionScript
from services.demo.second_thoughts import (
    another_child,
    corners_of_the_rules,
    moved,
    places_given_back,
    registered_twice,
    small_corrections,
)
from services.demo.weather import black_rain, fair_morning, plan_session, signal_eight, typhoon
from services.tournament.definition.plan import Competition

POINTS: Mapping[str, int] = {
    "registration": 26,
    "day-1": 49,
    "mid": 61,
    "preliminary": 93,
    "cut": 93,
    "final": 100,
    "awards": 100,
}
"""Where the story may stop, in order, and how much of it has been told by then, in percent."""


class Point(NamedTuple):
    """The last moment that belongs to a point of the story, and about how many commands lead there."""

    moment: datetime
    commands: int


def fits(definition: Competition) -> bool:
    """Whether the story can be told for a tournament; `any_plan` has one for every other."""
    if definition.stage_ids != ("preliminary", "final"):
        return False
    days = Counter(session.day for session in definition.stages[0].sessions)
    finals = Counter(session.day for session in definition.stages[1].sessions)
    return list(days.values()) == [4, 4, 4] and list(finals.values()) == [2]


class Story:
    """The story on the calendar of one tournament that it `fits`."""

    def __init__(self, director: Director) -> None:
        self._director = director
        definition = director.definition
        ids: dict[str, list[tuple[date, str]]] = {"preliminary": [], "final": []}
        for stage in definition.stages:
            for plan in stage.sessions:
                if plan.day is not None:
                    ids.setdefault(stage.id, []).append((plan.day, plan.id))
        self._days = sorted({day for day, _ in ids["preliminary"]})
        self._of_day = {d: sorted(i for day, i in ids["preliminary"] if day == d) for d in self._days}
        self._finals = sorted(entrant_no for _, entrant_no in ids["final"])
        first, _, third = self._days
        self.opens = first - timedelta(days=54)
        self.closes = first - timedelta(days=6)
        self._wednesday, self._thursday = third + timedelta(days=1), third + timedelta(days=2)
        self._cut_day, self._final_day = third + timedelta(days=3), definition.days("final")[0]

    @property
    def _play_days(self) -> list[date]:
        return sorted({*self._days, self._wednesday, self._thursday, self._final_day})

    def point(self, name: str) -> Point:
        """A point of `POINTS` at which the story may stop."""
        day, clock = {
            "registration": (self.closes, "23:00"),
            "day-1": (self._days[0], "23:00"),
            "mid": (self._days[2], "15:29"),
            "preliminary": (self._thursday, "23:00"),
            "cut": (self._cut_day, "15:00"),
            "final": (self._final_day, "17:00"),
            "awards": (self._final_day, "23:00"),
        }[name]
        definition = self._director.definition
        first, final = definition.stages
        cut = final.source.places if final.source is not None else None
        commands = (15 * (first.room or 0) // 4 + 3 * (cut or 0)) * POINTS[name] // 100
        return Point(definition.moment(day, time.fromisoformat(clock)), commands)

    def plan(self) -> None:
        """Put everything on the agenda."""
        self._plan_registration()
        self._plan_preliminaries()
        self._plan_final()

    def _plan_registration(self) -> None:
        director, opens = self._director, self.opens
        town = Town(director.definition, director.dice("town"))
        corners = Town(director.definition, director.dice("corners"))
        first, second, third = (self._of_day[day] for day in self._days)
        for day, clock, activity in (
            (-7, "11:00", found(director)),
            (0, "10:00", register_everyone(director, town)),
            (2, "16:00", import_group(director, corners, third[0])),
            (3, "18:30", corners_of_the_rules(director, corners, first[0], second[1])),
            (5, "12:00", small_corrections(director)),
            (6, "21:00", registered_twice(director, third[2])),
            (8, "13:00", moved(director)),
            (12, "20:00", another_child(director)),
            (30, "15:00", replace_referee(director)),
        ):
            self._on(opens + timedelta(days=day), clock, activity)
        many = max(2, (director.definition.places or 0) // 150)
        self._on(self.closes - timedelta(days=5), "09:30", places_given_back(director, many))

    def _plan_preliminaries(self) -> None:
        director = self._director
        first, second, third = (self._of_day[day] for day in self._days)
        for place, session in enumerate(first):
            self._session(session, self._days[0], SCRIPTS[0, place])
        self._on(self.closes, "12:00", remind(director, self._play_days))
        self._on(self.closes, "12:30", typhoon(director, self._days[1]))
        self._on(self._days[1], "10:00", signal_eight(director, self._days[1], self._wednesday))
        self._on(self._days[2], "10:00", fair_morning(director, self._days[2]))
        for place in (0, 1, 3):
            self._session(second[place], self._wednesday, SCRIPTS[1, place])
        self._on(self._thursday, "10:30", session_from_paper(director, second[2]))
        for place in (0, 1, 2):
            self._session(third[place], self._days[2], SCRIPTS[2, place])
        again = [(third[2], SCRIPTS[3, 2]), (third[3], tie_at_the_cut(third[3]))]
        self._on(self._days[2], "16:42", black_rain(director, self._days[2], self._thursday, again))
        self._on(self._thursday, "21:30", publish(director))

    def _plan_final(self) -> None:
        director, day = self._director, self._cut_day
        self._on(day, "09:15", conclude_too_soon(director))
        self._on(day, "09:40", correct_and_publish(director))
        self._on(day, "14:00", conclude(director))
        self._on(day, "17:30", draw_the_lot(director))
        self._on(day, "18:40", place_and_replace(director, self._final_day - timedelta(days=1)))
        for place, session in enumerate(self._finals):
            self._session(session, self._final_day, SCRIPTS[4, place])
        self._on(self._final_day, "17:20", award(director))

    def _session(self, session: str, day: date, script: SessionScript) -> None:
        # Planned when the day comes: by then the session may lie on another day.
        activity = once(lambda: plan_session(self._director, session, day, script))
        self._on(day, "08:00", activity)

    def _on(self, day: date, clock: str, activity: Activity) -> None:
        self._director.plan(self._director.moment(day, clock), activity)
