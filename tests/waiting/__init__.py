"""Every wait ends: locks held by other processes, servers without a connection left, full disks."""
