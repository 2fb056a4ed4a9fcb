"""Who enters a stage from an earlier one, and in which of its sessions: pure strategies under their words."""
