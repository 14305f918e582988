"""Tells which stages of a file its lock no longer fits, without opening a page."""

from webdart.errors import WebdartError
from webdart.navigate.stage_fingerprint import fingerprint_of, form_of
from webdart.plan.model import ListingStage
from webdart.plan.names import RunNames
from webdart.runs.lock_use import lock_of
from webdart.runs.request import RunRequest, plan_of

_ALIKE = "was locked with other parameters: its first page and its last are rendered, those between are fetched"
_CHANGED = "was changed since it was locked"


def misfits(request: RunRequest) -> list[str]:
    """A sentence for each listing stage that the lock does not fit; one whose values a run gives can't be told.

    Raises:
        UsageError: the lock, or a parameter, is missing or can't be read.
    """
    _, plan = plan_of(request, lambda _: None)
    lock = lock_of(request)
    names, found = RunNames.of(plan), list[str]()
    for stage in plan.stages:
        if lock is None or not isinstance(stage, ListingStage):
            continue
        locked = lock.of(stage.index)
        if locked is None:
            found.append(f"{stage.at}: stage {stage.index + 1} is not locked")
            continue
        site, named = plan.sites[stage.navigate.site], {**plan.parameters, **plan.environment}
        each = stage.navigate.for_each
        if stage.rows is not None:  # one of its walks is locked, whatever its row says
            if locked.fingerprint and lock.like(stage.index, form_of(stage, site)) is None:
                found.append(f"{stage.at}: stage {stage.index + 1} {_CHANGED}")
            continue
        try:
            walks = [names] if each is None else names.of_each(each)
            now = {fingerprint_of(stage, site, one, named) for one in walks}
        except WebdartError:  # it names what an earlier stage gives
            continue
        if locked.fingerprint and not now <= {one.fingerprint for one in lock.stages if one.stage == stage.index}:
            like = lock.like(stage.index, form_of(stage, site))
            why = _CHANGED if like is None else _ALIKE
            found.append(f"{stage.at}: stage {stage.index + 1} {why}")
    return found
