"""A chore over one listing, run from its pages."""

from pathlib import Path

import webdart
from tests.conftest import SiteServer


def table(names: list[str], more: str = "") -> str:
    rows = "".join(f"<tr><td><a href='/item/{name}'>{name}</a></td><td>{len(name)}</td></tr>" for name in names)
    head = "<tr><th>Name</th><th>Size</th></tr>"
    return f"<title>Items</title><h1>Items</h1><table>{head}{rows}</table>{more}"


def chore(folder: Path, url: str, navigate: str = "start: /items", extract: str = "") -> Path:
    path = folder / "items.yaml"
    path.write_text(
        f"""
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{{navigate}}}
  - extract: {{into: items, {extract or "key: name, fields: {name: text, size: integer}"}}}
  - execute: SELECT name FROM items ORDER BY name
"""
    )
    return path


def run(site: SiteServer, folder: Path, **more: str) -> webdart.Run:
    return webdart.run(chore(folder, site.url, **more), project=folder)
