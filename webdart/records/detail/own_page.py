"""Marks the texts of a record's own page that are no value of it, whatever they look like.

A page is full of texts and numbers, of which a listing's record has a handful. What nothing but its type speaks for is
taken there only where nothing else has that type; and what asks a reader for something says nothing of the record.
"""

from functools import cached_property
from unicodedata import east_asian_width

from webdart.page.roles import is_text_box
from webdart.records.coerce.bylines import is_byline, is_signed
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.mined_columns import Column
from webdart.records.detail.main_heading import main_heading
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import names_a_day_of_its_own, plain
from webdart.workflow.model import NUMERIC, Kind

COUNTED = NUMERIC | {"duration", "rating"}
"""Types of which any page has a handful."""

DAYS: tuple[Kind, ...] = ("date", "datetime")
"""Types of which stories that are read next, comments and captions have one each."""

_ENTRIES = frozenset({"li", "article"})  # the outermost article may be the page's own
_APART = frozenset({"navigation", "contentinfo", "menu", "menubar", "menuitem", "dialog"})
_CONTENT = frozenset({"main", "article"})
_CAPTIONS = frozenset({"figure", "figcaption"})
_BESIDE = 0.45
_WITH_A_PICTURE = 0.7
_SIGNED = 2.5
_PRICED = 24  # letters of an amount with its currency and what it is called
_WIDE = frozenset({"W", "F"})  # letters that are words, nearly
_LONGEST = 60  # letters of a value with the words around it
_SENTENCE = 160  # letters: more are no line about a record
_BYLINE = 60  # and more than these no line that says who wrote it when
_NEARBY = 40  # nodes behind the heading, as far as such a line stands


