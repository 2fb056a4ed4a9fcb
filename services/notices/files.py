"""Files that go along with messages: which kind brings which, and what it is called."""

from collections.abc import Callable, Mapping

import msgspec

from services.tournament.definition.attachments import Attachment, Attachments
from services.tournament.definition.plan import Competition
from shared.catalogue import say
from shared.i18n import Language

_FILES: Mapping[str, Callable[[Competition], Attachments | None]] = {
    "timer-guide": lambda plan: plan.timer_guide_file,
}
"""By kind of notice, the file that a plan has for it."""


class File(msgspec.Struct, frozen=True):
    """A file that goes along with a message.

    Attributes:
        name: what it is called where it is saved, in the reader's language.
        of: what is in it: type, size, digest.
    """

    name: str
    of: Attachment
    content: bytes


def file_of(kind: str, plan: Competition, language: Language) -> Attachment | None:
    """The file that goes along with notices of a kind, in a language; None for none."""
    found = _FILES.get(kind, _no_file)(plan)
    return None if found is None else found.in_language(language)


def file_name(kind: str, attachment: Attachment, language: Language) -> str:
    """What the file of a kind of notice is called."""
    return f"{say(f'notice-file-{kind}', language)}.{attachment.ending}"


def guide_address(plan: Competition, site: str, language: Language) -> str | None:
    """Where the guide to the timer can be read; of one that is only a file, its page; None for nowhere.

    Args:
        site: where the public pages are, without a slash at the end; "" if they are not public.
    """
    if plan.timer_guide is not None:
        return plan.timer_guide.in_language(language) or None
    if plan.timer_guide_file is None or not site:
        return None
    return f"{site}/t/{plan.id}/timer-guide?lang={language}"


def _no_file(plan: Competition) -> Attachments | None:
    return None
