"""The history told again with other facts: each is put to the same rules, and what follows is drawn anew.

Nothing here is written anywhere. A fact that no longer fits is listed with the refusal it met, not guessed.
"""
