"""Where people sit: each message names the last one its reader had of the round, and none says it twice."""

from itertools import chain

from msgspec import structs

from services.delivery.deliveries import UNCHANGED
from services.notices.policies import notices_due
from services.tournament.kernel.facts import Command
from services.tournament.seating.seats import DrawSeats, ExchangeSeats, UndoSeatDraw
from tests.delivery.given import ID, Office
from tests.unit.tournament.given_formats import SWISS, arrive, entered, round_id
from tests.unit.tournament.specs import numbers


class Rounds:
    """An office that tells the people of a tournament in rounds where they sit."""

    def __init__(self, office: Office, chats: dict[str, tuple[str, ...]]) -> None:
        self.office = office
        known = set(office.book.people)
        there = arrive(entered(SWISS, 5).at("2027-03-06 13:40"), *numbers(5))
        self.tournament = office.book.tournament = there.at("2027-03-06 13:56")
        plan = structs.replace(there.state.plan, id=ID)
        there.state = structs.replace(there.state, definition=plan)
        self.session = round_id(there)
        office.vault.create(set(office.book.people) - known)
        office.clock.set(self.tournament.now)
        office.book.recorded = office.clock.now()
        for chat, entrants in chats.items():
            office.chat(chat, *entrants)

    def do(self, command: Command, drain: bool = True) -> dict[str, tuple[str, str]]:
        """Reference and what it replaces of what each chat then reads."""
        before = len(self.office.telegram.sent)
        events = self.tournament.when(command).events
        first = self.tournament.state.seq - len(events) + 1
        for notice in notices_due(self.tournament.state, list(enumerate(events, first))):
            self.office.write(notice)
        if drain:
            self.office.drain()
        sent = self.office.telegram.sent[before:]
        return {each.address: (each.message.reference, each.message.replaces) for each in sent}

    def draw(self, seed: str) -> dict[str, tuple[str, str]]:
        self.do(UndoSeatDraw(session=self.session, reason="The seed was not read out."))
        return self.do(DrawSeats(session=self.session, seed=seed))

    def exchange(self, first: str, second: str) -> dict[str, tuple[str, str]]:
        return self.do(ExchangeSeats(session=self.session, first=first, second=second))


def test_each_message_names_the_last_one_that_its_reader_had_of_the_round(small: Office) -> None:
    rounds = Rounds(small, {number: (number,) for number in numbers(5)})
    last = rounds.do(DrawSeats(session=rounds.session, seed="0"))
    assert sorted(last) == numbers(5)
    session = rounds.tournament.state.sessions[rounds.session]
    (a, b), (c, _) = session.tables[1], session.tables[2]
    exchanges = (rounds.exchange(*pair) for pair in ((a, c), (b, c)))
    for sent in chain(exchanges, (rounds.draw(seed) for seed in ("3", "4"))):
        assert sent
        assert {chat: replaces for chat, (_, replaces) in sent.items()} == {
            chat: last[chat][0] for chat in sent
        }
        last |= sent


def test_a_draw_tells_nothing_again_to_whom_it_leaves_where_they_were_told_they_are(small: Office) -> None:
    rounds = Rounds(small, {number: (number,) for number in numbers(5)})
    rounds.do(DrawSeats(session=rounds.session, seed="0"))
    stayed = 0
    for seed in map(str, range(1, 9)):
        before = rounds.tournament.state.sessions[rounds.session].seats_told
        sent = rounds.draw(seed)
        after = rounds.tournament.state.sessions[rounds.session].seats_told
        assert sorted(sent) == [number for number in numbers(5) if after[number] != before[number]]
        stayed += 5 - len(sent)
    assert stayed
    assert [kept.why for kept in small.all() if kept.status == "cancelled"] == [UNCHANGED] * stayed


def test_whom_an_undone_draw_never_reached_is_told_of_the_next_though_it_is_the_same(small: Office) -> None:
    rounds = Rounds(small, {number: (number,) for number in numbers(5)})
    rounds.do(DrawSeats(session=rounds.session, seed="0"), drain=False)
    assert sorted(rounds.draw("0")) == numbers(5)


def test_of_two_in_one_chat_it_names_the_last_that_each_had(small: Office) -> None:
    rounds = Rounds(small, {})
    rounds.do(DrawSeats(session=rounds.session, seed="0"), drain=False)
    session = rounds.tournament.state.sessions[rounds.session]
    (first, _), (other, _), (second,) = session.tables[1], session.tables[2], session.byes
    small.chat("family", first, second)
    small.drain()
    drawn = small.telegram.sent[-1].message.reference
    exchanged, replaces = rounds.exchange(first, other)["family"]
    assert replaces == drawn
    again = next(sent for sent in (rounds.draw(str(seed)) for seed in range(1, 9)) if sent)
    assert again["family"][1] == f"{drawn}, {exchanged}"
