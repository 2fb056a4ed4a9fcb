"""The board of a tournament: a page for a big screen that nobody touches, and the link that sets it up.

It turns its pages by script, and without one by asking for the next; it shows what anyone may see.
"""
