"""From a notice to the message someone reads: whom it is for, what there is to know, and its reference."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from services.notices.fields import Look, filled
from services.notices.kinds import KINDS, Action
from services.tournament.definition.texts import Text
from shared.i18n import Language

LONGEST = 500
"""Characters of a message: longer ones meet the limits of senders sooner, and nobody reads them."""

_FILE = Path(__file__).with_name("templates.toml")


class Message(msgspec.Struct, frozen=True):
    """What is sent, as plain text; a channel puts its own marks around it.

    Attributes:
        names: whom it is for, each once; none where the reader is meant by the office held.
        bodies: one, or one for each name where they differ.
        reference: what stays the same when it is sent again: "N-812".
        replaces: the reference of an earlier message that this one takes the place of; "" for none.
    """

    kind: str
    language: Language
    names: tuple[str, ...]
    bodies: tuple[str, ...]
    reference: str
    actions: tuple[Action, ...]
    replaces: str = ""

    @property
    def text(self) -> str:
        """The whole message."""
        lines = []
        if len(self.bodies) == 1:
            if self.names:
                lines.append(f"{_between(self.language).join(self.names)}:")
            lines.append(self.bodies[0])
        else:
            lines += [f"{name}: {body}" for name, body in zip(self.names, self.bodies, strict=True)]
        lines.append(self.foot)
        return "\n".join(lines)

    @property
    def foot(self) -> str:
        """The reference, and what the message replaces."""
        zh = self.language == "zh"
        own = f"通知 {self.reference}" if zh else f"Notice {self.reference}"
        if not self.replaces:
            return own
        return f"{own}，取代 {self.replaces}" if zh else f"{own}, replaces notice {self.replaces}"


def message(looks: Sequence[tuple[str, Look]], replaces: str = "") -> Message:
    """The message of one notice for those who read it in one place, each by name.

    Args:
        looks: at least one; all of one notice and language. Who shares a text is named at its head.
    """
    first = looks[0][1]
    template = templates()[first.notice.template]
    bodies = [filled(template.zh if first.language == "zh" else template.en, look) for _, look in looks]
    names = tuple(name for name, _ in looks)
    if len(set(bodies)) == 1:
        bodies, names = bodies[:1], tuple(dict.fromkeys(name for name in names if name))
    kind = KINDS[first.notice.kind]
    return Message(
        kind.name, first.language, names, tuple(bodies), first.notice.reference, kind.actions, replaces
    )


@cache
def templates() -> dict[str, Text]:
    """Every text in both languages, by name."""
    return msgspec.convert(tomllib.loads(_FILE.read_text("utf-8")), dict[str, Text])


def _between(language: Language) -> str:
    return "、" if language == "zh" else ", "
