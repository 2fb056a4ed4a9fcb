"""What is sent to be judged, scored or searched may say nothing that nobody reads."""

from typing import Any

import msgspec
import pytest

from services.rules.adjudication.turn import TurnInput
from services.rules.clock_runs import ClockInput, Move
from services.rules.game import GameInput, SeatInput
from services.rules.melding.possibility import RackInput
from services.rules.melding.possible_turn import PositionInput
from tests.cases import cases


@cases("kind", [ClockInput, GameInput, Move, PositionInput, RackInput, SeatInput, TurnInput])
def test_a_field_that_is_not_known_is_refused(kind: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        msgspec.convert({"colour": "red"}, kind)
