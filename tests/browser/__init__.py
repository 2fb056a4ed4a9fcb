"""Every page in the system's Chromium, led by Playwright: what it shows, loads, and complains of.

`pages.py` lists the pages; each row is looked at in every way of `ways.py` by every check of `checking.py`.
"""
