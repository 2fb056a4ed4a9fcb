"""The simulators of the outside world, tested with the clients that the program uses."""
