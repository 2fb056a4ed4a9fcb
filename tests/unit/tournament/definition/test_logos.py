"""The logo and the colour of a tournament's pages: what a file may say of them, and what is refused."""

import json
import struct

import pytest

from services.tournament.definition.attachments import LOGO, MOST_LOGO_BYTES, MOST_PIXELS, attachment_of
from services.tournament.definition.reading import read_tournament, read_tournament_json
from shared.codec import canonical
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.definition.test_attachments import data
from tests.unit.tournament.definition.test_faults import WHOLE
from tests.unit.tournament.given_files import JPEG, PDF, PLAIN_EN, PNG, SVG

NAMESPACE = "http://www.w3.org/2000/svg"


def drawing(inside: str, attributes: str = "") -> bytes:
    spaces = f'xmlns="{NAMESPACE}" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {spaces} {attributes}>{inside}</svg>".encode()


def png(width: int, height: int) -> bytes:
    return PNG[:16] + struct.pack(">II", width, height) + PNG[24:]


def naming(field: str, value: str) -> str:
    return WHOLE.replace('zone = "Asia', f'{field} = {value}\nzone = "Asia')


SAFE = (
    SVG,
    b"\xef\xbb\xbf" + SVG,
    b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- drawn by hand -->\n' + SVG,
    b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    + SVG,
    drawing('<defs><linearGradient id="a"/></defs><rect fill="url(#a)" style="fill: url( \'#a\' )"/>'),
    drawing('<style>.a { fill: red } .b { fill: url("#a") }</style><use xlink:href="#b" class="a"/>'),
    drawing(f'<image href="{data(PNG).replace("data:;", "data:image/png;")}"/>'),
    drawing('<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="Layer 1"><i:grid/></g>'),
    f'<s:svg xmlns:s="{NAMESPACE}"><s:title>日</s:title></s:svg>'.encode(),
)


@cases("content", SAFE)
def test_a_drawing_of_lines_and_shapes_is_taken_as_it_came(content: bytes) -> None:
    found = attachment_of(content, LOGO)
    assert (found.media_type, found.size, found.ending) == ("image/svg+xml", len(content), "svg")


