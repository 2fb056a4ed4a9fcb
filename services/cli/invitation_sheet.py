"""Cards to print: a code for each person to scan, families on one card, in the tournament's languages."""

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape
from itertools import groupby

import segno

from services.delivery.inviting import Invited, household
from services.delivery.personal_pages import PageLink
from services.tournament.definition.texts import Text
from shared.catalogue import say
from shared.i18n import Language
from shared.language_choice import choose_language

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


def sheet_of(
    title: Text, languages: Sequence[str], until: date, made: Sequence[Invited], pages: Mapping[str, str]
) -> str:
    """The sheet as one HTML page that needs nothing else.

    Args:
        languages: tags of the tournament's.
        until: the last day on which the codes work.
        made: who shares a card stands together.
        pages: links to personal pages, by recipient; they stand on the same cards.
    """
    spoken = list(dict.fromkeys(choose_language(language) for language in languages))
    cards = [_card(title, spoken, until, list(members), pages) for _, members in groupby(made, key=household)]
    return _sheet("sheet-title", title, spoken, cards)


def page_sheet_of(title: Text, languages: Sequence[str], made: Sequence[PageLink]) -> str:
    """A sheet of cards with links to personal pages alone."""
    spoken = list(dict.fromkeys(choose_language(language) for language in languages))
    cards = []
    for link in made:
        names = ", ".join(_label(*person) for person in zip(link.recipients, link.names, strict=True))
        order = _in_order(spoken, link.language)
        how = _paragraphs(order, "sheet-page")
        content = how + _code(names, link.link)
        cards.append(_framed("sheet-page-title", title, order, link.family, content))
    return _sheet("sheet-page-title", title, spoken, cards)


def _sheet(key: str, title: Text, spoken: Sequence[Language], cards: Sequence[str]) -> str:
    body = "\n".join(cards)
    heading = escape(say(key, spoken[0], title=title.in_language(spoken[0])))
    return (
        f'<!doctype html>\n<html lang="{spoken[0]}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="referrer" content="no-referrer">\n<title>{heading}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _card(
    title: Text, spoken: Sequence[Language], until: date, members: Sequence[Invited], pages: Mapping[str, str]
) -> str:
    order = _in_order(spoken, members[0].language)
    how = _paragraphs(order, "sheet-how", "sheet-note", until=until)
    codes = "".join(_code(_label(member.recipient, member.name), member.link) for member in members)
    named: dict[str, list[str]] = {}
    for member in members:
        if link := pages.get(member.recipient):
            named.setdefault(link, []).append(_label(member.recipient, member.name))
    more = "".join(_code(", ".join(names), link) for link, names in named.items())
    page = _paragraphs(order, "sheet-page") + more if more else ""
    return _framed("sheet-title", title, order, members[0].family, how + codes + page)


def _in_order(spoken: Sequence[Language], first: Language) -> list[Language]:
    """Whoever gets the card reads the language they registered with first."""
    return sorted(spoken, key=lambda language: language != first)


def _framed(key: str, title: Text, order: Sequence[Language], family: str, content: str) -> str:
    """A card under the heading of `key`, which says what it does."""
    heading = " · ".join(say(key, language, title=title.in_language(language)) for language in order)
    named = f"<p>{escape(say('sheet-family', order[0], family=family))}</p>\n" if family else ""
    return f"<article>\n<h1>{escape(heading)}</h1>\n{named}{content}\n</article>"


def _paragraphs(order: Sequence[Language], *keys: str, **values: object) -> str:
    """The same in each language, a paragraph each."""
    texts = {language: " ".join(say(key, language, **values) for key in keys) for language in order}
    return "".join(f'<p lang="{language}">{escape(text)}</p>' for language, text in texts.items()) + "\n"


def _label(recipient: str, name: str) -> str:
    return f"{recipient.partition(':')[2]} {name}".strip()


def _code(label: str, link: str) -> str:
    svg = segno.make(link, error="m", micro=False).svg_inline(border=2, omitsize=True)
    return f"<section>{svg}<br>{escape(label)}<br><small>{escape(link)}</small></section>"
