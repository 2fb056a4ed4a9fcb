"""The standings as a page: who stands where in a stage, by place or by name, and who met whom.

Tables of 1,200 lines, their search, the cut, families and teams, and the same as CSV.
"""
