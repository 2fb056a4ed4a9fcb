"""That this process is to stop, so that answers without an end come to one in time."""

import threading

STOPPING = threading.Event()
"""Set once this process was told to stop (`services.web.front.worker`)."""
