"""A phone with the personal page of the first entrant."""

import pytest

from tests.api.conftest import House
from tests.api.personal.phone import Phone


@pytest.fixture
def phone(founded: House) -> Phone:
    return Phone(founded, "0001")
