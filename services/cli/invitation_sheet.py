"""Cards to print: a code for each person to scan, families on one card, in the tournament's languages."""

from collections.abc import Sequence
from datetime import date
from html import escape
from itertools import groupby

import segno

from services.delivery.inviting import Invited, household
from services.tournament.definition.texts import Text
from shared.catalogue import say
from shared.i18n import Language, choose_language

_STYLE = """
@page { size: A4; margin: 12mm }
body { font: 10pt/1.35 sans-serif; margin: 0 }
article { border: 1px dashed #888; padding: 5mm; margin: 0 0 4mm; break-inside: avoid }
h1 { font-size: 12pt; margin: 0 0 2mm }
p { margin: 0 0 2mm }
section { display: inline-block; width: 42mm; margin: 0 4mm 2mm 0; vertical-align: top; text-align: center }
svg { width: 40mm; height: 40mm }
small { color: #444; overflow-wrap: anywhere }
"""


def sheet_of(title: Text, languages: Sequence[str], until: date, made: Sequence[Invited]) -> str:
    """The sheet as one HTML page that needs nothing else.

    Args:
        languages: tags of the tournament's.
        until: the last day on which the codes work.
        made: who shares a card stands together.
    """
    spoken = list(dict.fromkeys(choose_language(own) for own in languages))
    cards = "\n".join(
        _card(title, spoken, until, list(members)) for _, members in groupby(made, key=household)
    )
    heading = escape(say("cli-sheet-title", spoken[0], title=title.in_language(spoken[0])))
    return (
        f'<!doctype html>\n<html lang="{spoken[0]}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="referrer" content="no-referrer">\n<title>{heading}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{cards}\n</body>\n</html>\n"
    )


def _card(title: Text, spoken: Sequence[Language], until: date, members: Sequence[Invited]) -> str:
    own = members[0].language
    # Whoever gets the card reads the language they registered with first.
    order = sorted(spoken, key=lambda language: language != own)
    heading = " · ".join(say("cli-sheet-title", one, title=title.in_language(one)) for one in order)
    family = say("cli-sheet-family", own, family=members[0].family) if members[0].family else ""
    how = "".join(
        f'<p lang="{one}">{escape(text)}</p>'
        for one in order
        for text in (f"{say('cli-sheet-how', one)} {say('cli-sheet-note', one, until=until)}",)
    )
    codes = "".join(_code(one) for one in members)
    return (
        f"<article>\n<h1>{escape(heading)}</h1>\n"
        + (f"<p>{escape(family)}</p>\n" if family else "")
        + f"{how}\n{codes}\n</article>"
    )


def _code(own: Invited) -> str:
    svg = segno.make(own.link, error="m", micro=False).svg_inline(border=2, omitsize=True)
    number = own.recipient.partition(":")[2]
    return (
        f"<section>{svg}<br>{escape(f'{number} {own.name}'.strip())}<br>"
        f"<small>{escape(own.link)}</small></section>"
    )
