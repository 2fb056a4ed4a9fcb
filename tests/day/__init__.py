"""A whole day of Hong Kong, played by one script through each door: commands by HTTP, pages, chat."""
