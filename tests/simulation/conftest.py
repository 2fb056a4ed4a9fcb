"""How deep the simulations go: quick by default, for hours with `--hypothesis-profile=soak`."""

import hypothesis

hypothesis.settings.register_profile("soak", deadline=None, print_blob=True)
