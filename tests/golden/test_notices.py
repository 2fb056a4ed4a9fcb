"""What people read: every text in both languages, none too long, as it was agreed on."""

from services.notices.audiences import recipients
from services.notices.fields import FIELDS
from services.notices.kinds import KINDS
from services.notices.rendering import LONGEST
from services.notices.subjects import IN_SHORT
from services.notices.subjects import LONGEST as LONGEST_SUBJECT
from shared.catalogue import say, values_of
from tests.cases import cases
from tests.golden.stories import STORIES
from tests.golden.told import FOLDER, LONG, due_in, messages, readings, told_in

OF_EVENTS = {name for name, kind in KINDS.items() if kind.of_event}


TEMPLATES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@cases("template", TEMPLATES)
def test_a_text_reads_as_agreed_and_is_for_whom_it_was_agreed_on(template: str) -> None:
    """After a wanted change delete the file, have `python -m tests.golden` write it anew, and read it."""
    agreed, read = (FOLDER / f"{template}.txt").read_text("utf-8"), readings()[template]
    if agreed not in read:
        assert read[0] == agreed


def test_every_notice_has_its_kind_and_text() -> None:
    seen = set()
    for story in STORIES:
        for _, notice in told_in(story):
            assert notice.template in TEMPLATES
            assert notice.priority == KINDS[notice.kind].lane
            seen.add(notice.kind)
    assert seen == OF_EVENTS


def test_every_kind_is_called_something() -> None:
    called = {
        (kind, language): say(f"bot-kind-{kind}", language) for kind in KINDS for language in ("en", "zh")
    }
    assert all(called.values())


def test_a_text_names_what_is_passed_or_worked_out() -> None:
    """Anything else would be left out of the sentence without a word."""
    passed: dict[str, set[str]] = {}
    for story in STORIES:
        for _, notice in told_in(story):
            passed.setdefault(notice.template, set()).update(notice.parameters)
    unknown = {
        (key, name)
        for template, parameters in passed.items()
        for key, known in ((f"notice-{template}", FIELDS), (f"subject-{template}", {**FIELDS, **IN_SHORT}))
        for language in ("en", "zh")
        for name in values_of(key, language) - {*known, *parameters}
    }
    assert unknown == set(), "pass it as a parameter, or work it out in FIELDS of services/notices/fields.py"


def test_no_message_is_too_long_and_each_names_whom_it_is_for() -> None:
    for story in STORIES:
        for state, notice in told_in(story):
            for language in ("en", "zh"):
                for message in messages(state, notice, language):
                    assert len(message.text) < LONGEST
                    assert message.text.count(LONG[language]) == 1
                    assert message.text.rstrip().endswith(message.reference)
                    assert "{" not in message.text


def test_every_subject_is_short_says_what_happened_first_and_then_in_which_tournament() -> None:
    for story in STORIES:
        for state, notice in told_in(story):
            for language in ("en", "zh"):
                for message in messages(state, notice, language):
                    what, _, title = message.subject.rpartition(" – ")
                    assert len(message.subject) <= LONGEST_SUBJECT
                    assert len(what) > 1
                    assert state.plan.title.in_language(language).startswith(title.rstrip("…"))
                    assert "{" not in message.subject


def test_no_notice_says_a_name() -> None:
    for story in STORIES:
        tournament = story()
        words = {word for fields in tournament.vault.values() for word in fields.values() if len(word) > 3}
        for _, notice in due_in(tournament):
            assert not words & set(notice.parameters.values())


def test_references_and_keys_are_unique() -> None:
    for story in STORIES:
        notices = [notice for _, notice in told_in(story)]
        keys = [notice.dedupe_key for notice in notices]
        assert len(set(keys)) == len(keys)


def test_audiences_are_read_out() -> None:
    """Everyone meant is there, and a notice is for somebody in at least one story."""
    kinds = {
        notice.kind
        for story in STORIES
        for state, notice in told_in(story)
        if recipients(state, notice.audience)
    }
    assert kinds == OF_EVENTS


def test_every_field_is_named_by_some_text() -> None:
    keys = [f"{about}-{template}" for template in TEMPLATES for about in ("notice", "subject")]
    used = {name for key in keys for name in values_of(key, "en")}
    outside = [name for name, kind in KINDS.items() if not kind.of_event]
    used |= {name for kind in outside for name in values_of(f"notice-{kind}", "en")}
    assert used >= set(FIELDS)
