"""The tileledger command.

Parses arguments, shows progress, prints tables or JSON; imports the rest lazily.
"""
