"""What pages load beside themselves: the style sheet, scripts, icons; each under an address of its content.

Whoever has a file never asks for it again, and a new release has new addresses. The style sheet is made of
the files of `static/style/`, in the order of their names, so that each family of pages has a file to itself
and a browser one to load.
"""

import mimetypes
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from services.web.etags import Answer

_FILES = Path(__file__).with_name("static")
_STYLE = "style.css"
_KINDS = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}
_DIGITS = 10


class Asset(msgspec.Struct, frozen=True):
    """A file that pages load.

    Attributes:
        address: names its content, too.
    """

    name: str
    digest: str
    answer: Answer

    @property
    def address(self) -> str:
        return f"/assets/{self.digest}/{self.name}"


def _assets() -> Iterator[Asset]:
    files = sorted(path for path in _FILES.rglob("*") if path.is_file())
    sheets = [path for path in files if path.parent.name == "style"]
    yield _asset(_STYLE, b"\n".join(path.read_bytes() for path in sheets))
    for path in files:
        if path not in sheets and path.suffix in (".js", ".css", ".svg", ".png"):
            yield _asset(path.relative_to(_FILES).as_posix().replace("/", "-"), path.read_bytes())


def _asset(name: str, content: bytes) -> Asset:
    suffix = Path(name).suffix
    kind = _KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    charset = "" if suffix == ".png" else "; charset=utf-8"
    digest = sha256(content).hexdigest()[:_DIGITS]
    return Asset(name, digest, Answer(content, (("Content-Type", f"{kind}{charset}"),)))


ASSETS: Mapping[str, Asset] = {asset.name: asset for asset in _assets()}
"""By name: `style.css`, `site.js`, `vendor-htmx.js`, …."""


def asset(name: str) -> str:
    """The address of a file that pages load; raises KeyError where there is none."""
    return ASSETS[name].address
