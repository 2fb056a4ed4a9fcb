"""What contradicts what in a competition, and what is merely odd: a module for each part of the file.

Each takes the competition and the rules it is played by, as far as they are known, and finds all there is.
"""
