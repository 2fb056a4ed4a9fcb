"""Where processes of tests come from that are killed, or race with each other.

They are children of a server that has imported everything once; not of the test process, whose connections
and threads are nobody else's business. A process has a single such server, so what it imports is said here
for all: to import that in each child took longer than most of them live.
"""

import multiprocessing

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(
    [
        "tests.crash.dispatchers",
        "tests.crash.test_kill_listing",
        "tests.crash.victims",
        "tests.eventlog.processes",
    ]
)
