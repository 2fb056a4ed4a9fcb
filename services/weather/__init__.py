"""The Hong Kong Observatory client and watcher: fetches only.

Empty for now; the policy on what a warning means is pure and lives in tournament.
"""
