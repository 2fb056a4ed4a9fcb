"""The Telegram bot and channel against the simulator, with a real desk."""
