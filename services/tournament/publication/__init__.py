"""Publication: versions of results, awards, announcements and reminders."""
