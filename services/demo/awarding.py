"""The end of the final: awards and the final's results."""

from services.demo.agenda import Activity
from services.demo.director import Director
from services.tournament.publication.awards import MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults


def award(director: Director) -> Activity:
    """Champion, runners-up and the Super Family Award; then the final's results go out."""
    director.scene("awards")
    director.chief(MakeAwards())
    yield director.after(3)
    reason = "Entered before the last sheet had the Organizer's chop."
    director.organizer(RevokeAwards(reason=reason))
    yield director.after(6)
    director.chief(MakeAwards())
    yield director.after(40)
    director.organizer(PublishResults(stage="final"))
