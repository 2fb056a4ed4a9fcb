"""What is meant by what was typed, where there is something to choose from, or people are called so."""

import re
from collections.abc import Sequence

from bots.telegram.docket import who
from bots.telegram.talk import Talk
from services.officials.people_found import people_found
from services.officials.people_named import PeopleNamed
from services.tasks.options import Option
from services.tournament.people.numbers import known_number
from services.tournament.seating.sessions_meant import SessionsMeant
from shared.plain_text import narrow


def people_called(talk: Talk, text: str) -> Sequence[Option]:
    """Whoever is called as was typed, where that is no number."""
    person = who(talk, talk.flow.data)
    state, names = talk.desk.state(person.tournament_id), PeopleNamed(talk, person)
    if known_number(state.entrants, text) is not None:
        return ()
    return [(number, names.entrant(number)) for number in people_found(talk, person, text)]


def chosen(options: Sequence[Option], text: str, sessions: SessionsMeant) -> str | None:
    """The one that is meant: by its answer, by a table's number, or as the only one that is called so."""
    wanted = narrow(text).casefold()
    # In Chinese nothing stands between words.
    word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)" if wanted.isascii() else re.escape(wanted))
    for answer, label in options:
        if wanted in (answer.casefold(), label.casefold()):
            return answer
    meant = {*sessions.meant(text)}
    of_sessions = [answer for answer, _ in options if answer in meant]
    numbered = [answer for answer, _ in options if answer.rpartition("/")[2] == wanted]
    called = [answer for answer, label in options if word.search(label.casefold())]
    return next((found[0] for found in (of_sessions, numbered, called) if len(found) == 1), None)
