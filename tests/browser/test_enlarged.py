"""Letters twice as large on a phone, as its user sets them: words stay whole and nothing covers anything."""

import pytest

from tests.browser import served
from tests.browser.checking import close_texts
from tests.browser.conftest import Visits
from tests.browser.served import Site
from tests.browser.visits import Visit
from tests.browser.ways import PHONE
from tests.sampling import mostly_wide

SHOWN = """const shown = (text) => !text.parentElement.closest(".unseen, i, .many thead");
"""
"""What is there for the ear, or until it is asked for, covers nothing."""
BROKEN = (
    f"""(where) => {{{SHOWN}"""
    + """
  const found = [];
  for (const element of document.querySelectorAll(where)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!shown(text)) continue;
      for (const word of text.data.matchAll(/[^\\s\\/–-]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
        const tops = boxes.map((box) => box.top);
        // A sign from another font stands a little higher or lower.
        if (Math.max(...tops) - Math.min(...tops) > boxes[0]?.height / 2) found.push(word[0]);
      }
    }
  }
  return found;
}"""
)
"""The words that stand on more than one line."""
COVERED = (
    f"""() => {{{SHOWN}"""
    + """
  const found = [];
  const inked = (cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), boxes = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      if (shown(text)) boxes.push(...range.getClientRects());
    }
    return boxes.filter((box) => box.width > 2);
  };
  for (const row of [...document.querySelectorAll(".standings tr")].slice(0, 30)) {
    const cells = [...row.children].map((cell) => [cell.textContent.trim(), inked(cell)]);
    cells.forEach(([words, boxes], index) => {
      for (const [other, beside] of cells.slice(index + 1)) {
        const covers = boxes.some((box) => beside.some((next) =>
          Math.min(box.right, next.right) - Math.max(box.left, next.left) > 1 &&
          Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > box.height / 2));
        if (covers) found.push(`${words} | ${other}`);
      }
    });
  }
  return found;
}"""
)
"""The cells of a row that cover each other."""


def enlarged(visit: Visit, path: str, percent: int) -> Visit:
    visit.open(path)
    visit.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
    return visit


@pytest.mark.parametrize("percent", mostly_wide([100, 130, 200], [200]))
@pytest.mark.parametrize(
    "page",
    [
        f"/t/{served.OVER}/standings?stage=preliminary",
        f"/t/{served.OVER}/standings?stage=final",
        f"/t/{served.OVER}/results?stage=preliminary",
        f"/t/{served.OVER}/standings?view=families",
        f"/t/{served.SWISS}/standings",
    ],
)
def test_heads_and_figures_of_a_table_stay_whole_beside_each_other(
    site: Site, visit: Visits, page: str, percent: int
) -> None:
    site.look_at(page.split("/")[2])
    visited = enlarged(visit(language="en", way=PHONE), page, percent)
    assert visited.evaluate(f"({BROKEN})('.standings :is(thead th, td)')") == []
    assert visited.evaluate(f"({COVERED})()") == []
    assert visited.evaluate("document.documentElement.scrollWidth") <= PHONE.width


@pytest.mark.parametrize("percent", [100, 200])
def test_words_of_a_notice_stay_whole(site: Site, visit: Visits, percent: int) -> None:
    site.look_at(served.SUSPENDED)
    visited = enlarged(visit(language="en", way=PHONE), f"/t/{served.SUSPENDED}", percent)
    assert visited.page.locator(".notice").count() > 0
    assert visited.evaluate(f"({BROKEN})('.notice')") == []


@pytest.mark.parametrize("page", ["/", f"/t/{served.PLAYING}", f"/t/{served.PLAYING}/programme", "personal"])
def test_texts_stay_in_their_cards(site: Site, visit: Visits, page: str) -> None:
    """Letters twice as large as chosen in the browser, by which queries about the width go as well."""
    site.look_at(served.PLAYING)
    visited = visit(language="en", way=PHONE)
    protocol = visited.protocol()
    visited.open(
        site.personal_page(served.PLAYING, site.seated(served.PLAYING)) if page == "personal" else page
    )
    protocol.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 32}})
    visited.until("parseFloat(getComputedStyle(document.documentElement).fontSize) === 32")
    assert close_texts(visited) == []
