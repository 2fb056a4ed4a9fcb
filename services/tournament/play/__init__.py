"""Play: sessions begin, are called and end; games, sheets, signatures, and what differs between sheets."""
