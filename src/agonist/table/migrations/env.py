"""Runs migrations on the connection it is given; see `agonist.table.upgrade`."""

from alembic import context

from agonist.table.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
