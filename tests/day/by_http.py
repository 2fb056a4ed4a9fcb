"""Everything is sent as programs send it: a command and its fields in JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.api.conftest import Client, House
from tests.day.by_pages import role_of
from tests.day.hands import Hands
from tests.day.scenario import Deed, Game

_NUMBERS = ("game", "conflict")


class ByHttp:
    """A program with a token for each person."""

    def __init__(self, house: House) -> None:
        self._house, self._clients = house, dict[str, Client]()

    def do(self, deed: Deed) -> None:
        """Send the command; it must succeed."""
        answer = self._client(deed.who).command(deed.task, body_of(deed))
        assert answer.status_code in (200, 201), (deed, answer.get_json())

    def hands(self, who: str) -> Hands:
        """A program has none."""
        return Hands()

    def _client(self, who: str) -> Client:
        if who not in self._clients:
            self._clients[who] = self._house.client(role_of(who), who)
        return self._clients[who]


def body_of(deed: Deed) -> dict[str, Any]:
    """The fields of a command as they stand in JSON."""
    given: dict[str, Any] = {**deed.answers}
    match deed.task:
        case "present-evidence":
            rack = {"rack": given["rack"].split(), "last_drawn": given["last"]}
            return {"dispute": given["dispute"], "rack": rack}
        case "make-ruling":
            effect = {"type": given.pop("effect")}
            if "figures" in given:
                effect |= {"game": 2, "seats": figures(given.pop("figures")), "ended_by": "cleared"}
            return {**given, "effects": [effect]}
        case "submit-sheet":
            games = enumerate(given["games"], 1)
            given["games"] = [
                {"game": number, "ended_by": "cleared", "seats": figures(game)} for number, game in games
            ]
        case "record-game-result":
            given |= {"seats": figures(given["seats"]), "ended_by": "cleared"}
        case "give-further-word":
            given["next_word"] += ":00+08:00"
        case "withdraw-entrant":
            given["game_in_progress"] = False
    return {name: int(answer) if name in _NUMBERS else answer for name, answer in given.items()}


def figures(game: Game) -> Sequence[Mapping[str, object]]:
    """What is left on each rack."""
    return [{"seat": seat, "count": points, "tiles": tiles} for seat, (points, tiles) in game.items()]
