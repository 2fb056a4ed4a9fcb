"""Whole tournaments by chance: sensible commands and nonsense, and what is true after every one of them."""
