"""Which generation of each read model is live, what code built it, and where one stands still.

All of it stands in `head.generations` as canonical JSON by model. The row is read with every head, named in
every entity tag and compared when a writer appends after a head it knows; so every process learns of a
change before it writes or answers anything. A model that is not named there is at its first generation,
built by version 1.
"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from services.projections.models import MODELS, ReadModel
from shared.codec import canonical

FIRST_GENERATION = 1
FIRST_VERSION = 1


class Stalled(msgspec.Struct, frozen=True):
    """Where a model stands still: its live rows are those of the seq before.

    Attributes:
        seq, type: the event on which its row function failed.
        version: that of the function which failed; another one is tried by itself.
    """

    seq: int
    type: str
    version: int


class Former(msgspec.Struct, frozen=True):
    """The generation that was live before, to go back to; its rows are those of `seq`."""

    generation: int
    version: int
    seq: int


class Live(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a read model of one tournament is kept.

    Attributes:
        generation: whose rows are live.
        version: that of the oldest code which wrote rows of it.
        latest: the highest generation ever begun, if higher; each rebuild fills one of its own.
    """

    generation: int = FIRST_GENERATION
    version: int = FIRST_VERSION
    latest: int = 0
    former: Former | None = None
    stalled: Stalled | None = None

    def behind(self, model: ReadModel) -> bool:
        """Whether rows of it may have been built by older code than this."""
        return self.version < model.version


Generations = Mapping[str, Live]

AT_FIRST = Live()
"""How a model is kept of which nothing is written."""


@lru_cache(maxsize=256)
def generations_in(text: str) -> Generations:
    """What `head.generations` says; a bare number is a generation built by version 1."""
    models = msgspec.json.decode(text, type=dict[str, int | Live])
    return {
        name: Live(live_model) if isinstance(live_model, int) else live_model
        for name, live_model in models.items()
    }


def written(generations: Generations) -> str:
    """`head.generations` for these; what is as at the beginning is left out."""
    return canonical({name: model for name, model in generations.items() if model != AT_FIRST}).decode()


def live(generations: Generations, model: str) -> Live:
    """How a model is kept."""
    return generations.get(model, AT_FIRST)


def generation_of(generations: str, model: str) -> int:
    """The live generation of a model, from `head.generations`."""
    return live(generations_in(generations), model).generation


def founding() -> Generations:
    """How the models of a new tournament are kept."""
    return {model.name: Live(version=model.version) for model in MODELS}


def flipped(kept: Live, model: ReadModel, number: int, seq: int) -> Live:
    """How a model is kept once generation `number`, built by this code, is live.

    Args:
        seq: where the rows of the generation that was live so far stand, unless it stalled before.
    """
    stands = kept.stalled.seq - 1 if kept.stalled is not None else seq
    return Live(number, model.version, former=Former(kept.generation, kept.version, stands))


def unused(kept: Live) -> int:
    """A generation that no row was ever written to."""
    return max(kept.generation, kept.latest) + 1
