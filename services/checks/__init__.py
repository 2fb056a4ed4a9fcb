"""Whether the installation is sound: one list of checks for readiness, metrics and `doctor`.

They look and repair nothing; each finding says the way out.
"""
