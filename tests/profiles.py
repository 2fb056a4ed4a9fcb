"""How many examples Hypothesis makes up: few in `make test`, more in `make test-all`, far more in a soak.

The profile is chosen with `--hypothesis-profile`; no test is timed, since a busy machine is no finding.
"""

import hypothesis

HOUSE = "house"
TIMES = {HOUSE: 1, "wide": 5, "soak": 100}
"""For each profile, how many times the examples of the quick one."""
QUICK_EXAMPLES = 60

for _name, _times in TIMES.items():
    hypothesis.settings.register_profile(
        _name, deadline=None, max_examples=QUICK_EXAMPLES * _times, print_blob=True
    )


def wide() -> bool:
    """Whether there is time for all of what a few examples show: in `make test-all` and in a soak."""
    return TIMES.get(hypothesis.settings.get_current_profile_name(), 1) > 1


def soaking() -> bool:
    return hypothesis.settings.get_current_profile_name() == "soak"


def examples(quick: int) -> int:
    """So many examples in `make test`, and more in a wider profile."""
    return quick * TIMES.get(hypothesis.settings.get_current_profile_name(), 1)
