"""How much is done by hand at a task, and how long that takes."""


class Hands:
    """Presses, and characters typed."""

    def __init__(self, presses: int = 0, characters: int = 0) -> None:
        self.presses, self.characters = presses, characters

    @property
    def seconds(self) -> float:
        """At three presses or characters a second."""
        return (self.presses + self.characters) / 3

    def __add__(self, more: "Hands") -> "Hands":
        return Hands(self.presses + more.presses, self.characters + more.characters)

    def since(self, before: "Hands") -> "Hands":
        return Hands(self.presses - before.presses, self.characters - before.characters)
