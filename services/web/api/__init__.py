"""The interface for programs: `/api/v1`, its documentation, and what a machine asks of this server.

Pages for people live in the rooms beside this one; both read the same desk and answer through the same kit.
"""
