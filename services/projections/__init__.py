"""Read models: one row function each, over the state, serving live, as-of and rebuild alike.

The tables that store the rows, written in the append's transaction, and their rebuilding.
"""
