"""docs/tournament-file.md and its JSON Schema, written from the structs of the tournament file."""

from collections.abc import Iterator
from typing import Any


def schema_text() -> str:
    """The schema as it stands in docs/, for editors."""
    import msgspec

    from services.tournament.definition.schema import schema_of_file

    return msgspec.json.format(msgspec.json.encode(schema_of_file()), indent=2).decode() + "\n"


def lines() -> Iterator[str]:
    """The lines of the page below its title and lead."""
    from services.tournament.definition.meanings import PARTS
    from services.tournament.definition.templates import template

    yield from _begin()
    yield "## An example"
    yield ""
    yield "`tileledger tournament new school-day --like school-day` writes this:"
    yield ""
    yield "```toml"
    yield from template("school-day", "school-day").rstrip().split("\n")
    yield "```"
    yield ""
    yield "## Fields"
    yield ""
    yield "A field without a default and not marked as required may be left out."
    yield ""
    for name, cls in PARTS.items():
        yield from _part(name, cls)
    yield from _keys()


_BEGIN = """\
```
tileledger tournament new ID --like {names} [--out FILE]
tileledger tournament check FILE [--json]
tileledger tournament create FILE
```

`new` writes a commented file that is valid as it is. `check` names every fault at once, with line, field and
way out, or prints the programme as it was understood, with remarks on what is odd and with what this release
does not play yet, which `create` refuses (`not-played-yet`). Over HTTP the same is a JSON document. Editors
that know JSON Schema take `tournament-file.schema.json`, beside this page.

A text is a string, or `{{ en = "…", zh = "…" }}` with one language or both. A time is `"13:00"`,
`"13:00:30"` or a time of TOML, local to `zone`; a day is `2027-03-06`. Where clocks go forward over an hour,
it is as long after the change as it would have been; of one that they show twice the first is meant; `check`
says so. Ids are letters, digits, dots, dashes and slashes (that of the tournament: lower case, and no slash);
what people read is the `name`.

A file, as of `timer_guide_file` and `logo_file`, is named like a text, in both languages or in one; it lies
in the folder of the tournament file or below. What it is is told by its content. Over HTTP, and wherever no
file is at hand, its content stands in place of the name: `"data:;base64,…"`. It goes into the log with the
plan, once.

Of a round robin, sessions beyond need are dropped, and too few are refused. The figures of a stage win over
those of the ruleset, but table sizes stay within its seats: 3 or 4 people under `hk-2026`, 2 under
`mso-2019`, 2 to 4 under the others. Tables of five or six need [house rules](rules.md#house-rules) that seat
so many.
"""


def _begin() -> Iterator[str]:
    from services.tournament.definition.templates import template_names

    yield from _BEGIN.format(names="|".join(template_names())).split("\n")


def _part(name: str, cls: Any) -> Iterator[str]:
    from services.tournament.definition.meanings import WORDS, fields_of, lead_of

    yield f"### {name[0].upper()}{name[1:]}"
    yield ""
    yield lead_of(cls)
    yield ""
    yield "| field | meaning | default |"
    yield "|---|---|---|"
    for field in fields_of(cls):
        default = f"`{field.default}`" if field.default else field.by_place or ""
        yield f"| `{field.name}` | {field.meaning} | {'required' if field.required else default} |"
    yield ""
    for (owner, named), known in WORDS.items():
        if owner is cls:
            yield f"Words of `{named}`:"
            yield ""
            for word, meaning in known.items():
                yield f"- `{word}`: {meaning.en}"
            yield ""


def _keys() -> Iterator[str]:
    from services.tournament.definition.words import RANKING_KEYS

    yield "## Ranking keys"
    yield ""
    yield 'A list in `ranking` names the most important first, as in `["games_won", "total_score"]`.'
    yield ""
    yield "| key | what is compared |"
    yield "|---|---|"
    for key, meaning in RANKING_KEYS.items():
        yield f"| `{key}` | {meaning.en} |"
