"""Tables as statements see them, in few words; migrations make them."""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, Table, Text

_TYPES = {"number": BigInteger, "bytes": LargeBinary}
_WORDS = {*_TYPES, "key", "empty"}


def table(text: str, metadata: MetaData | None = None) -> Table:
    """A table by its name and its columns in order; no value of its key comes by itself.

    Args:
        text: "mute: name key, since number, why empty". A column is text unless `number` or `bytes`; `key`,
            of the primary key; `empty`, may hold nothing.

    Raises:
        ValueError: another word, which would be passed over.
    """
    name, _, columns = text.partition(":")
    made = Table(name, MetaData() if metadata is None else metadata)
    for column in columns.split(","):
        called, *words = column.split()
        if unknown := {*words} - _WORDS:
            raise ValueError(f"{name}.{called}: {', '.join(sorted(unknown))} is no word for a column")
        type = next((_TYPES[word] for word in words if word in _TYPES), Text)
        key, empty = "key" in words, "empty" in words
        made.append_column(Column(called, type, primary_key=key, autoincrement=False, nullable=empty))
    return made
