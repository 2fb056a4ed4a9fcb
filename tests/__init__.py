"""Tests as sentences, by kind: unit, eventlog, api, crash, golden.

None of them is timed; measuring lives in bench.
"""
