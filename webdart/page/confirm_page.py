"""Tells a link that deletes from one that only leads to a confirmation page.

The address does not tell: `/items/7/delete` is the page that asks "are you sure?" in most applications, and in some it
deletes. What tells is how the page guards its forms. Where every form that posts carries a token against forgery, a
request without one changes nothing: such a GET leads to the form that would. A link that carries a token itself, one
that asks for a confirmation by script, one that logs out, and one on a page that guards nothing stay what they look
like.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from webdart.page.effects import form_of, method_of
from webdart.page.http_request import could_write, destructive_words
from webdart.page.model import Held, Node, PageView
from webdart.page.roles import type_of

_DELETING = frozenset({"delete", "remove", "destroy", "erase", "purge"})
_TOKEN = re.compile(r"csrf|xsrf|token|nonce|forger|authenticity|sesskey|sectok", re.IGNORECASE)
_RECORD = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_SECRET = re.compile(r"(?=[a-z]*[0-9])(?=[0-9]*[a-z])[0-9a-z+/=]{12,}", re.IGNORECASE)  # no word of a title is like it


def only_asks(view: PageView, held: Held) -> bool:
    """Whether a request held on the page `view` only leads to a question, as far as that can be told before it leaves.

    False for whatever could do more: an unsafe method, a script's request, another site's address.
    """
    return (
        a_page_named_after_deleting(held)
        and _same_site(held.url, view.url)
        and not _carries_a_token(held.url)
        and not any(_confirmed(node) for node in view.nodes if node.attributes.get("href") == held.url)
        and _guards_its_forms(view)
    )


def a_page_named_after_deleting(held: Held) -> bool:
    """Whether a request is a GET of a whole page, held for nothing but an address that speaks of deleting."""
    plain = held.method == "GET" and held.kind == "Document"
    words = destructive_words(held.url)
    return plain and bool(words) and words <= _DELETING and not could_write("GET", "http://a/", held.headers, None)


def _guards_its_forms(view: PageView) -> bool:
    """Whether there are forms that post to this site, and each of them carries a token against forgery."""
    posting = [node for node in view.nodes if node.tag == "form" and method_of(node) == "POST"]
    own = [form for form in posting if _same_site(form.attributes.get("action", view.url), view.url)]
    guarded = {form.index for form in _forms_with_a_token(view)}
    return bool(own) and all(form.index in guarded for form in own)


def _forms_with_a_token(view: PageView) -> Iterator[Node]:
    for node in view.nodes:
        if type_of(node) == "hidden" and _TOKEN.search(node.attributes.get("name", "")):
            form = form_of(view, node)
            if form is not None:
                yield form


def _carries_a_token(url: str) -> bool:
    parts = urlsplit(url)
    named = parse_qsl(parts.query, keep_blank_values=True)
    if any(_TOKEN.search(name) or _is_secret(value) for name, value in named):
        return True
    return any(map(_is_secret, parts.path.split("/")))


def _is_secret(text: str) -> bool:
    """Whether a text is nothing that anybody could guess: no title in an address, no number of a record."""
    return not _RECORD.fullmatch(text) and any(map(_SECRET.fullmatch, re.split(r"[-_.~]", text)))


def _confirmed(link: Node) -> bool:
    """Whether a script asks before the link is followed: then nothing asks behind it."""
    return any(name.startswith("data-") and ("confirm" in name or name.endswith("method")) for name in link.attributes)


def _same_site(url: str, other: str) -> bool:
    return urlsplit(url)[:2] == urlsplit(other)[:2]
