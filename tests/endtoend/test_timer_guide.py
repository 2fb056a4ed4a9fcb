"""The timer guide five days before: attached in e-mails, a document in chats, once for each."""

from email import message_from_string
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from msgspec.structs import replace

from services.tournament.definition.attachments import in_base64
from services.tournament.definition.founding import DefineTournament
from services.tournament.people.importing import ImportEntrants
from tests.endtoend.scene import ID, Mail, Scene
from tests.simulators.telegram import Telegram
from tests.unit.tournament.given_files import PDF, PLAIN_ZH, guides
from tests.unit.tournament.specs import definition, hk_rules, registration

SITE = "https://rummikub.example"


def test_everyone_gets_the_guide_once_by_the_way_they_chose(
    tmp_path: Path, telegram: Telegram, mail: Mail
) -> None:
    scene = Scene(tmp_path, telegram, "2026-03-20 12:00", SMTP_URL=mail.url, PUBLIC_URL=f"{SITE}/")
    try:
        plan = replace(definition(capacity=4, tables=1), timer_guide_file=guides(PDF, PLAIN_ZH))
        files = tuple(in_base64(content) for content in (PDF, PLAIN_ZH))
        scene.do(DefineTournament(definition=plan, ruleset=hk_rules(), attachments=files))
        rows = [
            registration(f"{number:04d}", language=language, email=f"p{number}@example.org")
            for number, language in ((1, "en"), (2, "zh"), (3, "en"), (4, "zh"))
        ]
        scene.do(ImportEntrants(entrants=tuple(rows)))
        scene.link_all(3, 4)
        scene.clock.put("2026-03-23 10:01")
        with scene.worker():
            scene.wait(lambda: scene.knows("timer-guide"), "the reminder")
            scene.settled()
        # Another worker sends nothing again.
        with scene.worker():
            scene.settled()
        assert scene.counts("timer-guide").sent == 4
        _check_mail(mail)
        _check_chats(scene, telegram)
        scene.check_ledger()
    finally:
        scene.close()


def _check_mail(mail: Mail) -> None:
    letters = {letter["recipients"][0]: letter for letter in mail.received()}
    assert letters.keys() == {"p1@example.org", "p2@example.org"}
    assert len(mail.received()) == 2
    for number, name, content, says in (
        (1, "Timer guide.pdf", PDF, f"it is attached, and at {SITE}/t/{ID}/timer-guide?lang=en"),
        (2, "計時器使用說明.txt", PLAIN_ZH, f"，見附件，或瀏覽 {SITE}/t/{ID}/timer-guide?lang=zh"),
    ):
        letter = letters[f"p{number}@example.org"]
        assert letter["attachments"] == [name]
        assert says in letter["text"]
        whole = message_from_string(letter["raw"], _class=EmailMessage, policy=default)
        (file,) = whole.iter_attachments()
        assert file.get_payload(decode=True) == content


def _check_chats(scene: Scene, telegram: Telegram) -> None:
    for number, name, says in ((3, "Timer guide.pdf", "it is attached"), (4, "計時器使用說明.txt", "見附件")):
        lines = [line for line in telegram.transcript(scene.chats[f"entrant:{number:04d}"]) if "file" in line]
        assert [line["file"]["name"] for line in lines] == [name]
        assert says in lines[0]["text"]
