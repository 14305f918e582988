"""Does the site change once for each write, and remember what it received?"""

import re
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from webdart.demo import DemoSite, Quirks, serve


@contextmanager
def logged_in(site: DemoSite) -> Generator[httpx.Client]:
    with httpx.Client(base_url=site.url, follow_redirects=True) as visitor:
        page = visitor.get("/tracker/issues/").text
        visitor.post("/tracker/login/", data={**hidden(page), "user": site.user, "password": site.password})
        yield visitor


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))


def test_the_tracker_wants_a_login_and_then_shows_the_page_asked_for(fresh_site: DemoSite) -> None:
    """Without a session every page leads to the form; after it, to where one wanted to go."""
    with httpx.Client(base_url=fresh_site.url, follow_redirects=True) as visitor:
        form = visitor.get("/tracker/issues/7/")
        assert form.url.path == "/tracker/login/"
        wrong = visitor.post("/tracker/login/", data={**hidden(form.text), "user": fresh_site.user, "password": "x"})
        assert wrong.status_code == 401
        assert "User name or password is wrong." in wrong.text
        right = visitor.post(
            "/tracker/login/", data={**hidden(form.text), "user": fresh_site.user, "password": fresh_site.password}
        )
        assert right.url.path == "/tracker/issues/7/"
        assert "Log out" in right.text


def test_one_post_changes_one_issue_once(fresh_site: DemoSite) -> None:
    """Status, assignee and comment stand on the page and in the data; no other issue differs."""
    before = fresh_site.data
    with logged_in(fresh_site) as visitor:
        token = hidden(visitor.get("/tracker/issues/7/").text)["csrf"]
        form = {"csrf": token, "status": "Blocked", "assignee": "Dev Patel", "comment": "<b>Waiting</b>"}
        page = visitor.post("/tracker/issues/7/", data=form).text
    assert "Status: <strong>Blocked</strong>" in page
    assert "&lt;b&gt;Waiting&lt;/b&gt;" in page
    changed = [new for old, new in zip(before.issues, fresh_site.data.issues, strict=True) if old != new]
    assert [(issue.number, issue.status, issue.assignee) for issue in changed] == [(7, "Blocked", "Dev Patel")]
    assert changed[0].comments == before.issues[6].comments + 1
    assert [write.what for write in fresh_site.writes] == ["log-in", "issue changed"]
    assert [logged.path for logged in fresh_site.log if logged.method == "POST"] == [
        "/tracker/login/",
        "/tracker/issues/7/",
    ]


def test_a_post_without_the_token_changes_nothing(fresh_site: DemoSite) -> None:
    """The CSRF token is looked at."""
    before = fresh_site.data
    with logged_in(fresh_site) as visitor:
        assert visitor.post("/tracker/issues/7/", data={"status": "Closed"}).status_code == 403
    assert fresh_site.data == before


def test_deleting_and_logging_out_are_the_traps_beside_the_form(fresh_site: DemoSite) -> None:
    """Both work, so that a test can see that nobody touched them."""
    with logged_in(fresh_site) as visitor:
        token = hidden(visitor.get("/tracker/issues/7/").text)["csrf"]
        visitor.post("/tracker/issues/7/delete/", data={"csrf": token})
        assert visitor.get("/tracker/issues/7/").status_code == 404
        visitor.get("/tracker/logout/")
        assert visitor.get("/tracker/issues/").url.path == "/tracker/login/"
    assert [write.what for write in fresh_site.writes] == ["log-in", "issue deleted", "log-out"]


def test_filters_and_heads_agree_with_sql(fresh_site: DemoSite) -> None:
    """The tracker's filter form and sortable heads ask for what WHERE and ORDER BY ask for."""
    with logged_in(fresh_site) as visitor:
        page = visitor.get("/tracker/issues/", params={"status": "Open", "severity": "High", "sort": "-opened"}).text
    numbers = [int(number) for number in re.findall(r'<td class="number">(\d+)</td><td><a', page)]
    expected = fresh_site.rows(
        "SELECT number FROM issues WHERE status = 'Open' AND severity = 'High' ORDER BY opened DESC, number DESC LIMIT 25"
    )
    assert numbers == [number for (number,) in expected]
    assert '<th scope="col" aria-sort="descending"><a href="/tracker/issues/?status=Open' in page


def test_a_reply_moves_its_thread_up(fresh_site: DemoSite) -> None:
    """The post is on the page that the answer leads to, and the thread heads its board."""
    thread = fresh_site.data.threads[30]
    with httpx.Client(base_url=fresh_site.url, follow_redirects=True) as visitor:
        page = visitor.post(f"{thread.path}reply/", data={"name": "Robin", "reply": "Top ten, as promised."}).text
        assert "Top ten, as promised." in page
        board = visitor.get(thread.path.rsplit("/", 2)[0] + "/").text
        assert re.findall(r'<td><a href="([^"]+)">', board)[0] == thread.path
        assert visitor.post(f"{thread.path}reply/", data={"name": "", "reply": "x"}).status_code == 422
    assert fresh_site.rows("SELECT replies FROM threads WHERE id = :id", id=thread.id) == [(thread.replies + 1,)]


def test_a_lost_answer_is_a_write_that_happened() -> None:
    """The first write is carried out and its connection closed; the second is answered."""
    with serve(quirks=Quirks(lost_answers=1)) as site, httpx.Client(base_url=site.url) as visitor:
        sku = site.data.products[0].sku
        with pytest.raises(httpx.RemoteProtocolError):
            visitor.post("/shop/basket/", data={"sku": sku})
        assert visitor.post("/shop/basket/", data={"sku": sku}).status_code == 303
        assert [write.what for write in site.writes] == ["put into basket"] * 2


def test_a_session_ends_after_its_pages() -> None:
    """`session_requests` sends the visitor back to the form in the middle of a walk."""
    with serve(quirks=Quirks(session_requests=3)) as site, logged_in(site) as visitor:
        landed = [visitor.get(f"/tracker/issues/?page={page}").url.path for page in range(2, 6)]
    assert landed == ["/tracker/issues/", "/tracker/issues/", "/tracker/login/", "/tracker/login/"]


def test_every_third_page_fails_once() -> None:
    """Asked again, a page that failed is there."""
    with serve(quirks=Quirks(failing=3)) as site, httpx.Client(base_url=site.url) as visitor:
        assert [visitor.get("/bench").status_code for _ in range(6)] == [200, 200, 500, 200, 200, 500]


def test_closing_does_not_wait_for_open_connections() -> None:
    """A browser that keeps its connections alive can't keep the site alive."""
    with httpx.Client() as visitor:
        site = serve(quirks=Quirks(latency=0.01))
        visitor.get(site.url)
        site.close()
        site.close()
        with pytest.raises(httpx.TransportError):
            visitor.get(site.url)


def test_a_slow_write_is_seen_before_it_is_answered() -> None:
    """A test can act in the moment between a write and its answer, without sleeping."""
    with serve(quirks=Quirks(slow_writes=60)) as site, ThreadPoolExecutor(1) as other:
        sku = site.data.products[0].sku
        answer = other.submit(httpx.post, f"{site.url}shop/basket/", data={"sku": sku}, timeout=90)
        assert site.wait_until(lambda: len(site.writes) == 1)
        assert not answer.done()
        site.close()
        failure = answer.exception(timeout=20)
        assert failure is None or isinstance(failure, httpx.TransportError)


def test_waiting_for_what_does_not_happen_ends() -> None:
    """The deadline is kept."""
    with serve() as site:
        assert not site.wait_until(lambda: bool(site.log), timeout=0.05)
