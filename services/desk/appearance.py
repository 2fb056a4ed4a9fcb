"""How the pages of a tournament look, by its colour and logo; and its guide to the timer, as a file."""

from services.desk.desk import Desk
from services.notices.files import File, file_name, file_of
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


_KIND = "timer-guide"


def timer_guide(desk: Desk, tournament_id: str, language: Language) -> File:
    """The file as it goes along with reminders, in a language.

    Raises:
        Problem: tournament-unknown; not-found where the tournament has none.
    """
    state = desk.state(tournament_id)
    attachment = file_of(_KIND, state.plan, language)
    content = None if attachment is None else desk.attachments.of(tournament_id, state, attachment)
    if attachment is None or content is None:
        raise not_found("timer-guide", tournament_id)
    return File(file_name(_KIND, attachment, language), attachment, content)
