"""Finds the addresses in a workflow that a run would refuse to open because their host is not one of the site's.

Only what needs no run is reported: addresses that the file writes out, or whose host it does, and those of its own
lists (`for_each`). Where a site's own address is given by a variable or a parameter, nothing can be said.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urljoin

from webdart.browser.network.hosts import Hosts, allow_line, endpoint_of
from webdart.errors import UsageError, WorkflowError
from webdart.workflow import Workflow
from webdart.workflow.model import Act, Navigate, Open, Rows, Site, Step
from webdart.workflow.reader import shorten
from webdart.workflow.templates import Reference, Template

_AUTHORITY = re.compile(r"\s*(?:https?:)?//[^/?#\s]+[/?#]", re.IGNORECASE)
"""The beginning of an address, to behind its host."""


def elsewhere(workflow: Workflow) -> Iterator[WorkflowError]:
    """The addresses that lead to another host, each with its place."""
    rules = {name: _rule(site) for name, site in workflow.sites.items()}
    for name, template, rows in _addresses(workflow):
        if (rule := rules.get(name)) is None:
            continue
        base, hosts = rule
        for words in _written(template, rows):
            if problem := _refused(base, hosts, words):
                text = f"`{shorten(words)}` {problem} {name}"
                yield WorkflowError(text, at=template.at, hint=f"{allow_line(urljoin(base, words))} beside its `url`")
                break


def _rule(site: Site) -> tuple[str, Hosts] | None:
    """The address of a site and its hosts, where the file writes them out."""
    if not site.url.constant:
        return None
    base = site.url.source.strip()
    try:
        allow = tuple(endpoint_of(f"//{entry}") for entry in site.allow)
        return base, Hosts(own=endpoint_of(base), allow=allow, private=site.private)
    except UsageError:
        return None


def _refused(base: str, hosts: Hosts, words: str) -> str:
    try:
        url = urljoin(base, words.strip())
        place = endpoint_of(url)
    except (ValueError, UsageError):
        return "is no address that could be opened on site"
    return "" if hosts.navigates(url) else f"leads to {shorten(str(place))}, which is no host of site"


def _addresses(workflow: Workflow) -> Iterator[tuple[str, Template, Rows | None]]:
    """An address that the file opens: its site, and the rows that its templates may name."""
    for stage in workflow.stages:
        if isinstance(stage, Navigate) and stage.start is not None:
            yield stage.site, stage.start, stage.for_each
        if isinstance(stage, Act):
            yield from ((stage.site, address, stage.for_each) for address in _opened((*stage.steps, *stage.verify)))
    for name, site in workflow.sites.items():
        if site.login is not None:
            page = () if site.login.page is None else (site.login.page,)
            yield from ((name, address, None) for address in (*page, *_opened(site.login.steps)))


def _opened(steps: Iterable[Step]) -> Iterator[Template]:
    return (step.address for step in steps if isinstance(step, Open))


def _written(template: Template, rows: Rows | None) -> Iterator[str]:
    """The part of an address that the file states: all of it, its beginning with the host, or the cells of a list."""
    columns: Mapping[str, tuple[Template, ...]] = {} if rows is None else rows.columns
    first = template.parts[0]
    if template.constant:
        yield template.source
    elif isinstance(first, str):
        if begun := _AUTHORITY.match(first):
            yield begun.group()
    elif template.whole and _column(first) in columns:
        yield from (cell.source for cell in columns[_column(first)] if cell.constant)


def _column(reference: Reference) -> str:
    """The column that a template names and nothing else; "" for any other template."""
    return (
        reference.name[1] if len(reference.name) == 2 and reference.name[0] == "row" and not reference.filters else ""
    )
