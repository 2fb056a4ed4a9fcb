"""What participants read of their own and do for themselves, the same in a chat and on their personal page.

A chat and a page are both a `Reader`: they know whom they stand for, in which language, and ask the desk.
"""
