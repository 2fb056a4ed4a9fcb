"""Getting notices to people: dispatcher, deliveries, channels.

Empty until notices are delivered; the notice rows wait in their table.
"""
