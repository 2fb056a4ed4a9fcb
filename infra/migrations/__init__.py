"""Alembic migrations for SQLite and PostgreSQL, named by date.

Never edited after landing.
"""
