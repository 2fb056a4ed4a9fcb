"""How many examples and steps: few in every test run, many in a soak."""

import hypothesis

SOAK = 100
hypothesis.settings.register_profile("soak", deadline=None, print_blob=True)


def soaking() -> bool:
    return hypothesis.settings.get_current_profile_name() == "soak"


def examples(quick: int) -> int:
    """So many examples in a test run, and a hundred times as many in a soak."""
    return quick * SOAK if soaking() else quick
