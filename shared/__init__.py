"""Tools that know no tournament and could serve any event-sourced program.

May import nothing from services, bots or infra.
"""
