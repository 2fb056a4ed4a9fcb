"""The composition root: settings become the parts that everything else is handed.

The only module that knows every room. Each part is made when it is first asked for, so that a command that
needs none starts fast.
"""
