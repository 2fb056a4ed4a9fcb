"""What takes too long for every test run: `make soak`, or `python -m tests.soak SECTION …`.

Nothing here is collected by pytest. What is checked is what the tests check, on more and longer tournaments.
"""
