"""What is supposed, as an address says it: events left out, and results and rulings that had been others.

`without` lists seqs with commas. `changed` lists results: see `result_supposed`. `rulings` lists rulings: see
`ruling_supposed`.
"""

from typing import Self

import msgspec
from msgspec import structs

from services.web.history.asked import View, listed
from services.web.history.result_supposed import SEQ, ResultSupposed, results_read
from services.web.history.ruling_supposed import RulingSupposed, rulings_read


class Basket(msgspec.Struct, frozen=True):
    """Everything that is supposed together."""

    without: tuple[int, ...] = ()
    changed: tuple[ResultSupposed, ...] = ()
    rulings: tuple[RulingSupposed, ...] = ()

    @classmethod
    def read(cls, view: View) -> Self:
        """The basket of an address; what does not read is left aside."""
        without = tuple(int(text) for text in listed(view.without) if SEQ.fullmatch(text))
        changed = {result.seq: result for result in results_read(view.changed)}
        results = tuple(result for seq, result in changed.items() if seq not in without)
        return cls(without, results, rulings_read(view.rulings))

    @property
    def seqs(self) -> frozenset[int]:
        """The seqs of the events that are left out or had other figures."""
        return frozenset((*self.without, *(result.seq for result in self.changed)))

    def with_left_out(self, seq: int) -> Self:
        return structs.replace(self.without_any(seq), without=(*self.without_any(seq).without, seq))

    def with_result(self, result: ResultSupposed) -> Self:
        kept = self.without_any(result.seq)
        return structs.replace(kept, changed=(*kept.changed, result))

    def with_ruling(self, ruling: RulingSupposed) -> Self:
        kept = self.without_ruling(ruling.case)
        return structs.replace(kept, rulings=(*kept.rulings, ruling))

    def without_ruling(self, case: str) -> Self:
        """Without the ruling that is supposed on one case."""
        return structs.replace(self, rulings=tuple(other for other in self.rulings if other.case != case))

    def without_any(self, seq: int) -> Self:
        """Without what is supposed of one event."""
        return structs.replace(
            self,
            without=tuple(other for other in self.without if other != seq),
            changed=tuple(result for result in self.changed if result.seq != seq),
        )

    def query(self) -> dict[str, str]:
        """How an address says it."""
        return {
            "without": ",".join(map(str, self.without)),
            "changed": "|".join(map(str, self.changed)),
            "rulings": "|".join(map(str, self.rulings)),
        }
