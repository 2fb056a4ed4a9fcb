"""Files that a plan names, for messages or for pages: what may be one, and what a plan says of it.

The plan names a file by what is in it. The bytes stand once in the log, in an event of their own
(`attachments_kept`), so that a plan stays small however often it is changed.
"""

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256

import msgspec

from services.tournament.definition.drawings import is_markup, refuse_unsafe
from services.tournament.kernel.lengths import Id
from shared.limits import Limit
from shared.problems import ProblemType

MOST_BYTES = Limit(
    "attachment",
    300_000,
    "bytes",
    "a file that goes out with messages, in one language",
    refused="attachment-too-large",
)
"""Two of them in base64, and a tournament file, are less than the body of a request may have."""
MOST_LOGO_BYTES = Limit(
    "logo",
    50_000,
    "bytes",
    "the logo of a tournament, in one language: every page loads it",
    refused="logo-too-large",
)
MOST_PIXELS = 2000
"""How wide and how high a picture for pages may be: what is small as a file can be vast once it is opened."""
MOST_BASE64 = -(-MOST_BYTES // 3) * 4
MOST_FILES = 20

ATTACHMENT_EMPTY = ProblemType("attachment-empty", 422)
ATTACHMENT_TOO_LARGE = ProblemType("attachment-too-large", 422)
ATTACHMENT_TYPE_UNKNOWN = ProblemType("attachment-type-unknown", 422)
ATTACHMENT_NOT_BASE64 = ProblemType("attachment-not-base64", 422)
LOGO_TOO_LARGE = ProblemType("logo-too-large", 422)
LOGO_TYPE_UNKNOWN = ProblemType("logo-type-unknown", 422)

PLAIN = "text/plain"
SVG = "image/svg+xml"
PNG = "image/png"
ENDINGS: Mapping[str, str] = {
    "application/pdf": "pdf",
    PNG: "png",
    "image/jpeg": "jpg",
    PLAIN: "txt",
    SVG: "svg",
}
"""The media types that a file may be of, each with how its name ends."""
_BEGINNINGS: Mapping[bytes, str] = {
    b"%PDF-": "application/pdf",
    b"\x89PNG\r\n\x1a\n": PNG,
    b"\xff\xd8\xff": "image/jpeg",
}
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")


class Use(msgspec.Struct, frozen=True):
    """What a file is for, and so what may be one.

    Attributes:
        types: the media types it may be of.
        most: bytes.
        too_large, of_other_type: the refusals of what is none.
    """

    types: tuple[str, ...]
    most: Limit
    too_large: ProblemType
    of_other_type: ProblemType


GUIDE = Use(
    ("application/pdf", PNG, "image/jpeg", PLAIN), MOST_BYTES, ATTACHMENT_TOO_LARGE, ATTACHMENT_TYPE_UNKNOWN
)
LOGO = Use((SVG, PNG), MOST_LOGO_BYTES, LOGO_TOO_LARGE, LOGO_TYPE_UNKNOWN)
USES: Mapping[str, Use] = {"timer_guide_file": GUIDE, "logo_file": LOGO}
"""By field of a tournament file what its file is for."""


class Attachment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that a plan names, by what is in it.

    Attributes:
        sha256: the digest of its bytes, 64 hexadecimal digits.
        media_type: what it is: application/pdf, image/png, image/jpeg, image/svg+xml or text/plain.
        size: bytes.
    """

    sha256: Id
    media_type: Id
    size: int

    @property
    def ending(self) -> str:
        """How the name of such a file ends, without the dot."""
        return ENDINGS.get(self.media_type, "bin")


class KeptAttachment(msgspec.Struct, frozen=True):
    """A file that the log has, and the seq of the event in which its bytes stand."""

    attachment: Attachment
    seq: int


class Attachments(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file in both languages, in one of them, or the same in both.

    In a file it is the name of a file in the same folder or below, or `{ en = "…", zh = "…" }` with either
    or both. In place of a name the content may stand, as `data:;base64,…`; over HTTP it must. A file that the
    tournament has already is also named by what an answer says of it.

    Attributes:
        en: in English.
        zh: in Traditional Chinese.
        both: what stands for both languages; a string in a file is this.
    """

    en: Attachment | None = None
    zh: Attachment | None = None
    both: Attachment | None = None

    def in_language(self, language: str) -> Attachment | None:
        """The file in "en" or "zh"; in the other language where there is none in this one."""
        wanted, other = (self.zh, self.en) if language == "zh" else (self.en, self.zh)
        return wanted or self.both or other

    @property
    def files(self) -> tuple[Attachment, ...]:
        """Each of them once."""
        there = (file for file in (self.en, self.zh, self.both) if file is not None)
        return tuple(dict.fromkeys(there))


def attachment_of(content: bytes, use: Use = GUIDE) -> Attachment:
    """What a plan says of a file with this content; its type is told by the content, whatever its name.

    Raises:
        Problem: attachment-empty; for what is too large, or of another type than the use takes, as that says;
            logo-unsafe.
    """
    if not content.strip():
        raise ATTACHMENT_EMPTY()
    if len(content) > use.most:
        raise use.too_large(most=int(use.most), pixels=MOST_PIXELS)
    media_type = _media_type(content, use)
    if media_type == SVG:
        refuse_unsafe(content)
    elif media_type == PNG and use is LOGO and max(_pixels(content)) > MOST_PIXELS:
        raise use.too_large(most=int(use.most), pixels=MOST_PIXELS)
    return Attachment(sha256(content).hexdigest(), media_type, len(content))


def _media_type(content: bytes, use: Use) -> str:
    for beginning, media_type in _BEGINNINGS.items():
        if content.startswith(beginning) and media_type in use.types:
            return media_type
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise use.of_other_type() from None
    if SVG in use.types and is_markup(text):
        return SVG
    if PLAIN not in use.types or _NO_TEXT.search(text):
        raise use.of_other_type()
    return PLAIN


def _pixels(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, as its first part says."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def in_base64(content: bytes) -> str:
    """The bytes of a file as they stand in commands and events."""
    return b64encode(content).decode("ascii")


def from_base64(text: str) -> bytes:
    """The bytes that stand in a command or event.

    Raises:
        Problem: attachment-not-base64.
    """
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ATTACHMENT_NOT_BASE64() from None
