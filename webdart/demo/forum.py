"""Serves the forum: boards, threads as a table with *Older* paging and no totals, posts, a reply form."""

from datetime import datetime

from webdart.demo.data import Post, Thread
from webdart.demo.layout import Slice, cut, frame, not_found, pager
from webdart.demo.state import State
from webdart.demo.talk import BOARDS, Board
from webdart.demo.web import Reply, Request, e, see_other

_THREADS, _POSTS = 25, 20


def answer(request: Request, state: State) -> Reply:
    """The page that the forum has at this address."""
    match request.segments[1:]:
        case ():
            return _boards(state)
        case (place,) if (board := _board(place)) is not None:
            return _threads(request, board, state)
        case (place, number) if (thread := _thread(place, number, state)) is not None:
            return _posts(request, thread, state)
        case (place, number, "reply") if (thread := _thread(place, number, state)) is not None:
            return _reply(request, thread, state) if request.method == "POST" else see_other(thread.path, wrote=False)
        case _:
            return not_found(request)


def _board(place: str) -> Board | None:
    return next((board for board in BOARDS if board.slug == place), None)


def _thread(place: str, number: str, state: State) -> Thread | None:
    path = f"/forum/{place}/{number}/"
    return next((thread for thread in state.data.threads if thread.path == path), None)


def _boards(state: State) -> Reply:
    rows = "".join(
        f'<tr><td><a href="/forum/{board.slug}/">{e(board.name)}</a></td><td>{e(board.about)}</td>'
        f'<td class="number">{sum(1 for thread in state.data.threads if thread.board == board.name)}</td></tr>'
        for board in BOARDS
    )
    body = f"""<h1>Forum</h1>
<table><caption>Boards</caption>
<thead><tr><th scope="col">Board</th><th scope="col">About</th><th scope="col">Threads</th></tr></thead>
<tbody>{rows}</tbody></table>"""
    return frame("Forum", body, section="Forum")


def _threads(request: Request, board: Board, state: State) -> Reply:
    listing = cut([thread for thread in state.data.threads if thread.board == board.name], request.page, _THREADS)
    rows = "".join(
        f'<tr><td><a href="{thread.path}">{e(thread.topic)}</a></td><td>{e(thread.author)}</td>'
        f'<td class="number">{thread.replies}</td><td class="number">{thread.views:,}</td>'
        f"<td>{_day(thread.started)}</td><td>{_time(thread.last_post)}</td></tr>"
        for thread in listing.rows
    )
    body = f"""<h1>{e(board.name)}</h1><p class="lead">{e(board.about)}</p>
<table><caption>Threads</caption>
<thead><tr><th scope="col">Topic</th><th scope="col">Started by</th><th scope="col">Replies</th>
<th scope="col">Views</th><th scope="col">Started</th><th scope="col">Last post</th></tr></thead>
<tbody>{rows}</tbody></table>
{_older(request, listing, circular=state.quirks.circular_next)}"""
    return frame(board.name, body, section="Forum", crumbs=(("Forum", "/forum/"),))


def _older(request: Request, listing: Slice[Thread], *, circular: bool) -> str:
    links: list[str] = []
    if listing.page > 1:
        links.append(f'<a rel="prev" href="{e(request.address(page=listing.page - 1))}">« Newer threads</a>')
    if listing.page < listing.pages or circular:
        following = listing.page + 1 if listing.page < listing.pages else 1
        links.append(f'<a rel="next" href="{e(request.address(page=following))}">Older threads »</a>')
    return f'<nav class="pager" aria-label="Threads">{" ".join(links)}</nav>'


def _posts(request: Request, thread: Thread, state: State) -> Reply:
    listing = cut([post for post in state.data.posts if post.thread_id == thread.id], request.page, _POSTS)
    said = "".join(_post(post) for post in listing.rows)
    body = f"""<h1>{e(thread.topic)}</h1>
<p class="position">{listing.position("posts", state.quirks)}</p>
<section aria-label="Posts">{said}</section>
{pager(request, listing, state.quirks)}
<section aria-label="Reply"><h2>Reply</h2>
<form method="post" action="{thread.path}reply/" class="stacked">
<p class="control"><label for="name">Your name</label><input id="name" name="name" required maxlength="40"></p>
<p class="control"><label for="reply">Your reply</label>
<textarea id="reply" name="reply" rows="5" required></textarea></p>
<button>Post reply</button>
</form></section>"""
    place = thread.path.rsplit("/", 2)[0] + "/"
    return frame(thread.topic, body, section="Forum", crumbs=(("Forum", "/forum/"), (thread.board, place)))


def _post(post: Post) -> str:
    return (
        f'<article id="post-{post.number}" class="post"><header><strong>{e(post.author)}</strong> '
        f'<a href="#post-{post.number}">#{post.number}</a> {_time(post.written)}</header>'
        f"<p>{e(post.body)}</p><footer>Likes: {post.likes}</footer></article>"
    )


def _reply(request: Request, thread: Thread, state: State) -> Reply:
    author, body = request.fields.get("name", "").strip(), request.fields.get("reply", "").strip()
    if not author or not body:
        page = frame(
            thread.topic, f'<h1>Your reply was empty</h1><p><a href="{thread.path}">Back to the thread</a></p>'
        )
        return Reply(body=page.body, status=422)
    post = state.reply(thread, author=author, body=body)
    return see_other(f"{thread.path}?page={-(-post.number // _POSTS)}#post-{post.number}")


def _day(when: datetime) -> str:
    return f'<time datetime="{when.date().isoformat()}">{when:%b} {when.day}, {when.year}</time>'


def _time(when: datetime) -> str:
    return f'<time datetime="{when.isoformat()}Z">{when:%b} {when.day}, {when:%Y, %H:%M}</time>'
