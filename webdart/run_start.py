"""Begins a run: reads its file and starts its browser.

Only what this takes is imported here. A command begins a run, and loads the engine while the browser starts.
"""

from msgspec import Struct, field

from webdart.browser.chromium.process import Starting, Wanted
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.upstream_proxy import Upstream
from webdart.plan import Plan
from webdart.plan.model import ActStage, ListingStage
from webdart.runs.request import RunRequest, lock_place, plan_of
from webdart.settings import Settings
from webdart.workflow import Workflow


class RunStart(Struct, frozen=True, kw_only=True):
    """A run that has begun. `warnings` are those of reading its file.

    `browser` starts from now on; None where no page is opened, or where that is known only when the lock is read.
    `ahead`: whether a browser that is needed starts before a page is opened.
    """

    request: RunRequest
    workflow: Workflow
    plan: Plan
    warnings: list[str] = field(default_factory=list[str])
    browser: Starting | None = None
    ahead: bool = True

    @classmethod
    def of(cls, request: RunRequest, *, ahead: bool = True) -> "RunStart":
        """Read the file and start the browser, within a running event loop.

        Raises:
            UsageError, WorkflowErrors: no such file, every mistake in it, everything that is missing.
        """
        warnings: list[str] = []
        workflow, plan = plan_of(request, warnings.append)
        place = lock_place(request)
        needed = opens_pages(plan) and request.offline is None and (place is None or not place.is_file())
        browser = Starting(how_started(request.settings), plan.sites) if ahead and needed else None
        return cls(request=request, workflow=workflow, plan=plan, warnings=warnings, browser=browser, ahead=ahead)

    async def close(self) -> None:
        """End the browser, unless it was taken over."""
        if self.browser is not None:
            await self.browser.close()


def opens_pages(plan: Plan) -> bool:
    """Whether a plan has a stage on a site."""
    return any(isinstance(stage, ListingStage | ActStage) for stage in plan.stages)


def how_started(settings: Settings) -> Wanted:
    """How the browser is started, as the settings say."""
    authorities = Authorities(None if settings.ca_file is None else str(settings.ca_file))
    return Wanted(
        executable=None if settings.browser is None else str(settings.browser),
        headed=settings.headed,
        slow=settings.slow,
        upstream=None if settings.proxy is None else Upstream.of(settings.proxy, authorities),
        authorities=authorities,
    )
