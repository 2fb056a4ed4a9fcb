"""A text that a page names is in the catalogue, or the page fails: an empty heading is seen by nobody."""

import pytest
from jinja2 import Environment

from services.web.texts import Texts


def test_a_text_that_is_not_there_is_no_empty_heading() -> None:
    with pytest.raises(RuntimeError, match="page-lamps"):
        Environment(autoescape=True).from_string("<h1>{{ t.lamps }}</h1>").render(t=Texts("en"))
