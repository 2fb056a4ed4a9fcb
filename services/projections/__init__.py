"""Read models: pure views, state to rows, that serve every moment alike; nothing of them is stored.

Beside them the one stored listing of tournaments, what they are called, and events in plain words.
"""
