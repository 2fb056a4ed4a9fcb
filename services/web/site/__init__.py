"""A tournament's site for everyone: what, when, where, what is on now and next, news, rules.

Its pages show what the public may see, whoever reads them.
"""
