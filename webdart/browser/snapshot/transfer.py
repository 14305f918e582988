"""Carries pages and sites between processes, as values of JSON.

A page travels as its script saw it, and is parsed again where it arrives. Of a site nothing travels that is secret: of
a login only that there is one, which shuts the site's hosts.
"""

import json
from collections.abc import Mapping
from typing import Any

from webdart.browser.snapshot.payload import FramePayload, parse
from webdart.errors import SourceLine
from webdart.page.model import PageView
from webdart.page.source_ending import Ending
from webdart.plan.model import LoginPlan, SitePlan
from webdart.values import asdict, field_names, replace
from webdart.workflow.requests import RequestShape

_HERE = SourceLine("", 0, 0)
_SHAPES = ("reads", "writes", "writing")


def packed_view(view: PageView) -> Mapping[str, Any]:
    """A page that a tab showed."""
    ending = view.ending
    return {
        "documents": view.documents,
        "status": view.status,
        "dialogs": view.dialogs,
        "busy": view.busy,
        "patience": view.patience,
        "ending": ending and {**asdict(ending), "left_open": sorted(ending.left_open)},
    }


def unpacked_view(told: Mapping[str, Any]) -> PageView:
    """The page that was packed."""
    view = parse([FramePayload(text) for text in told["documents"]], status=told["status"], dialogs=told["dialogs"])
    known: Mapping[str, Any] | None = told["ending"]
    ending = None if known is None else Ending(known["closed"], known["opens"], frozenset(known["left_open"]))
    return replace(view, busy=told["busy"], patience=told["patience"], ending=ending)


def packed_site(site: SitePlan) -> str:
    """A site, for a browser that opens its pages on our behalf: the pace and the login are ours to keep."""
    told = {name: getattr(site, name) for name in field_names(site)}
    told |= {name: [_told(shape) for shape in told[name]] for name in _SHAPES}
    told |= {"login": site.login is not None, "delay": 0.0, "robots": "ignore"}
    return json.dumps(told)


def unpacked_site(text: str) -> SitePlan:
    """The site that was packed."""
    told: dict[str, Any] = json.loads(text)
    told |= {name: tuple(_shape(one) for one in told[name]) for name in _SHAPES}
    told["login"] = LoginPlan(at=_HERE) if told["login"] else None
    told["allow"] = tuple(told["allow"])
    return SitePlan(**told)


def _told(shape: RequestShape) -> Mapping[str, Any]:
    return {"method": shape.method, "path": shape.path, "fields": dict(shape.fields), "most": shape.most}


def _shape(told: Mapping[str, Any]) -> RequestShape:
    wanted = {name: tuple(values) for name, values in told["fields"].items()}
    return RequestShape(method=told["method"], path=told["path"], fields=wanted, most=told["most"], at=_HERE)