@cases(
    "content, found",
    [
        (drawing("<script>alert(1)</script>"), "<script>"),
        (drawing("<SCRIPT/>"), "<SCRIPT>"),
        (drawing('<script href="https://example.org/a.js"/>'), "<script>"),
        (drawing("", 'onload="alert(1)"'), "onload"),
        (drawing("", 'OnClick="alert(1)"'), "OnClick"),
        (drawing("<g><rect onmouseover='x'/></g>"), "onmouseover"),
        (drawing('<a href="#x"><rect/></a>'), "<a>"),
        (drawing('<image href="https://example.org/pixel.png"/>'), "href"),
        (drawing('<image xlink:href=" //example.org/pixel.png"/>'), "href"),
        (drawing('<use href="javascript:alert(1)"/>'), "href"),
        (drawing('<use href="data:image/svg+xml;base64,PHN2Zy8+"/>'), "href"),
        (drawing("<foreignObject><p/></foreignObject>"), "<foreignObject>"),
        (drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'), "<script>"),
        (drawing('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>'), "<iframe>"),
        (drawing('<animate attributeName="x"/>'), "<animate>"),
        (drawing('<set attributeName="href" to="x"/>'), "<set>"),
        (drawing("<style>@import 'https://example.org/a.css';</style>"), "@"),
        (drawing("<style><![CDATA[rect { fill: url(https://example.org/a) }]]></style>"), "url("),
        (drawing("<style>rect { fill: u\\72l(https://example.org/a) }</style>"), "\\"),
        (drawing("<style>a { fill: URL( 'x' ) }</style>"), "URL("),
        (drawing("<rect style=\"background: image-set('x' 1x)\"/>"), "style"),
        (drawing('<rect fill="url(https://example.org/a)"/>'), "fill"),
        (drawing('<rect fill="url(//example.org/a)"/>'), "fill"),
        (b'<?xml-stylesheet href="https://example.org/a.css"?>' + SVG, "xml-stylesheet"),
        (b'<?xml version="1.0" encoding="utf-16"?>' + SVG, "utf-16"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]>' + drawing("&a;"), "ENTITY"),
        (b"<html><body>A drawing</body></html>", "<html>"),
        (b"<svg><rect/></svg>", "<svg>"),
        (b"<svg", "XML"),
        (drawing("<g>"), "XML"),
        (drawing("&nothing;"), "XML"),
        (SVG + SVG, "XML"),
        (SVG + b"\x00", "XML"),
        (b"<!--" * 5000, "XML"),
        (b"<g>" * 16_000, "<g>"),
    ],
)
def test_a_drawing_that_could_do_something_is_refused_by_what_it_holds(content: bytes, found: str) -> None:
    with refusing("logo-unsafe") as refused:
        attachment_of(content, LOGO)
    assert found in str(refused.value.params["found"])


@cases(
    "content, code",
    [
        (b" \n", "attachment-empty"),
        (PDF, "logo-type-unknown"),
        (JPEG, "logo-type-unknown"),
        (PLAIN_EN, "logo-type-unknown"),
        (b"\x1f\x8b\x08\x00", "logo-type-unknown"),
        (SVG.decode().encode("utf-16"), "logo-type-unknown"),
        (drawing(" " * MOST_LOGO_BYTES), "logo-too-large"),
        (PNG + b"x" * MOST_LOGO_BYTES, "logo-too-large"),
        (png(MOST_PIXELS + 1, 1), "logo-too-large"),
        (png(1, 0xFFFFFFFF), "logo-too-large"),
    ],
)
def test_what_is_no_logo_is_refused(content: bytes, code: str) -> None:
    with refusing(code) as refused:
        attachment_of(content, LOGO)
    assert refused.value.status == 422


def test_the_largest_logo_is_taken() -> None:
    assert attachment_of(png(MOST_PIXELS, MOST_PIXELS), LOGO).media_type == "image/png"
    whole = PNG + b"x" * (MOST_LOGO_BYTES - len(PNG))
    assert attachment_of(whole, LOGO).size == MOST_LOGO_BYTES


def test_a_file_names_a_colour_and_a_logo_and_one_without_them_is_what_it_was() -> None:
    plain = read_tournament(WHOLE).whole()
    assert b"banner" not in canonical(plain)
    assert b"logo" not in canonical(plain)
    assert plain.attached == ()
    read = read_tournament(
        naming("banner", '"#0A5f57"').replace("zone", f'logo_file = "{data(SVG)}"\nzone', 1)
    )
    plan = read.whole()
    assert plan.banner == "#0A5f57"
    assert plan.logo_file is not None
    assert plan.logo_file.in_language("zh") == attachment_of(SVG, LOGO)
    assert [use for use, _ in plan.attached] == [LOGO]


@cases("colour", ["#0a5f5", "0a5f57", "#0a5f57;", "red", "#0a5f5g", "# a5f57", "", "#fff", "#0a5f57ff"])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    (fault,) = read_tournament(naming("banner", f'"{colour}"')).faults
    assert fault.field == "banner"


@pytest.mark.parametrize(
    ("field", "content", "says"),
    [
        ("logo_file", PDF, "neither SVG nor PNG"),
        ("logo_file", drawing("<script/>"), "<script>"),
        ("timer_guide_file", b"\x00", "neither PDF"),
    ],
)
def test_a_file_that_does_not_suit_its_field_is_a_fault_there(field: str, content: bytes, says: str) -> None:
    (fault,) = read_tournament(naming(field, f'"{data(content)}"')).faults
    assert fault.field == field
    assert says in fault.text


def test_a_file_named_by_its_digest_has_to_suit_its_field_too() -> None:
    guide = attachment_of(PDF)
    described = {"sha256": guide.sha256, "media_type": guide.media_type, "size": guide.size}
    written = json.loads(canonical(read_tournament(WHOLE).whole())) | {"logo_file": {"en": described}}
    (fault,) = read_tournament_json(json.dumps(written).encode()).faults
    assert fault.field == "logo_file.en"
    assert "neither SVG nor PNG" in fault.text
