"""Signing in for staff: one-time links, the cookie of a browser, forms that only a signed-in page can send.

The cookie counts on pages only; programs send a token.
"""
