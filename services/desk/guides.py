"""The guide to the timer, where a tournament has it as a file."""

from services.desk.desk import Desk
from services.notices.files import File, file_name, file_of
from shared.i18n import Language
from shared.problems import not_found

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
