"""Watching the weather: the Observatory's client, reading its answers, and the watch over days of play.

It fetches and reports; what a warning means is decided in the tournament, and by a person.
"""
