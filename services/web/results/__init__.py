"""Published results as a page: each version as it went out, what differs between two, and what proves one.

Whoever reads it checks it in their browser, or on a terminal.
"""
