"""Pages on which whoever is signed in does what their role may do: a form for each command.

They show what it leads to before it is carried out, once.
"""
