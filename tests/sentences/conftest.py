"""The applications that the sentences are about."""

from tests.apps.conftest import clinic, datasette, django_admin, store, trac

__all__ = ["clinic", "datasette", "django_admin", "store", "trac"]
