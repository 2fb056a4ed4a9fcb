"""A task that a page leads to, done as an official does it: press, answer, read, confirm."""

from urllib.parse import parse_qsl, urlsplit

from shared.catalogue import say
from shared.catalogue.titles import title_of
from tests.api.docket_page.ruling_forms import Chief, kept


def follow(official: Chief, page: str, task: str, **answers: str) -> str:
    """Do the task that a page offers, of several ways to it the one with these answers; the page after it."""
    (address,) = {
        each
        for each in addresses(official.page(page))
        if urlsplit(each).path.endswith(f"/tasks/{task}")
        and all(answers.get(name, value) == value for name, value in parse_qsl(urlsplit(each).query))
    }
    asked = official.page(address)
    known = dict(parse_qsl(urlsplit(address).query))
    known.pop("lang")
    path = urlsplit(address).path
    read = official.post(path, {**kept(asked), **known, **answers, "step": "look"})
    assert read.status_code == 200, read.get_data(as_text=True)
    done = official.post(path, {**kept(read.get_data(as_text=True)), "step": "confirm"})
    assert done.status_code == 303, done.get_data(as_text=True)
    assert done.headers["Location"].startswith(page)
    after = official.page(done.headers["Location"])
    assert f"{title_of(task, 'en')}: {say('page-task-done', 'en')}" in after
    return after


def addresses(page: str) -> list[str]:
    """Where a page leads to."""
    return [part.partition('"')[0] for part in page.split('href="')[1:]]
