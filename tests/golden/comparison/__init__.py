"""What tournaments were fed and what came of them, kept apart from the shapes of commands and events."""
