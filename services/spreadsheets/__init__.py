"""Lists of people and results that come in as CSV: read row by row, every cell checked, every fault kept.

The command line reads them from files, pages from what is pasted or chosen there.
"""
