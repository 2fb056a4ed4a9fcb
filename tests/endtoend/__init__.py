"""Whole scenarios with the real worker: phones, mail and weather are simulators in processes of their own.

What arrived is read from the simulators' transcripts and held against the ledger, message by message.
"""
