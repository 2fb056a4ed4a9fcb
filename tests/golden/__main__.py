"""Write the golden payload of every event type and version, every notice, and every transcript.

What is there stays as it is.
"""

import sys

from services.tournament.catalogue import event_types
from shared.codec import canonical
from tests.golden import transcripts
from tests.golden.events_on_file import file_of
from tests.golden.stories import believable
from tests.golden.told import FOLDER, readings

if __name__ == "__main__":
    instances = believable()
    for kind in event_types().values():
        file = file_of(kind.name, kind.version)
        if not file.exists():
            if kind.name not in instances:
                sys.exit(f"no story tells {kind.name}: have it happen in one of tests/golden/*_stories.py")
            file.write_bytes(canonical(instances[kind.name]))
            sys.stdout.write(f"{file.name}\n")
    for template, (text, *_) in readings().items():
        file = FOLDER / f"{template}.txt"
        if not file.exists():
            file.write_text(text, "utf-8")
            sys.stdout.write(f"{file.name}\n")
    for name, text in transcripts.transcripts(transcripts.everything_heard()).items():
        file = transcripts.FOLDER / name
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
            sys.stdout.write(f"{file.name}\n")
