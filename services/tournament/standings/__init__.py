"""Standings: what everyone has reached, places, ratings, and the cut from one stage into another."""
