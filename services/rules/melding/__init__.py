"""Exact answers about tiles and sets: the best meld of a rack, the best turn, whether a heap falls into sets.

Pure and deterministic: the same tiles give the same answer and the same witness.
"""
