"""The personal page: what a personal link opens, and what is done there with a code.

Opening it changes nothing. It holds no text of its own beyond its frame: what it says of schedule, standings
and entry is what the bot says (`services.personal`).
"""
