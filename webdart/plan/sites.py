"""Resolves a site: its address and login with templates filled in."""

from collections.abc import Sequence
from urllib.parse import urljoin

from webdart.errors import WorkflowError
from webdart.plan.model import ListingStage, LoginPlan, Plan, SitePlan
from webdart.secret import Secret
from webdart.workflow.model import Act, Login, Site, Stage
from webdart.workflow.sites import bad_address
from webdart.workflow.templates import Names, Reference, Template, fill


def site_plan(site: Site, names: Names, stages: Sequence[Stage]) -> SitePlan:
    """A site with its texts filled in; `stages` are those of the whole file.

    Raises:
        WorkflowError: the address is invalid once its variables are filled in.
    """
    url = fill(site.url, names).text.strip()
    if wrong := bad_address(url):
        raise _no_address(site, url, wrong)
    return SitePlan(
        name=site.name,
        url=url,
        login=None if site.login is None else _login_plan(site.login, url, names),
        allow=site.allow,
        reads=site.reads,
        locale=site.locale,
        zone=site.zone,
        concurrency=site.pace.concurrency,
        delay=site.pace.delay or 0.0,
        robots=site.pace.robots,
        private=site.private,
        sockets=site.sockets,
        writing=tuple(
            shape
            for stage in stages
            if isinstance(stage, Act) and stage.site == site.name
            for shape in stage.writes
            if shape.method == "GET"
        ),
    )


def _no_address(site: Site, url: str, wrong: str) -> WorkflowError:
    """What is wrong with a filled-in address, and the value that would be right where that can be told."""
    names = [reference.name for reference in site.url.references]
    places = ", ".join(name[1] if name[0] == "env" else ".".join(name) for name in names)
    if not url:
        problem, hint = "is empty", f"set {places}, such as https://shop.example/"
    elif "://" not in url and not bad_address(f"http://{url}"):
        whole = site.url.whole and names[0][0] == "env"
        problem = f"is {url!r}: http:// is missing before it"
        hint = f"{places}=http://{url}" if whole else f"write http://{url}"
    else:
        problem = f"is {url!r}, which {wrong}"
        hint = f"correct {places}" if places else "such as https://shop.example/"
    return WorkflowError(f"the address of site {site.name} {problem}", at=site.url.at, hint=hint)


def _login_plan(login: Login, url: str, names: Names) -> LoginPlan:
    return LoginPlan(
        name=login.name,
        page=None if login.page is None else urljoin(url, fill(login.page, names).text),
        user=None if login.user is None else _typed(login.user, names),
        password=None if login.password is None else _typed(login.password, names),
        steps=login.steps,
        names=names,
        check=None if login.check is None else fill(login.check, names).text,
        at=login.at,
    )


def _typed(template: Template, names: Names) -> str | Secret:
    """A text to type; a Secret where one takes part, so that it is revealed only when typed."""
    (first, *others) = template.parts
    if isinstance(first, Reference) and not others:
        value = names.look_up(first.name)
        if isinstance(value, Secret):
            return value
    filled = fill(template, names)
    if not filled.secrets:
        return filled.text
    return Secret("+".join(secret.name for secret in filled.secrets), filled.text)


def locale_of(plan: Plan, table: str) -> str:
    """The locale of the site that a table is read from."""
    stages = (stage for stage in plan.stages if isinstance(stage, ListingStage))
    site = next((stage.navigate.site for stage in stages if _fills(stage, table)), None)
    return next((one.locale for one in plan.sites.values() if one.name == site), "en-US")


def _fills(stage: ListingStage, table: str) -> bool:
    return any(table in {one.into, *(child.into for child in one.tables)} for one in stage.extracts)
