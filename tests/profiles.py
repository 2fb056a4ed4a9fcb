"""How many examples Hypothesis makes up: few in `make test`, more in `make test-all`, far more in a soak.

The profile is chosen with `--hypothesis-profile`; no test is timed, since a busy machine is no finding.
"""

import hypothesis

HOUSE = "house"
TIMES = {"wide": 1, "soak": 60}
"""For each wide profile, how many times the examples that a test asks for, if it does not say otherwise."""
EXAMPLES = {HOUSE: 10, "wide": 40, "soak": 6000}
"""For each profile, how many examples of a property that says nothing."""
_LEAST = 4
"""Of what asks for fewer, all are tried in `make test`."""

for _name, _examples in EXAMPLES.items():
    hypothesis.settings.register_profile(_name, deadline=None, max_examples=_examples, print_blob=True)
# For tests/soak/trials.py: always the same examples, none made smaller, as it is enough that a test fails.
hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=2 * EXAMPLES[HOUSE],
    derandomize=True,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
)


def wide() -> bool:
    """Whether there is time for all of what a few examples show: in `make test-all` and in a soak."""
    return hypothesis.settings.get_current_profile_name() in TIMES


def soaking() -> bool:
    return hypothesis.settings.get_current_profile_name() == "soak"


def examples(quick: int, in_all: int | None = None) -> int:
    """A third as many examples in `make test`, these in `make test-all`, and many times more in a soak.

    Args:
        in_all: how many a change of this place deserves: an eighth of them in `make test-all`, which stays
            short, and twenty times as many in a soak.
    """
    profile = hypothesis.settings.get_current_profile_name()
    if profile == HOUSE:
        return max(min(quick, _LEAST), quick // 3)
    if in_all is None or profile not in TIMES:
        return quick * TIMES.get(profile, 1)
    return in_all * 20 if soaking() else max(quick, in_all // 8)
