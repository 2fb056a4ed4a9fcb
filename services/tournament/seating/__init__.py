"""Seating: who is present, the draws by their words, seats, and referees at tables."""
