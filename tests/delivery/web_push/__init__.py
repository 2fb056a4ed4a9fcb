"""Web Push against a push service of our own: what the browser reads, and what comes of what is answered."""
