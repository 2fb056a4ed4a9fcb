"""Pages on which tournaments are founded and their plans changed, by questions or by their file.

Every fault stands at its question or line, and what results is shown before it counts.
"""
