"""Finds labels and their values within one text: `Label: value`, several of them in a line, counts.

A line may have several labels with their values side by side. What is a label in it is known by being asked for, or by
standing in the lines of most records.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Sequence

from msgspec import Struct, field

from webdart.lexicon.phrases import words
from webdart.page.markup import EMPHASIS
from webdart.records.coerce.numbers import counts_opinions, same_stem
from webdart.records.columns.mined_columns import Hit
from webdart.records.labels.inline_labels import inline_labels, like_labels, without_sign, words_before_colons
from webdart.records.labels.value_extent import carried_on
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.structure.regions import Region
from webdart.records.words import plain

_MAX_LINE = 400  # letters of a text that has several labels
_SEVERAL = 2  # counts of a text, or more
_MAX_COUNTS = 160  # letters of a text that counts several things
_COUNT = re.compile(
    r"(?<![\w.,])(?<!\d['’\u00a0\u202f])(\d+(?:[.,'’\u00a0\u202f]\d{3})*(?:[.,]\d+)?)\s?([^\W\d_]{2,30})"
)

_FIGURE = re.compile(r"[^\d\s]{0,4}\s?\d[\d.,'’\u00a0\u202f]*\s?[^\d\s]{0,4}")
"""A number or an amount by itself, with its sign or currency."""
_ARCHIVED = re.compile(r"(.{0,30}\S)\s*[(\[]\s*(\d+(?:[.,'’\u00a0\u202f ]\d{3})*)\s*[)\]]")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_OF_A_YEAR = re.compile(rf"(.+?)(?:\s*[(（].*{_YEAR.pattern}.*[)）]|\s(?:[^\W\d]{{1,3}}\s)?{_YEAR.pattern})[:：]?")
"""A label and, behind it, no more than of which year its value is: "Population (2021 census)", "Population of 2021"."""
_LONGER_LABEL = re.compile(r"(?:[^\W\d_]+ ){0,2}[^\W\d_]+[:：](?:\s|$)")
"""What follows the first words of a label that has more of them: "Phone number: 12" is labelled by no "phone"."""
_OF = words("out_of")
_YEARS, _HOW_MANY = words("year_label"), words("count_label")
"""Labels that mean the number in brackets behind a year."""

Hits = dict[str, list[list[Hit]]]
Shared = dict[str, list[dict[Hit, int]]]
Signed = tuple[str, int, bool, Sequence[Hit]]
"""A label, the place of its record, whether it is sure to be one, and what follows."""


class Gathered(Struct, frozen=True):
    """What was gathered of the labels, by label and record.

    `hits`: sure values; `dated`: those of heads that tell the year, too, for where no head is just the label; `loose`:
    those of labels without a colon; `shared`: how deep the element lies that has both a label and its value; `usual`:
    the labels that most records have in their lines; `holding`: those that elements with a text of their own have as an
    attribute; `signed`: the same of elements without: an icon before the value, or a value that is empty.
    """

    hits: Hits
    dated: Hits
    loose: Hits
    shared: Shared
    usual: frozenset[str]
    holding: set[str] = field(default_factory=set[str])
    signed: list[Signed] = field(default_factory=list[Signed])

    def wanted(self, name: str) -> bool:
        """Whether some words are a label that is asked for."""
        return name_in(name, self.hits) in self.hits

    def known(self, name: str) -> bool:
        """Whether some words in front of a colon are a label of this listing."""
        return self.wanted(name) or plain(name) in self.usual


def name_in(text: str, wanted: Container[str]) -> str:
    """A label in plain form, `_` read as a blank where only that is asked for."""
    label = plain(text)
    return label if label in wanted or "_" not in text else plain(text.replace("_", " "))


def before_year(text: str, wanted: Container[str]) -> str:
    """The label of a head that only goes on with the year of its value: "Population (2021)"; "" for other heads.

    Any other word makes it another label: "Area code", "Price per unit".
    """
    found = _OF_A_YEAR.fullmatch(text) if name_in(text, wanted) not in wanted else None
    label = name_in(found[1], wanted) if found is not None else ""
    return label if label in wanted else ""


def usual_in_lines(page: Outline, region: Region, records: Sequence[int]) -> frozenset[str]:
    """The words that stand in front of a colon in the lines of several records, and at least of half of them."""
    having: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    more: dict[str, set[str]] = defaultdict(set)
    for number in records:
        texts = [page.text[i] for root in region.records[number] for i in page.below(root) if _is_line(page, i)]
        having.update({plain(name) for text in texts for name, _ in like_labels(text)})
        pairs = {(plain(name), plain(longer)) for text in texts for name, longer in words_before_colons(text)}
        behind.update({word for pair in pairs for word in pair})
        for name, longer in pairs:
            more[name].add(longer)
    # what stands before a label is a value, and differs; "Star Trek: Voyager" has no label "Trek"
    having.update({name: behind[name] for name in more if all(behind[one] < behind[name] for one in more[name])})
    return frozenset(name for name, count in having.items() if count > 1 and count * 2 >= len(records))


def _is_line(page: Outline, index: int) -> bool:
    text = page.text[index]
    return page.nodes[index].tag == "#text" and len(text) <= _MAX_LINE and (":" in text or "：" in text)


def inside(page: Outline, index: int, place: int, found: Gathered, *, alone: bool) -> None:
    """`Label: value` or `Label value` at the start of a text, and what follows such a label on its line."""
    hits, loose, text = found.hits, found.loose, page.text[index]
    bare = page.nodes[index].tag == "#text"
    labels = inline_labels(text, found.known) if _is_line(page, index) else []
    if labels and not labels[-1].value:
        labels.pop()  # its value, if it has one, is the next element's
    wanted = [(name_in(one.label, hits), one) for one in labels if found.wanted(one.label)]
    begins = bool(labels and labels[0].at == 0) or (alone and any(at == 0 for _, at in like_labels(text)))
    for label, one in wanted:
        sure = begins or plain(one.label) in found.usual
        value = _to_the_end(page, index, one.value) if one is labels[-1] else one.value
        (hits if sure else loose)[label][place].append((index, value))
        if sure:
            found.shared[label][place][index, value] = depth(page, index, index)
    if wanted and begins:
        return
    match = re.match(r"([^:：]{1,60})[:：]\s*(\S.*)", text)
    if match and name_in(match[1], hits) in hits:
        if bare:
            hits[name_in(match[1], hits)][place].append((index, match[2]))
            found.shared[name_in(match[1], hits)][place][index, match[2]] = depth(page, index, index)
        return
    figure = _figure_before(page, index) if bare else None
    counted = bare and _counted(index, text, place, loose, least=_SEVERAL if figure is None else 1)
    if (counted and figure is None) or _year_and_count(page, index, place, loose):
        return
    words = text.split()
    for count in range(1, min(5, len(words))):
        label = plain(" ".join(words[:count]))
        if label in loose and bare and _LONGER_LABEL.match(" ".join(words[count:])) is None:
            before = figure if figure is not None and _is_counted(words, count) else None
            loose[label][place].append((index, " ".join(words[count:])) if before is None else (before, None))
            return


def _to_the_end(page: Outline, index: int, value: str) -> str:
    """The value of a line's last label with what goes on with it, or without the sign that parts it from the rest."""
    whole = carried_on(page, index, value)
    return without_sign(value) if whole == value and goes_on(page, index) else whole


