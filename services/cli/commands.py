"""Every command and the module that holds it, in the order in which help lists them.

A module has a Typer `app` with one command, or a group (an app with a callback); `module:name` picks
another Typer in it. To add a command, write its module, with a docstring and a `help` for each argument and
option, and add its line here.
"""

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {
    "rules": "services.cli.rules",
    "weather": "services.cli.weather",
    "tournament": "services.cli.tournament",
    "import": "services.cli.importing",
    "demo": "services.cli.demo",
    "rehearse": "services.cli.rehearsing",
    "duplicates": "services.cli.duplicates",
    "submit": "services.cli.submitting",
    "standings": "services.cli.standings",
    "replay": "services.cli.replay",
    "tail": "services.cli.replay:tail_app",
    "posts": "services.cli.history:posts_app",
    "diff": "services.cli.history:diff_app",
    "explain": "services.cli.history:explain_app",
    "what-if": "services.cli.history:what_if_app",
    "calendar": "services.cli.calendars",
    "seal": "services.cli.sealing",
    "verify": "services.cli.transfer:verify_app",
    "export": "services.cli.exporting",
    "restore": "services.cli.transfer:restore_app",
    "subject": "services.cli.data_export",
    "forget": "services.cli.forgetting",
    "dump": "services.cli.dumping",
    "restore-vault": "services.cli.dumping:restore_vault_app",
    "restore-drill": "services.cli.restore_drill",
    "vault": "services.cli.vault",
    "deliveries": "services.cli.deliveries",
    "bot": "services.cli.bot",
    "links": "services.cli.links",
    "webhook": "services.cli.webhooks",
    "ratings": "services.cli.ratings",
    "up": "services.cli.up",
    "web": "services.cli.up:web_app",
    "worker": "services.cli.worker",
    "access": "services.cli.access",
    "migrate": "services.cli.migrate",
    "copy-database": "services.cli.copy_database",
    "doctor": "services.cli.doctor",
}
