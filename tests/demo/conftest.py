"""One well-behaved site for the tests that only read; those that write serve their own."""

from collections.abc import Iterator

import httpx
import pytest

from webdart.demo import DemoSite, serve


@pytest.fixture(scope="session")
def site() -> Iterator[DemoSite]:
    with serve() as served:
        yield served


@pytest.fixture
def visitor(site: DemoSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url) as client:
        yield client