def _figure_before(page: Outline, index: int) -> int | None:
    """The figure in an element right before a text on its line, which counts it: "£450 pledged of £900"."""
    before = [kid for kid in page.kids[page.nodes[index].parent] if kid < index and page.text[kid]]
    if not before or page.nodes[before[-1]].tag in BLOCKS or page.nodes[before[-1]].tag == "#text":
        return None
    return before[-1] if _FIGURE.fullmatch(page.text[before[-1]]) else None


def _is_counted(words: Sequence[str], count: int) -> bool:
    """Whether the first words of a text are what a figure before it counts: "pledged of £900", not "Director Lee"."""
    return words[0][0].islower() and (count == len(words) or words[count].casefold() in _OF)


def depth(page: Outline, label: int, value: int) -> int:
    """How deep the element lies that has both a label and its value; less where a line ends between them."""
    places = (place for place in page.ancestors(label) if page.nodes[place].tag not in EMPHASIS)
    around = [place for place in places if value < page.nodes[place].end]
    broken = any(node.tag == "br" for node in page.nodes[label + 1 : value])
    return 2 * len(around) - broken


def _counted(index: int, text: str, place: int, loose: Hits, least: int) -> bool:
    """The numbers of a text that counts so many things, each by what it counts: "517 bytes (78 words)".

    "99 ratings" are no rating: they count those who gave one.
    """
    counts = [(match[1], plain(match[2])) for match in _COUNT.finditer(text)] if len(text) <= _MAX_COUNTS else []
    if len(counts) < least:
        return False
    asked = [
        (number, label)
        for number, unit in counts
        for label in loose
        if same_stem(unit, label) and not counts_opinions(label, unit)
    ]
    for number, label in asked:
        loose[label][place].append((index, number))
    return bool(asked)


def _year_and_count(page: Outline, index: int, place: int, loose: Hits) -> bool:
    """The year of a text, and how many there are of it in brackets behind, as archives have them: "2021 (13)"."""
    if page.nodes[index].tag != "#text" and len(page.kids[index]) < 2:
        return False  # its only child says the same
    said = [(label, value) for label in loose if (value := _of_archive(page.text[index], label))]
    for label, value in said:
        loose[label][place].append((index, value))
    return bool(said)


def _of_archive(text: str, label: str) -> str:
    """What a label of years, or of how many, means in "2021 (13)"; "" where the text is none of that kind."""
    match = _ARCHIVED.fullmatch(text) if label in _YEARS or label in _HOW_MANY else None
    years = _YEAR.findall(match[1]) if match is not None else []
    if match is None or len(years) != 1:
        return ""
    return years[0] if label in _YEARS else match[2]


def counts(text: str, label: str) -> bool:
    """Whether a text counts several things, and the label is one of them; or a year, and how many there are of it."""
    if _of_archive(text, label):
        return True
    units = [plain(match[2]) for match in _COUNT.finditer(text)] if len(text) <= _MAX_COUNTS else []
    return len(units) > 1 and any(same_stem(unit, label) for unit in units)


def goes_on(page: Outline, index: int) -> bool:
    """Whether something with a text follows on the line, or a sign stands at its end that parts what comes before."""
    kids = [kid for kid in page.kids[page.nodes[index].parent] if page.nodes[kid].tag == "#text"]
    sign = page.text[index][-1]
    if not sign.isalnum() and any(page.text[kid].endswith(sign) for kid in kids if kid < index):
        return True
    after = [kid for kid in page.kids[page.nodes[index].parent] if kid > index]
    following = next((kid for kid in after if page.text[kid] or page.nodes[kid].tag in BLOCKS), None)
    return following is not None and page.nodes[following].tag not in BLOCKS
