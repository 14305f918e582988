"""The bundled site, for every test that runs a chore on it."""

from collections.abc import Iterator

import pytest

from webdart.demo import DemoSite, serve


@pytest.fixture(scope="session")
def demo_site() -> Iterator[DemoSite]:
    """One well-behaved site for all tests that only read."""
    with serve() as served:
        yield served


@pytest.fixture
def fresh_site() -> Iterator[DemoSite]:
    """A site of one's own, for tests that write or count requests."""
    with serve() as served:
        yield served
