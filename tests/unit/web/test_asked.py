"""What an address of the time machine asks for."""

from werkzeug.datastructures import MultiDict

from services.web.history.asked import View


def test_a_basket_of_dozens_is_taken_whole_and_a_number_of_hundreds_of_digits_is_not() -> None:
    changed = "|".join(f"{seq}=0001/60/0/1,0002/-20/3/0,0003/-40/5/0" for seq in range(100, 140))
    view = View.read(MultiDict({"changed": changed, "find": "7" * 401}))
    assert (view.changed, view.find) == (changed, "")


def test_figures_as_wide_as_characters_are_read() -> None:
    view = View.read(MultiDict({"id": "００４１", "before": "２０２６－０３－２８　９：４０"}))
    assert view.id == "0041"
    assert view.before.startswith("2026-03-28")
