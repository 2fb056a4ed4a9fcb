"""Files that a plan can name, small and of each type, and a plan that names them."""

from msgspec.structs import replace

from services.tournament.definition.attachments import LOGO, Attachment, Attachments, attachment_of, in_base64
from services.tournament.definition.plan import Competition

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9"
PLAIN_EN = b"One minute a turn.\n"
PLAIN_ZH = "每回合一分鐘。\n".encode()

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 16">'
    b'<rect width="40" height="16" rx="3" fill="#0a5f57"/></svg>\n'
)

GUIDES = (PDF, PNG, JPEG, PLAIN_EN, PLAIN_ZH)
_KNOWN: dict[Attachment, bytes] = {
    **{attachment_of(content): content for content in GUIDES},
    attachment_of(SVG, LOGO): SVG,
}


def guide(content: bytes) -> Attachments:
    """One file for both languages."""
    return Attachments(both=attachment_of(content))


def guides(en: bytes | None = None, zh: bytes | None = None) -> Attachments:
    """A file for each language, or for one."""
    return Attachments(*(None if content is None else attachment_of(content) for content in (en, zh)))


def with_guide(plan: Competition, content: bytes = PDF) -> Competition:
    return replace(plan, timer_guide_file=guide(content))


def with_logo(plan: Competition) -> Competition:
    return replace(plan, logo_file=Attachments(both=attachment_of(SVG, LOGO)))


def contents_of(plan: Competition) -> tuple[str, ...]:
    """The files of this module that a plan names, in base64."""
    return tuple(in_base64(_KNOWN[file]) for file in plan.attachments if file in _KNOWN)
