"""Drawings in SVG that stand on pages: a document of lines and shapes, and nothing that could do anything.

A browser runs nothing in a drawing that a page shows, but whoever opens the drawing by itself opens a
document. So what could run, load, follow a link or stand for something else is refused, not taken out: who
drew it sees what is wrong, and what is kept is what came.
"""

import re
from xml.parsers import expat

from shared.problems import Problem, ProblemType

LOGO_UNSAFE = ProblemType("logo-unsafe", 422)

_SVG = "http://www.w3.org/2000/svg"
_OUTLINES = (
    "svg g defs symbol use switch title desc metadata style path rect circle ellipse line polyline polygon"
)
_FILLINGS = "text tspan textPath image linearGradient radialGradient stop pattern clipPath mask marker filter"
_FILTERS = (
    "Blend ColorMatrix ComponentTransfer Composite ConvolveMatrix DiffuseLighting DisplacementMap "
    "DistantLight DropShadow Flood FuncA FuncB FuncG FuncR GaussianBlur Merge MergeNode Morphology Offset "
    "PointLight SpecularLighting SpotLight Tile Turbulence"
)
_SHAPES = frozenset((*_OUTLINES.split(), *_FILLINGS.split(), *(f"fe{effect}" for effect in _FILTERS.split())))
"""The elements that a drawing is made of. There is none that moves, runs, or holds another document."""
_EDITORS = (
    "http://www.inkscape.org/",
    "http://sodipodi.sourceforge.net/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://creativecommons.org/ns#",
    "http://web.resource.org/cc/",
    "http://purl.org/dc/",
)
"""What programs that draw write for themselves; browsers show none of it."""
_WITHIN = re.compile(r"#|data:image/(?:png|jpeg);base64,")
_ELSEWHERE = re.compile(r"url\((?!\s*[\"']?#)", re.IGNORECASE)
_STYLED = re.compile(rf"@|\\|(?:image-set|src)\(|{_ELSEWHERE.pattern}", re.IGNORECASE)
"""In a style: what loads, moves or hides something."""


def is_markup(text: str) -> bool:
    """Whether a text begins as a drawing, or any other document of elements, does."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def refuse_unsafe(content: bytes) -> None:
    """Refuse a drawing that is more than one.

    Raises:
        Problem: logo-unsafe, naming what was found.
    """
    parser = expat.ParserCreate("utf-8", " ")
    reader = _Reader()
    parser.StartElementHandler = reader.element
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.ProcessingInstructionHandler = reader.instruction
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.XmlDeclHandler = reader.declaration
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise _unsafe(f"XML: {expat.ErrorString(error.code)}, line {error.lineno}") from None


class _Reader:
    """Reads a drawing from its beginning to its end, and refuses the first thing that has no place in it."""

    def __init__(self) -> None:
        self._style: list[str] | None = None
        self._depth = 0

    def element(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        self._depth += 1
        if self._depth == 1 and name != f"{_SVG} svg":
            raise _unsafe(f"<{local}>")
        if not space.startswith(_EDITORS) and (space != _SVG or local not in _SHAPES):
            raise _unsafe(f"<{local}>")
        if name == f"{_SVG} style":
            self._style = []
        for attribute, value in attributes.items():
            _, _, key = attribute.rpartition(" ")
            lower = key.lower()
            if lower.startswith("on") or lower == "src":
                raise _unsafe(key)
            if lower == "href" and not _WITHIN.match(value.strip()):
                raise _unsafe(f'{key}="{value[:40]}"')
            if (_STYLED if lower == "style" else _ELSEWHERE).search(value):
                raise _unsafe(f'{key}="{value[:40]}"')

    def text(self, text: str) -> None:
        if self._style is not None:
            self._style.append(text)

    def end(self, name: str) -> None:
        self._depth -= 1
        if name == f"{_SVG} style" and self._style is not None:
            found = _STYLED.search("".join(self._style))
            self._style = None
            if found is not None:
                raise _unsafe(f"<style> {found[0]}")

    def instruction(self, target: str, data: str) -> None:
        raise _unsafe(f"<?{target}?>")

    def doctype(self, name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset:
            raise _unsafe("<!ENTITY>")

    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii"):
            raise _unsafe(f'encoding="{encoding}"')


def _unsafe(found: str) -> Problem:
    return LOGO_UNSAFE(found=found)
