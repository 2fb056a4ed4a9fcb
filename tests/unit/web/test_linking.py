"""Addresses in a text are links, whichever marks they stand beside."""

from services.web.texts import linked


def test_an_address_between_full_width_marks_is_a_link_without_a_space() -> None:
    assert linked("地圖：https://example.org/a?b=1。電郵（info@example.org）") == (
        '地圖：<a href="https://example.org/a?b=1" rel="external noopener noreferrer">https://example.org/a?b=1</a>。'
        '電郵（<a href="mailto:info@example.org">info@example.org</a>）'
    )


def test_what_else_a_text_holds_is_shown_as_it_stands() -> None:
    assert linked("<b>See https://example.org/z.") == (
        '&lt;b&gt;See <a href="https://example.org/z" rel="external noopener noreferrer">https://example.org/z</a>.'
    )


def test_a_site_without_its_scheme_is_a_link_that_is_encrypted() -> None:
    assert linked("www.example.org/cup") == (
        '<a href="https://www.example.org/cup" rel="external noopener noreferrer">www.example.org/cup</a>'
    )
