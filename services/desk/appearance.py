"""How the pages of a tournament look: its colour and its logo, where it has them."""

from services.desk.desk import Desk
from services.tournament.definition.attachments import Attachment
from shared.i18n import Language
from shared.problems import not_found


def logo(desk: Desk, tournament_id: str, language: Language) -> tuple[Attachment, bytes]:
    """What the logo is in a language, and its bytes.

    Raises:
        Problem: tournament-unknown; not-found where the tournament has none.
    """
    state = desk.state(tournament_id)
    named = state.plan.logo_file
    attachment = None if named is None else named.in_language(language)
    content = None if attachment is None else desk.attachments.of(tournament_id, state, attachment)
    if attachment is None or content is None:
        raise not_found("logo", tournament_id)
    return attachment, content


def banner(desk: Desk, tournament_id: str) -> str:
    """The colour of a tournament, as #0a5f57.

    Raises:
        Problem: tournament-unknown; not-found where the tournament has none.
    """
    colour = desk.state(tournament_id).plan.banner
    if colour is None:
        raise not_found("banner", tournament_id)
    return colour
