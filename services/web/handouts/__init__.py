"""What is printed for a day: score sheets, lists of seats, badges, numbers of tables; where codes lead.

What lies about or hangs in the hall names those alone who agreed to stand on the board there.
"""
