"""Days of play from one seed each, under a clock that is set by hand, with everything going wrong.

`world.py` has the processes, `outside.py` what lies outside, `people.py` who does what, `promises.py` what
must hold. `python -m tests.seeded SEED` runs one and prints what happened.
"""
