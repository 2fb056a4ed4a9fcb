"""The addresses of the time machine."""

from collections.abc import Iterator

from services.web.history.basket import basket_page
from services.web.history.case_links import end, listed, make, open_link
from services.web.history.detail_pages import case_page, compare, thing, why
from services.web.history.machine import frame_of, machine, moments_of, recent_of
from services.web.page_routes import form_route, page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Open, Route, Work

HISTORY = "/t/{tournament}/history"
LINKS = f"{HISTORY}/case-links"
_LINK = Open("the link is the key: for some days it opens one entrant's case file as that entrant may see it")


def history_routes(parts: Parts) -> Iterator[Route]:
    """The machine, what its script asks for as it moves, and the pages that it leads to."""
    work: Work
    for name, path, action, work, handle in (
        ("history-page", HISTORY, "timeline", "costly", machine),
        # Asked for as the slider moves, by officials alone: not in the line of what is costly.
        ("history-frame", f"{HISTORY}/frame", "timeline", "read", frame_of),
        ("history-recent", f"{HISTORY}/recent", "timeline", "read", recent_of),
        ("history-moments", f"{HISTORY}/moments", "moments", "costly", moments_of),
        ("history-compare-page", f"{HISTORY}/compare", "diff", "costly", compare),
        ("history-thing-page", f"{HISTORY}/thing", "history", "costly", thing),
        ("history-why-page", f"{HISTORY}/why", "explain", "costly", why),
        ("history-case-page", f"{HISTORY}/case", "timeline", "costly", case_page),
        ("history-what-if-page", f"{HISTORY}/what-if", "what-if", "costly", basket_page),
        ("case-links-page", LINKS, "case-links", "read", listed),
        # Where phones come back to that were left at a form, or that load its answer again.
        ("case-link-end-again", f"{LINKS}/end", "case-links", "read", listed),
    ):
        yield page_of_now(parts, name, path, Action(action), handle, work=work, of_past=True)
    evidence = "/t/{tournament}/evidence/{link}"
    yield page_of_now(parts, "case-link-open", evidence, _LINK, open_link, work="costly", of_past=True)
    yield form_route(parts, "case-link-make", LINKS, Action("case-links"), make)
    yield form_route(parts, "case-link-end", f"{LINKS}/end", Action("case-links"), end)
