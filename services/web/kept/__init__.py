"""What officials enter where the network is gone: kept on their device, and sent when it is back.

The side of the server: whose a page on a device is, the answers to what comes later, the browser's worker.
"""
