"""How deep the simulations go: quick by default, for hours with `--hypothesis-profile=soak`."""

import tests.simulation.depth  # noqa: F401 (registers the profile)
