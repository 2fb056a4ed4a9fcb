"""Getting notices to people, with made-up channels and a clock that is set by hand."""
