"""A page as a person sees it: where it leads to, and the forms that stand on it."""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

_TYPED = ("text", "search", "date", "time", "datetime-local", "email", "tel", "number", "url")
_NOTHING_OF_ITSELF = ("checkbox", "radio", "file")


class Link:
    """Where a link leads to."""

    def __init__(self, address: str) -> None:
        split = urlsplit(address)
        self.address, self.path = address, split.path
        self.query = dict(parse_qsl(split.query, keep_blank_values=True))


class Field:
    """What a form sends under a name: `choices` of a list or of radio buttons, `value` unless it is changed.

    Attributes:
        kind: hidden, text, select, radio or checkbox; of a checkbox `on` is what it sends once it is checked.
        is_ready: whether it can be typed into at once.
    """

    def __init__(self, kind: str, value: str = "") -> None:
        self.kind, self.value, self.on, self.is_ready = kind, value, "", False
        self.choices: list[str] = []


class Form:
    """A form with its fields and buttons, these as name and value."""

    def __init__(self, action: str, method: str) -> None:
        self.path, self.method = urlsplit(action).path, method
        self.fields: dict[str, Field] = {}
        self.buttons: list[tuple[str, str]] = []

    @property
    def sent(self) -> dict[str, str]:
        """What it sends as it stands; a box that is not checked sends nothing."""
        return {
            name: field.value
            for name, field in self.fields.items()
            if name and (field.kind not in _NOTHING_OF_ITSELF or field.value)
        }


class Page(HTMLParser):
    """A page that was read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.links: list[Link] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._open: Field | None = None
        self._text = False
        self.feed(html)
        self.close()

    def leading_to(self, end: str) -> Iterator[Link]:
        """The links whose path ends so."""
        return (link for link in self.links if link.path.endswith(end))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(Link(given["href"]))
        elif tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self._form)
        elif self._form is not None:
            self._in_form(self._form, tag, given)

    def _in_form(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type", "text")
        match tag:
            case "input" if kind == "radio":
                field = form.fields.setdefault(name, Field("radio"))
                field.choices.append(value)
                field.value = value if "checked" in given else field.value
            case "input" if kind == "checkbox":
                field = form.fields[name] = Field("checkbox", value if "checked" in given else "")
                field.on = value
            case "input":
                field = form.fields[name] = Field("text" if kind in _TYPED else kind, value)
                field.is_ready = "autofocus" in given
            case "textarea":
                self._open = form.fields[name] = Field("text")
                self._text = True
            case "select":
                self._open = form.fields[name] = Field("select")
            case "option" if self._open is not None:
                self._open.choices.append(value)
                if "selected" in given or len(self._open.choices) == 1:
                    self._open.value = value
            case "button":
                form.buttons.append((name, value))

    def handle_data(self, data: str) -> None:
        if self._text and self._open is not None:
            self._open.value += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag in ("textarea", "select"):
            if self._text and self._open is not None:
                self._open.value = self._open.value.removeprefix("\n")
            self._open, self._text = None, False
