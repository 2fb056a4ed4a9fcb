"""E-mail addresses: whether mail can be written to one, and how it is written down. No name is looked up."""

import re
from typing import TYPE_CHECKING

from shared.plain_text import narrow
from shared.problems import ProblemType

if TYPE_CHECKING:
    from email_validator import ValidatedEmail

_IDEOGRAPHIC_DOT = re.compile("[\u3002\uff61]")
EMAIL_INVALID = ProblemType("email-invalid", 422)


def normalised(address: str, field: str = "email") -> str:
    """The address as it is kept: the domain in lower case and in Unicode, nothing around it.

    Args:
        field: in which it was given.

    Raises:
        Problem: email-invalid.
    """
    from email_validator import EmailNotValidError

    try:
        return _validated(_IDEOGRAPHIC_DOT.sub(".", narrow(address))).normalized
    except EmailNotValidError:
        raise EMAIL_INVALID().at(field=field) from None


def as_sent(address: str) -> str:
    """The address as an SMTP server takes it: ASCII, the domain encoded where it is not.

    Raises:
        ValueError: it is no such address.
    """
    return str(_validated(address).ascii_email)


def same_address(first: str, other: str) -> bool:
    """Whether two addresses are the same, however they are written; also of those that are none."""
    return _comparable(first) == _comparable(other)


def _comparable(address: str) -> str:
    try:
        return str(_validated(narrow(address)).normalized).casefold()
    except ValueError:
        return narrow(address).casefold()


def _validated(address: str) -> "ValidatedEmail":
    # Loaded only where there is an address: most calls of the command have none.
    from email_validator import validate_email

    return validate_email(address, check_deliverability=False, allow_smtputf8=False, strict=True)
