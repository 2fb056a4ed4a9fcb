"""What a tournament is called, read from the stored bytes of its first event.

For listings: they need neither the ruleset that stands in the same event nor the state it leads to. Every
version of `tournament-defined` has the title in this place.
"""

import msgspec


class _Title(msgspec.Struct):
    en: str = ""
    zh: str = ""
    both: str = ""


class _Definition(msgspec.Struct):
    title: _Title


class _TournamentDefined(msgspec.Struct):
    definition: _Definition


def title_in(data: bytes) -> str | None:
    """The title in the data of a tournament's first event, in English if it has one; None if unreadable."""
    try:
        title = msgspec.json.decode(data, type=_TournamentDefined).definition.title
    except msgspec.MsgspecError:
        return None
    return title.en or title.both or title.zh
