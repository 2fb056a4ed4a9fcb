"""Swiss rounds: who meets whom, and what separates those who end level.

Pure: players in, pairs and figures out; points are counted in halves.
"""
