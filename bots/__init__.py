"""Conversations with people outside the web: the Telegram bot.

Only its rooms import a library of a chat.
"""
