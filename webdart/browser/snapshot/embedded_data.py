"""Finds the data that a document carries for its scripts: the JSON in its script elements."""

from selectolax.lexbor import LexborHTMLParser

_MOST = 64  # scripts of a document that are looked at


def embedded_data(source: str) -> dict[str, str]:
    """The texts of JSON in a document, by `#id` or by the number of the script (from 1) among those that have JSON."""
    found: dict[str, str] = {}
    scripts = LexborHTMLParser(source).css("script[type$=json]")
    for number, element in enumerate(scripts[:_MOST], 1):
        text = element.text() or ""
        name = element.attributes.get("id")
        if text.strip():
            found[f"#{name}" if name else str(number)] = text
    return found
