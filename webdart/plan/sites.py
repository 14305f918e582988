"""What is a site once its address and login are filled in?"""

from urllib.parse import urljoin

from webdart.errors import WorkflowError
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.workflow.model import Login, Site
from webdart.workflow.sites import bad_address
from webdart.workflow.templates import Names, Reference, Template, fill


def site_plan(site: Site, names: Names) -> SitePlan:
    """A site with its texts filled in.

    Raises:
        WorkflowError: the address is none once its variables are filled in.
    """
    url = fill(site.url, names).text.strip()
    wrong = bad_address(url)
    if wrong:
        named = ", ".join(str(reference) for reference in site.url.references)
        hint = f"check {named}" if named else "such as https://shop.example/"
        raise WorkflowError(f"the address of site {site.name}, {url!r}, {wrong}", at=site.url.at, hint=hint)
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
    )


def _login_plan(login: Login, url: str, names: Names) -> LoginPlan:
    return LoginPlan(
        name=login.name,
        page=None if login.page is None else urljoin(url, fill(login.page, names).text),
        user=None if login.user is None else _typed(login.user, names),
        password=None if login.password is None else _typed(login.password, names),
        steps=login.steps,
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
