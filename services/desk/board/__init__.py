"""What a big screen in the hall shows everyone: which views there are now, and what stands in each.

Nothing in it depends on who asks, and nothing names anyone: it is made of the state and the clock.
"""
