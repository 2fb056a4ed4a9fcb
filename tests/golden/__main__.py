"""Write the golden payload of every event type and version that has none; what is there stays as it is."""

import sys

from services.tournament.catalogue import event_types
from shared.codec import canonical
from tests.golden.events_on_file import file_of
from tests.golden.stories import believable

if __name__ == "__main__":
    instances = believable()
    for kind in event_types().values():
        file = file_of(kind.name, kind.version)
        if not file.exists():
            file.write_bytes(canonical(instances[kind.name]))
            sys.stdout.write(f"{file.name}\n")
