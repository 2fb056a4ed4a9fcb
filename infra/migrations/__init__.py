"""Alembic migrations for SQLite and PostgreSQL, named by date.

Never edited after landing.
"""

from infra.migrations.chains import (
    SERVICE_ROLE,
    NewerDatabase,
    PreReleaseDatabase,
    current,
    latest,
    migrate,
    migrate_vault,
)

__all__ = [
    "SERVICE_ROLE",
    "NewerDatabase",
    "PreReleaseDatabase",
    "current",
    "latest",
    "migrate",
    "migrate_vault",
]
