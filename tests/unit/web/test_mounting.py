"""Routes as an application takes them."""

from unittest.mock import MagicMock

import pytest
from flask import Flask, Response

from services.web.routes import Open, Route, mount


def _route(name: str, path: str) -> Route:
    return Route(name=name, method="GET", path=path, access=Open("a test"), handle=lambda call: Response())


def test_two_routes_of_one_name_are_refused() -> None:
    app = Flask("named")
    mount(app, MagicMock(), [_route("home", "/"), _route("news", "/news")])
    with pytest.raises(ValueError, match="two routes are called news"):
        mount(app, MagicMock(), [_route("news", "/"), _route("news", "/news")])
