"""From a notice to the message someone reads: whom it is for, what there is to know, and its reference."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from services.notices.fields import filled, is_call_open
from services.notices.files import File
from services.notices.kinds import KINDS, Action
from services.notices.look import Look
from services.notices.subjects import cut_at_word, subject
from shared.catalogue import say
from shared.i18n import Language

LONGEST = 500
"""Characters of a message: longer ones meet the limits of senders sooner, and nobody reads them."""
_LONGEST_TITLE = 60
_WITHOUT_SESSION = ("-reserves", "-unplaced")
"""Ends the templates for who has no session yet."""
_OF_REFEREES = "-for-referees"
"""Ends the templates for who may send no word about a suspension."""


class Message(msgspec.Struct, frozen=True):
    """What is sent, as plain text; a channel puts its own marks around it.

    Attributes:
        names: whom it is for, each once; none where the reader is meant by the office held.
        bodies: one, or one for each name where they differ.
        reference: what stays the same when it is sent again: "N-812".
        replaces: the reference of an earlier message that this one takes the place of; "" for none.
        subject: what happened and in which tournament, on one line, for channels that have subjects.
        title: of the tournament, where the program runs several; "" where it goes without saying.
        page: where the reader finds the whole, for channels that lead there; "" for nowhere.
        topic: what messages share of which a later one takes the earlier one's place; "" for none.
        until: after this it is of no use; None: it is of use for as long as messages are kept.
        file: what goes along with it; None for nothing, and over channels that carry no files.
    """

    kind: str
    language: Language
    names: tuple[str, ...]
    bodies: tuple[str, ...]
    reference: str
    actions: tuple[Action, ...]
    replaces: str = ""
    subject: str = ""
    title: str = ""
    page: str = ""
    topic: str = ""
    until: datetime | None = None
    file: File | None = None

    @property
    def text(self) -> str:
        """The whole message."""
        lines = []
        if len(self.bodies) == 1:
            if self.names:
                lines.append(say("notice-for", self.language, names=self.names))
            lines.append(self.bodies[0])
        else:
            both = zip(self.names, self.bodies, strict=True)
            lines += [say("notice-for-each", self.language, name=name, body=body) for name, body in both]
        lines.append(self.foot)
        return "\n".join(lines)

    @property
    def foot(self) -> str:
        """The reference, what the message replaces, and which tournament it is about."""
        values = {"reference": self.reference}
        if self.replaces:
            foot = say("notice-reference-replacing", self.language, **values, replaces=self.replaces)
        else:
            foot = say("notice-reference", self.language, **values)
        return say("notice-reference-of", self.language, foot=foot, title=self.title) if self.title else foot


def _actions(look: Look) -> tuple[Action, ...]:
    """The buttons under the message, but for a session that they do not have, or a call that is answered."""
    notice = look.notice
    has_session = look.recipient.kind == "entrant" and not notice.template.endswith(_WITHOUT_SESSION)
    there = {
        "cannot_come": has_session,
        "with_child": is_call_open(look),
        "further_word": not notice.template.endswith(_OF_REFEREES),
    }
    return tuple(action for action in KINDS[notice.kind].actions if there.get(action, True))


def message(
    looks: Sequence[tuple[str, Look]],
    replaces: str = "",
    aloud: Sequence[Look] = (),
    *,
    titled: bool = False,
) -> Message:
    """The message of one notice for those who read it in one place, each by name.

    Args:
        looks: at least one; all of one notice and language. Who shares a text is named at its head.
        aloud: the same in other languages, for what is read out.
        titled: whether it says which tournament it is about.
    """
    first = looks[0][1]
    others = [filled(look) for look in aloud]
    bodies = ["\n\n".join([filled(look), *others]) for _, look in looks]
    names = tuple(name for name, _ in looks)
    if len(set(bodies)) == 1:
        bodies, names = bodies[:1], tuple(dict.fromkeys(name for name in names if name))
    kind = KINDS[first.notice.kind]
    title = first.say(first.state.plan.title) if titled else ""
    return Message(
        kind.name,
        first.language,
        names,
        tuple(bodies),
        first.notice.reference,
        _actions(first),
        replaces,
        subject(first),
        cut_at_word(title, _LONGEST_TITLE),
    )
