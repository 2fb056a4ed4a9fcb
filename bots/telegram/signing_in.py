"""/signin: a one-time link to the pages for officials, to this chat alone."""

from collections.abc import Mapping

from bots.telegram.talk import Talk, command
from services.access.sign_ins import SIGN_IN_RIGHT, make_link


@command("signin")
def sign_in(talk: Talk, given: Mapping[str, str]) -> None:
    officials = [person for person in talk.persons if person.may(SIGN_IN_RIGHT)]
    if not officials:
        talk.not_for_you()
    for person in officials:
        office = person.principal
        made = make_link(talk.room.desk.grants, office.role, office.subject, person.tournament_id, "telegram")
        body = talk.text(
            "sign_in",
            link=f"{talk.room.pages_at}{made.path}?lang={talk.language}",
            minutes=made.minutes,
            code=f"{made.code[:4]} {made.code[4:]}",
        )
        title = talk.room.people.title(person.tournament_id).in_language(talk.language)
        role = talk.text(f"role_{office.role}")
        talk.say(body, heading=talk.text("sign_in_heading", role=role, title=title))
