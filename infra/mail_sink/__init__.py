"""A mail server on this machine that delivers nothing: mail is kept in memory and shown on a page.

Started as `python -m infra.mail_sink`; the program under test knows it only by its address.
"""
