"""The texts of an iCalendar; loaded with the first calendar, as the library for them takes its time."""

from icalendar import vText


class CalendarText(vText):
    r"""A text, every character of which is meant; the library takes `\N` in one for the end of a line."""

    def to_ical(self) -> bytes:
        return rb"\\N".join(vText(part).to_ical() for part in self.split(r"\N"))
