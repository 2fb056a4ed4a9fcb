"""Conversations with people outside the web.

Empty until the Telegram bot comes.
"""
