"""Rehearsals: a day of a copied tournament, walked through on one clock to see who would hear what, and when.

Nothing here sends anything; the copy is made and thrown away by whoever asks for one.
"""
