"""A tournament from the first registration to the published results, as everyone's phone sees it."""

from datetime import date
from pathlib import Path

from services.tournament.people.registration import RegisterEntrant
from services.tournament.publication.publishing import PublishResults
from services.tournament.weather.rescheduling import RescheduleSessions
from tests.endtoend.scene import ID, Scene, button, reference_in
from tests.profiles import examples
from tests.simulators.processes import send
from tests.simulators.telegram import Telegram
from tests.unit.tournament.specs import ADULT, S1

PEOPLE = examples(204, in_all=1200)
DAY = date(2026, 3, 28)


def test_everyone_is_reminded_warned_off_and_told_their_results_once_each(
    tmp_path: Path, telegram: Telegram, observatory: int
) -> None:
    weather = f"http://127.0.0.1:{observatory}/weather.php"
    scene = Scene(
        tmp_path, telegram, "2026-03-20 12:00", HKO_URL=weather, PUBLIC_URL="https://rummikub.example/"
    )
    try:
        scene.found(PEOPLE - 1, room=1)
        scene.link_all(1, PEOPLE - 1)
        organizer = scene.link("organizer:organizer")
        late = _registers_and_links(scene)

        scene.clock.put("2026-03-27 17:30")
        with scene.worker():
            _links(scene, *late)
            scene.clock.put("2026-03-27 18:00")
            scene.wait(lambda: scene.knows("reminder-day-before"), "the reminder")
            scene.settled()
            assert scene.counts("reminder-day-before").sent == PEOPLE

            send(observatory, "/control/signal-8?at=2026-03-28T06:40")
            scene.clock.put("2026-03-28 10:00")
            scene.wait(lambda: "weather-proposed" in scene.types, "the proposal")
            # A proposal that is not yet sent when the next one is made would never be.
            scene.settled()
            # Lowered after the cutoff: the day is not played all the same.
            reported = scene.types.count("warnings-reported")
            send(observatory, "/control/cancel-cyclone?at=2026-03-28T10:05")
            scene.clock.put("2026-03-28 10:05")
            # What is read back before that is read again once it is over.
            scene.wait(lambda: scene.types.count("warnings-reported") > reported, "the end of the signal")
            scene.settled()
            assert scene.types.count("weather-proposed") >= 1
            proposal = telegram.messages(organizer)[-1]
            telegram.press(organizer, button(proposal, "confirm"), proposal["message_id"])
            scene.wait(lambda: "Confirm?" in telegram.messages(organizer)[-1]["text"], "the read-back")
            read_back = telegram.messages(organizer)[-1]
            confirm = read_back["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
            telegram.press(organizer, confirm, read_back["message_id"])
            scene.wait(lambda: "sessions-suspended" in scene.types, "the suspension")
            scene.settled()
            counts = scene.counts("suspended")
            assert (counts.sent, counts.acknowledged) == (PEOPLE, 0)

            for entrant in ("entrant:0002", "entrant:0003"):
                message = telegram.messages(scene.chats[entrant])[-1]
                assert reference_in(message["text"]) == counts.reference
                for _ in range(2):
                    telegram.press(
                        scene.chats[entrant], button(message, "acknowledge"), message["message_id"]
                    )
            scene.wait(lambda: scene.counts("suspended").acknowledged == 2, "the acknowledgements")

            scene.do(RescheduleSessions(day=DAY, new_day=date(2026, 4, 4)))
            scene.settled()
            last = telegram.messages(scene.chats["entrant:0002"])[-1]["text"]
            assert f"replaces notice {counts.reference}" in last
            scene.clock.put("2026-04-04 19:00")
            scene.play()
            scene.do(PublishResults(stage="preliminary"))
            scene.settled()
            assert scene.counts("results-published").sent == PEOPLE
        first = telegram.messages(scene.chats["entrant:0002"])[-1]["text"]
        assert "place" in first
        assert "https://rummikub.example/t/hk-2026/results" in first
        scene.check_ledger()
        made = [delivery for delivery in scene.deliveries() if delivery.channel]
        # Whoever confirmed a proposal read in that chat, as the answer, that it is decided.
        assert {delivery.kind for delivery in made if delivery.status == "cancelled"} == {"weather-decided"}
        assert {delivery.status for delivery in made} == {"sent", "cancelled"}
    finally:
        scene.close()


def _registers_and_links(scene: Scene) -> tuple[int, str]:
    """The last one registers; her phone, and the token of the link she is given."""
    number = f"{PEOPLE:04d}"
    scene.do(
        RegisterEntrant(entrant_no=number, session=S1, birth_date=ADULT, name_en="Ada <&_*", language="en")
    )
    return scene.telegram.phone("Ada"), scene.parts.links.invite(ID, f"entrant:{number}")


def _links(scene: Scene, chat: int, token: str) -> None:
    scene.telegram.say(chat, f"/start {token}")
    (asked,) = scene.telegram.wait(chat, 2)[1:]
    message = scene.telegram.messages(chat)[-1]
    assert "A**" in asked["text"] or "*" in asked["text"], "the name is masked"
    yes = message["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
    scene.telegram.press(chat, yes, message["message_id"])
    links = scene.parts.links
    scene.wait(lambda: links.of_address("telegram", str(chat)), "the link")
    scene.chats[f"entrant:{PEOPLE:04d}"] = chat
