"""What the program stands on: migrations, tournament files, deployment.

Data and scripts; no rule of the tournament lives here.
"""
