"""Measurements, side by side: contestants take turns in rounds, and ratios count more than figures.

`python -m tests.bench` runs every section; name one to run it alone. Nothing here is a test.
"""
