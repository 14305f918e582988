"""Where the first listing of a file is: where its latest run read it, else where the way to it begins."""

import asyncio
from pathlib import Path

import pytest

from tests.cli.run_folders import begin, collect
from webdart.errors import UsageError
from webdart.inspect.listing_address import listing_address
from webdart.runs.request import RunRequest
from webdart.settings import build

CHORE = """webdart: 1
name: chore
sites: {shop: "http://shop.example/"}
stages:
  - navigate: {start: "/lamps/{{ kind }}", path: [Red]}
  - extract: {into: products, fields: {name: text, price: money}}
  - execute: SELECT * FROM products
params: {kind: {type: text, default: old}}
"""


def address(folder: Path, text: str = CHORE) -> str:
    (folder / "chore.yaml").write_text(text)
    settings = build({"project": str(folder)}, environment={})
    return asyncio.run(listing_address(RunRequest(file=str(folder / "chore.yaml"), settings=settings, environment={})))


def test_without_a_run_it_is_where_the_way_begins(tmp_path: Path) -> None:
    """A run that read nothing tells nothing."""
    begin(tmp_path)
    assert address(tmp_path) == "http://shop.example/lamps/old"


def test_a_run_tells_where_the_words_led(tmp_path: Path) -> None:
    collect(begin(tmp_path), lamp="3.50")
    assert address(tmp_path) == "http://shop.example/"
    assert address(tmp_path, CHORE.replace("name: chore", "name: another")) == "http://shop.example/lamps/old"


def test_a_file_without_a_listing_has_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no listing"):
        address(tmp_path, "webdart: 1\nstages:\n  - execute: SELECT 1 AS one\n")
