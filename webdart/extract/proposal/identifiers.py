"""Makes an identifier of the words of a page."""

import unicodedata

from webdart.identifier import name_from
from webdart.lexicon.phrases import bare_latin


def identifier(text: str, most: int = 4) -> str:
    """A name for a column or a table from the first words of a text of a page: "" where they give none.

    Latin letters are without their accents, for every keyboard; what other scripts write stays as it is.
    """
    small = bare_latin(unicodedata.normalize("NFKC", text).lower())
    return name_from("".join(plain if (plain := sign.casefold()).isascii() else sign for sign in small), most)
