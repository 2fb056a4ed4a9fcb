"""The rooms of the program, floor upon floor: rules at the bottom, the command line at the top.

Who may import whom is checked by the contracts in pyproject.toml.
"""
