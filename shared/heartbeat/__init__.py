"""Signs of life: every process writes one from time to time, with what it last did.

Whoever reads them tells which processes live, and which of what they do stands still.
"""

from shared.heartbeat.beats import Activity, Beat, Beats, alive
from shared.heartbeat.pulse import BEAT_EVERY, Pulse

__all__ = ["BEAT_EVERY", "Activity", "Beat", "Beats", "Pulse", "alive"]
