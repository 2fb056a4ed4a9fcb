"""Steps that bring events of older versions forward, one for each type and version that is written no more.

Version 1.0 of Tileledger wrote every event in version 1. CONTRIBUTING says how a version is added.
"""

from collections.abc import Mapping

from shared.eventlog.upcasting import Step

STEPS: Mapping[tuple[str, int], Step] = {}
"""By event type and version: from the fields of that version to those of the version after it."""
