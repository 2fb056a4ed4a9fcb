"""A third language is one more file of texts: pages are in it, and lead to it and from it."""

from tests.api.conftest import ID, House
from tests.third_language import wide


def test_a_page_is_in_it_and_leads_to_the_others(in_play: House, third: str) -> None:
    answer = in_play.anyone.get(f"/t/{ID}/standings?lang={third}", {"Accept": "text/html"})
    page = answer.get_data(as_text=True)
    assert answer.headers["Content-Language"] == third
    assert f'<html lang="{third}">' in page
    assert wide("Standings") in page
    for other in ("en", "zh"):
        assert f"lang={other}" in page
    english = in_play.anyone.get(f"/t/{ID}/standings?lang=en", {"Accept": "text/html"}).get_data(as_text=True)
    assert f"lang={third}" in english


def test_a_refusal_is_told_in_it_and_below_in_the_others(in_play: House, third: str) -> None:
    page = in_play.anyone.get(f"/t/no-such/standings?lang={third}", {"Accept": "text/html"}).get_data(
        as_text=True
    )
    assert wide("There is no") in page
    assert '<p lang="en">There is no' in page
    assert '<p lang="zh-Hant-HK">' in page
