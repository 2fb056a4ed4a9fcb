"""Write the golden payload of every event type and version, the text of every notice, whom notices are for,
and every transcript.

What is there stays as it is.
"""

import json
import sys

from services.tournament.catalogue import event_types
from shared.codec import canonical
from tests.golden import transcripts
from tests.golden.events_on_file import file_of
from tests.golden.stories import believable
from tests.golden.told import AUDIENCES, FOLDER, meant, readings

if __name__ == "__main__":
    instances = believable()
    for kind in event_types().values():
        file = file_of(kind.name, kind.version)
        if not file.exists():
            file.write_bytes(canonical(instances[kind.name]))
            sys.stdout.write(f"{file.name}\n")
    for template, (text, *_) in readings().items():
        file = FOLDER / f"{template}.txt"
        if not file.exists():
            file.write_text(text, "utf-8")
            sys.stdout.write(f"{file.name}\n")
    if not AUDIENCES.exists():
        AUDIENCES.write_text(json.dumps(meant(), indent=1) + "\n", "utf-8")
        sys.stdout.write(f"{AUDIENCES.name}\n")
    for name, text in transcripts.transcripts(transcripts.everything_heard()).items():
        file = transcripts.FOLDER / name
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
            sys.stdout.write(f"{file.name}\n")
