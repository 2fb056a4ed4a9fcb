"""Ages from birth dates: completed years, the birthday of a leap day, and who is old enough on a day."""

from datetime import date


def age_on(birth: date, day: date) -> int:
    """Completed years on `day`; a 29 February birthday counts on 1 March in other years."""
    years = day.year - birth.year
    return years if day >= birthday_in(birth, day.year) else years - 1


def birthday_in(birth: date, year: int) -> date:
    """The birthday in `year`; 29 February moves to 1 March where the year has none."""
    try:
        return birth.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def is_old_enough(birth: date, minimum_age: int, session_day: date) -> bool:
    """Whether the birthday of `minimum_age` lies before the session's day (HK eligibility)."""
    if birth.year + minimum_age > date.max.year:
        return False
    return birthday_in(birth, birth.year + minimum_age) < session_day
