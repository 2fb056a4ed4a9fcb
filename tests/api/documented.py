"""Requests made up from the OpenAPI document, and whether the server answers them as it says."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from openapi_spec_validator import validate as validate
from schemathesis import checks

from services.web.app import Web
from tests.api.conftest import ID
from tests.sampling import seed

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


@schemathesis.serializer("application/toml")  # type: ignore[untyped-decorator]
def as_text(context: schemathesis.SerializationContext, value: Any) -> bytes:
    """What stands for a TOML body when requests are made up: any text, some of it TOML."""
    return (value if isinstance(value, str) else f"value = {json.dumps(str(value))}").encode(errors="replace")


def try_operations(
    app: Web, address: str, tag: str, examples: int, headers: Mapping[str, str], *, one_in: int
) -> None:
    """Send so many requests to operations of a chapter of the document.

    Args:
        address: of the document.
        one_in: of how many operations one is tried, chosen as wide cases are.
    """
    described = [*schemathesis.openapi.from_wsgi(address, app).include(tag=tag).get_all_operations()]
    for found in Random(f"{seed()} {tag}").sample(described, -(-len(described) // one_in)):
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        def tried(case: Any) -> None:
            if "tournament" in (case.path_parameters or {}):
                case.path_parameters["tournament"] = ID
            # Schemathesis takes every coding, but reads none when it calls the application itself.
            case.call_and_validate(headers={**headers, "Accept-Encoding": "identity"}, checks=CHECKS)

        tried()
