"""Tells a listing stage of one state of its file from any other, with its templates filled in or as they stand."""

from collections.abc import Mapping

from webdart.navigate.address import start_of
from webdart.plan.model import ListingStage, SitePlan
from webdart.runs.lock import fingerprint
from webdart.values import replace
from webdart.workflow.templates import Names, fill, templates_in


def fingerprint_of(stage: ListingStage, site: SitePlan, names: Names, named: Mapping[str, object]) -> str:
    """The fingerprint of a stage; `named` are the parameters and variables that its templates may name."""
    navigate = stage.navigate
    words = [fill(step.words, names).text for step in navigate.path]
    put = [fill(one, names).text for one in templates_in(navigate.set)]
    each = navigate.for_each
    row = [] if each is None else [f"{name}={names.look_up(('row', name))}" for name in sorted(each.columns)]
    objective = "" if navigate.objective is None else fill(navigate.objective, names).text
    return fingerprint(stage, site, [start_of(navigate, site, names), *words, objective, *put, *row], named)


def form_of(stage: ListingStage, site: SitePlan) -> str:
    """The fingerprint of a stage whatever its templates are filled with."""
    login = None if site.login is None else replace(site.login, names=None)
    return fingerprint(stage, replace(site, login=login), (), {})
