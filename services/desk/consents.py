"""The consents of an entrant as they are shown to them and to the organizer: one line for each place."""

from services.desk.directory import Directory, free_text
from services.desk.views import ConsentView
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.entrants import CONSENT_SCOPES, Consent, ConsentScope, Entrant


def consents_of(
    directory: Directory, tournament_id: str, entrant: Entrant, language: str
) -> tuple[ConsentView, ...]:
    """Every place with what was said of it last, in the order of CONSENT_SCOPES."""
    seqs = [consent.seq for consent in entrant.consents if consent.case is not None]
    texts = directory.texts(tournament_id, seqs)

    def view(scope: ConsentScope) -> ConsentView:
        known = entrant.consent_to(scope)
        if known is None:
            return ConsentView(scope, False)
        guardian = None
        if known.case is not None:
            sealed = texts[known.seq].get(known.case, {})
            guardian = free_text(sealed, ConsentChanged, language).get("guardian")
        return _view(known, guardian)

    return tuple([view(scope) for scope in CONSENT_SCOPES])


def _view(known: Consent, guardian: str | None) -> ConsentView:
    by = None if known.by == "unsaid" else known.by
    return ConsentView(known.scope, known.given, by, guardian, known.text or None, known.at, known.seq)
