"""The composition root, the only room that knows every other: settings become the parts of a program.

Each part is made once, when it is first asked for, and handed to those that need it.
"""

from services.wiring.running import serve_beside, serve_web, wired
from services.wiring.wiring import Wiring

__all__ = ["Wiring", "serve_beside", "serve_web", "wired"]
