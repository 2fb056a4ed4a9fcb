"""The tournament, pure and event-sourced: commands are decided, events evolve the state.

One module an area; nothing here reads a clock, draws chance or touches a store.
"""
