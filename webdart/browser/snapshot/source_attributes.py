"""Tells which attributes of a document's source a page value has, and as what, as view.js does."""

from collections.abc import Mapping

from webdart.browser.snapshot.size_limits import BOUNDS

KEPT = frozenset(
    [
        "datetime",
        "title",
        "alt",
        "content",
        "itemprop",
        "itemtype",
        "class",
        "id",
        "name",
        "type",
        "for",
        "colspan",
        "rowspan",
        "headers",
        "scope",
        "rel",
        "method",
        "target",
        "download",
        "lang",
        "dir",
        "placeholder",
        "open",
        "hidden",
        "form",
        "formmethod",
        "pattern",
        "min",
        "max",
        "step",
        "label",
        "role",
        "onclick",
        "contenteditable",
        "draggable",
        "autocomplete",
        "multiple",
        "accept",
        "inputmode",
        "property",
        "tabindex",
    ]
)
"""Attributes that are kept as they are."""
ADDRESSES = frozenset({"href", "src", "action", "formaction", "poster", "cite"})
"""Attributes that are kept as absolute addresses."""
STATE = 200
"""Letters of a script's own data, as in view.js: more are not kept."""


NEEDED = frozenset(
    {"style", "hidden", "open", "checked", "selected", "disabled", "required", "readonly", "multiple", "size", "list"}
)
"""Attributes that tell what an element is, and are not kept as they are."""


class Unfit(Exception):
    """A document that can't be read as the browser would show it: too large, or asked for by what only it answers."""


def kept_as(name: str, value: str, given: Mapping[str, str | None], tag: str) -> str | None:
    """What an attribute that is no address is kept as; None for those that view.js leaves out."""
    text: str | None = None
    if name in KEPT:
        text = "" if name == "onclick" else value.lower() if name == "type" else value
    elif name.startswith("aria-"):
        text = value
    elif name.startswith("data-"):
        text = None if is_data(name, value) else value
    elif name == "value":
        secret = tag == "input" and (given.get("type") or "").lower() in {"hidden", "password"}
        text = None if secret else value
    elif name == "style" and (width := declared(value).get("width")):
        text = f"width: {width}"
    if text is not None and len(text) > BOUNDS.attribute:
        raise Unfit("an attribute longer than an observation")
    return text


def is_kept(name: str) -> bool:
    """Whether the value of an attribute can be of any account."""
    kept = name in KEPT or name in ADDRESSES or name in NEEDED or name == "value"
    return (kept or name.startswith(("aria-", "data-"))) and name != "onclick"


def is_data(name: str, value: str) -> bool:
    """Whether a value is a script's own data."""
    return len(value) > STATE and name.startswith("data-") and value.lstrip()[:1] in {"{", "["}


def declared(style: str) -> dict[str, str]:
    """The declarations of a `style` attribute."""
    pairs = (one.partition(":") for one in style.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs if value.strip()}
