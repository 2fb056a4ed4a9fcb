"""Counterfactual replay: a history again, with facts otherwise; `replayed.py` in each room says how."""
