"""People: registration, waiting list, families, officials, consent, and being forgotten."""
