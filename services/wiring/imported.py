"""What the processes of the program import and would each import for itself (`shared.children`).

What only few of them need stands here only if it is large.
"""

_ALL = ("services.wiring.wiring", "services.delivery.alarms", "fluent.runtime")
_WEB = ("services.web.app", "services.web.front.worker", "uvicorn.lifespan.off", "encodings.idna")
_WORKER = (
    "services.cli.worker",
    "services.scheduler.scheduler",
    "services.scheduler.retention",
    "services.delivery.email",
    "services.delivery.webhooks",
    "services.delivery.posting",
    "services.delivery.alerting",
    "services.delivery.dispatching",
    "services.weather.watcher",
    "services.weather.observatory",
    "bots.telegram.owning",
)
_DEMO = ("services.cli.demo", "services.demo.sessions", "services.demo.days")
_SIMULATORS = ("aiohttp.web", "aiosmtpd.controller")
WEB = (*_ALL, *_WEB)
EVERYTHING = (*_ALL, *_WEB, *_WORKER, *_DEMO, *_SIMULATORS)