class OwnPage:
    """One page that is a record by itself."""

    def __init__(self, page: Outline, plausible: Plausible) -> None:
        self._page = page
        self._plausible = plausible
        self._ones: dict[Kind, bool] = {}

    def asks(self, column: Column) -> bool:
        """Whether a column is what a box for text is called: "Name *" of a form below an article."""
        first = next((hits[0][0] for hits in column.hits if hits), None)
        return first is not None and plain(self._page.text[first]) in self._asked

    def weighs(self, column: Column) -> float:
        """What a text weighs that the mark-up names: little, where it leads to a link or stands in an aside.

        "By" before a linked name is not the name; what stands in an item of a list with much beside it, such as a
        comment below an article, is the comment's; and whom a picture is by, did not write the page.
        """
        first = next((hits[0][0] for hits in column.hits if hits), None)
        if first is None:
            return 1.0
        if is_byline(self._page.text[first]) or self._is_anothers(first):
            return 0.0
        aside = any(self._page.nodes[above].role == "complementary" for above in self._page.ancestors(first))
        return _BESIDE if aside or self._leads(first) else 1.0

    def is_about(self, index: int, *, pictured: bool) -> bool:
        """Whether a text stands in what the page is about: in no menu, foot, comment or aside.

        Nor in a picture's caption, unless that may be the writer's (`pictured`).
        """
        beside = any(self._page.nodes[above].role == "complementary" for above in self._page.ancestors(index))
        captioned = not pictured and self._is_captioned(index)
        return not (self._page.chrome[index] or beside or captioned or self._is_in_foreign(index))

    def _is_anothers(self, index: int) -> bool:
        return self._is_captioned(index) or self._is_in_foreign(index)

    def _is_captioned(self, index: int) -> bool:
        return any(self._page.nodes[above].tag == "figcaption" for above in (index, *self._page.ancestors(index)))

    def _is_in_foreign(self, index: int) -> bool:
        """Whether a text stands in an entry of a list, or in what all pages of the site have."""
        around = (index, *self._page.ancestors(index))
        return self._is_in_entry(index) or any(self._is_apart("text", above) for above in around)

    def is_in_entry(self, column: Column) -> bool:
        """Whether a value is one of an entry on the page, such as a comment, or of a list of such."""
        first = next((hits[0][0] for hits in column.hits if hits), None)
        if first is None:
            return False
        nodes = self._page.nodes
        articles = [item.index for item in nodes[first : nodes[first].end] if item.tag == "article"]
        listed = any(nodes[above].tag == "li" for article in articles for above in self._page.ancestors(article))
        return listed or self._is_in_entry(first)

    def is_beside(self, kind: Kind, column: Column) -> bool:
        """Whether a value stands beside what the page is about: today's date in its head, a story that is read next.

        Or in the middle of what is told: a day that a sentence is about.
        """
        first = next((hits[0][0] for hits in column.hits if hits), None)
        if first is None:
            return False
        texts = [index for index in self._page.below(first) if self._page.nodes[index].tag == "#text"]
        value = next((index for index in texts if self._plausible.share(kind, (self._page.text[index],)) > 0), first)
        told = len(self._page.text[first] or self._drawn(first)) > (_BYLINE if kind in DAYS else _SENTENCE)
        return (
            told
            or (kind in DAYS and (self._is_in_sentence(value) or self._is_quoted(value)))
            or self._is_in_entry(value)
            or any(self._is_apart(kind, above) for above in self._page.ancestors(value))
        )

    def may_be(self, kind: Kind, label: str, column: Column) -> bool:
        """Whether a value that nothing names may be that of a field with this label.

        An amount, if it says its currency; a day, if it is the only one, or the field asks for the day that any page
        has, on which it was published. Any other ("terminated", "due") is there if the page says so.
        """
        if kind == "money":
            return self.is_priced(column)
        return kind not in DAYS or names_a_day_of_its_own(label) or self.has_one(kind)

    def day_weighs(self, column: Column) -> float:
        """What a day weighs: much in a line below the heading that says who wrote the page, less with a picture."""
        first = next((hits[0][0] for hits in column.hits if hits), None)
        around = [] if first is None else [first, *self._page.ancestors(first)]
        if any(self._page.nodes[above].tag in _CAPTIONS for above in around):
            return _WITH_A_PICTURE  # rather when that was taken
        if first is None or self._heading is None or not self.is_below_heading(first):
            return 1.0
        lines = (self._page.text[above] for above in around if above > self._heading)
        language = self._page.view.language
        return _SIGNED if any(is_signed(line, language) for line in lines if len(line) <= _SENTENCE) else 1.0

    def is_below_heading(self, index: int) -> bool:
        """Whether a text stands in the first lines below the heading."""
        return self._heading is not None and self._heading < index < self._heading + _NEARBY

    def is_nearer(self, one: int, other: int) -> bool:
        """Whether a text stands in the first lines below the heading, and another farther from it."""
        heading = self._heading
        return heading is not None and self.is_below_heading(one) and one - heading < abs(other - heading)

    def is_repeated(self, kind: Kind, column: Column) -> bool:
        """Whether elements of the same tag and classes hold other values: each story that is read next has its date."""
        page = self._page
        first = next((hits[0][0] for hits in column.hits if hits), None)
        if first is None or not page.classes[first]:
            return False
        alike = (node.index for node in page.nodes if page.step[node.index] == page.step[first])
        texts = {page.text[index] for index in alike if not page.skipped[index]}
        return sum(self._plausible.share(kind, (text,)) > 0 for text in texts) > 1

    def is_priced(self, column: Column) -> bool:
        """Whether an amount says its currency and little else: no mean rating, and no sentence about delivery."""
        first = next((hits[0] for hits in column.hits if hits), None)
        if first is None:
            return False
        text = first[1] or self._page.text[first[0]]
        letters = sum(1 + (east_asian_width(letter) in _WIDE) for letter in text if letter.isalpha())
        alone = column.source != "only" or self.has_one("money")
        return alone and letters <= _PRICED and self._plausible.share("money", (text,)) >= 1.0

    def _is_apart(self, kind: Kind, index: int) -> bool:
        """Whether an element holds what all pages of the site have, or is an aside: that may say what a thing costs."""
        node = self._page.nodes[index]
        if node.role == "banner":  # a page without articles may begin with one that has its title
            return not (self._is_within(index) or self._holds_heading(index))
        if node.role == "complementary":  # who wrote it when may be set in a box of an article's
            return kind in DAYS and (len(self._page.text[index]) > _SENTENCE or not self._is_within(index))
        return node.role in _APART

    def _drawn(self, index: int) -> str:
        """What the pictures of an element are called."""
        inner = self._page.nodes[index : self._page.nodes[index].end]
        return " ".join(item.name for item in inner if item.role == "img")

    def _is_within(self, index: int) -> bool:
        """Whether an element belongs to what the page is about."""
        return any(self._page.nodes[above].tag in _CONTENT for above in self._page.ancestors(index))

    def _holds_heading(self, index: int) -> bool:
        return self._heading is not None and index < self._heading < self._page.nodes[index].end

    def _leads(self, index: int) -> bool:
        """Whether a bare text stands right before a link."""
        page = self._page
        if page.nodes[index].tag != "#text" or page.nodes[index].parent < 0:
            return False
        beside = page.kids[page.nodes[index].parent]
        after = [kid for kid in beside if kid > index and page.text[kid]]
        return bool(after) and page.nodes[after[0]].tag == "a"

    def _is_in_entry(self, index: int) -> bool:
        """Whether a text is a small part of an item of a list, or of an article in one or the page's; or all of it."""
        page = self._page
        if page.nodes[index].tag in _ENTRIES and len(page.text[index]) > _LONGEST:
            return not self._holds_heading(index)
        around = [above for above in page.ancestors(index) if page.nodes[above].tag in _ENTRIES]
        own = [above for above in around if self._holds_heading(above)]
        around = [above for above in around if above not in own]
        tags = [page.nodes[above].tag for above in around]
        if "article" in tags and "li" in tags[tags.index("article") :]:
            return True
        inner = [above for above in around if own or page.nodes[above].tag == "li" or above != around[-1]]
        return any(len(page.text[above]) > 2 * len(page.text[index]) + _LONGEST for above in inner)

    def _is_quoted(self, index: int) -> bool:
        return any(self._page.nodes[above].tag == "blockquote" for above in self._page.ancestors(index))

    def _is_in_sentence(self, index: int) -> bool:
        """Whether a text, or a part that is marked up, stands in the middle of a line that tells of more."""
        page = self._page
        parent = page.nodes[index].parent
        while parent >= 0 and page.text[parent] == page.text[index] and page.nodes[parent].tag not in BLOCKS:
            index, parent = parent, page.nodes[parent].parent
        if parent < 0 or page.nodes[index].tag in BLOCKS:
            return False
        beside = [page.text[kid] for kid in page.kids[parent] if page.nodes[kid].tag == "#text" and kid != index]
        return sum(map(len, beside)) > (_SENTENCE if page.nodes[index].tag == "#text" else _BYLINE)

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(plain(node.name) for node in self._page.nodes if node.name and is_text_box(node)) - {""}

    @cached_property
    def _heading(self) -> int | None:
        return main_heading(self._page)

    def has_one(self, kind: Kind) -> bool:
        """Whether the page's own content, without menus and footers, shows no two of such values."""
        if kind not in self._ones:
            self._ones[kind] = len(self._shown(kind)) <= 1
        return self._ones[kind]

    def _shown(self, kind: Kind) -> frozenset[str]:
        """The innermost texts of a type; what is written in pieces ("10", "min") is one text."""
        page, found, reached = self._page, set[str](), len(self._page.nodes)
        least = 0.9 if kind == "money" else 0.0  # any number may be an amount, one with a currency is
        for index in reversed([i for i in page.below(0) if page.text[i] and not (page.chrome[i] or page.struck[i])]):
            inner = index < reached < page.nodes[index].end
            if (
                not inner
                and len(page.text[index]) <= _LONGEST
                and self._plausible.share(kind, (page.text[index],)) > least
            ):
                found.add(page.text[index])
                reached = index
        return frozenset(found)
