"""Why a message or call did not arrive, in words: kept is the English one, behind it what a driver raised."""

from shared.catalogue import FIRST, Phrase, Word

_KNOWN = (
    "cut-off",
    "dispatcher-stopped",
    "not-in-setting",
    "not-taken",
    "no-address",
    "password-refused",
    "no-connection",
    "no-answer",
    "no-subscription",
    "address-not-permitted",
    "left-alone",
    "keys-of-no-use",
    "no-chat",
    "answer-unreadable",
    "no-message",
    "token-invalid",
    "not-usable",
    "dropped",
    "said-already",
    "unchanged",
    "stopped-since",
    "timed-out",
)


def reason(why: str) -> Phrase | Word | str:
    """The words of a reason that is kept; what a service answered stays as it answered."""
    sentence, _, raised = why.partition(" (")
    for code in _KNOWN:
        word = Word("why-not", code)
        if word.in_language(FIRST) == sentence:
            return (
                Phrase("shown-why-not", {"what": word, "raised": raised.removesuffix(")")})
                if raised
                else word
            )
    return why
