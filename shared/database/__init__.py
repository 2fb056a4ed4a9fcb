"""One way to SQLite and PostgreSQL: a pool of driver connections, write transactions, compiled statements.

Statements are written in SQLAlchemy Core and compiled once; they run on the driver, without Core's overhead.
"""

from shared.database.database import Database
from shared.database.driver import Driver, driver_errors
from shared.database.failures import DatabaseUnusable
from shared.database.statement import Row, Statement, array_of

__all__ = ["Database", "DatabaseUnusable", "Driver", "Row", "Statement", "array_of", "driver_errors"]
