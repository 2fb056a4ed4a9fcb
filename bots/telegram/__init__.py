"""Telegram: the channel for notices, and the bot that participants, referees and the organizer talk to.

The only room that imports python-telegram-bot.
"""
