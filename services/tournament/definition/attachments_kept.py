"""Keeping the files that a plan names: the bytes of each stand once in the log, and are read from there."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import structs

from services.tournament.definition.attachments import (
    MOST_BASE64,
    MOST_FILES,
    Attachment,
    KeptAttachment,
    attachment_of,
    from_base64,
    in_base64,
)
from services.tournament.definition.plan import Competition
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Event, Stamp
from services.tournament.kernel.registry import event, evolves
from services.tournament.state import State
from shared.bounds import many, text
from shared.problems import ProblemType

ATTACHMENT_MISSING = ProblemType("attachment-missing", 422)

Contents = Annotated[tuple[Annotated[str, text(MOST_BASE64)], ...], many(MOST_FILES)]
"""Files in base64, as a command brings them."""


@event("attachment-kept")
class AttachmentKept(Event, frozen=True):
    """A file that the plan names came in with it; `content` is its bytes in base64."""

    attachment: Attachment
    content: str


def keep_attachments(draft: Draft, plan: Competition, given: Sequence[str]) -> None:
    """Record the files that a plan names, as far as the log does not have them.

    Args:
        given: files in base64; what the plan does not name is not kept.

    Raises:
        Problem: attachment-missing for a file that is neither given nor in the log; what `attachment_of` and
            `from_base64` raise.
    """
    contents = {attachment_of(content).sha256: content for content in map(from_base64, given)}
    for use, attachment in plan.attached:
        kept = draft.state.attachments.get(attachment.sha256)
        if kept is not None and kept.attachment == attachment:
            continue
        content = contents.get(attachment.sha256)
        if content is None or attachment_of(content, use) != attachment:
            raise ATTACHMENT_MISSING(file=f"sha256 {attachment.sha256[:12]}")
        draft.record(AttachmentKept(attachment, in_base64(content)))


@evolves(AttachmentKept)
def _kept(state: State, event: AttachmentKept, stamp: Stamp) -> State:
    kept = KeptAttachment(event.attachment, stamp.seq)
    return structs.replace(state, attachments=state.attachments.set(event.attachment.sha256, kept))
