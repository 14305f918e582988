"""Reads what a page says about the size of its listing: by arithmetic with the rows seen, not by words.

In a short text outside the records three numbers a, b, t with b − a + 1 rows here, a the first of them, b ≤ t. Two
numbers "n of t" with n the rows here. A lone number needs a unit word that the page or the file uses for the records.
Never across links: a pager's numbers fit too. A bound ("over 10,000") is no total.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct

from webdart.controls.pager import paging
from webdart.lexicon import lexicon
from webdart.lexicon.phrases import expression, pattern, words
from webdart.page.model import Node
from webdart.records.coerce.calendar_names import day_pattern
from webdart.records.coerce.dates import dates_in
from webdart.records.coerce.locales import ascii_digits, locale_decimal
from webdart.records.coerce.numbers import is_whole, reading_of, value_of
from webdart.records.model import Totals
from webdart.records.query.spec import ListingSpec
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import plain
from webdart.values import replace

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,'’٬\u00a0\u202f]\d{3})*(?![\d]|[.,]\d)|(?<![\w.,])\d+(?![\w]|[.,]\d)")
_BLANK_GROUPED = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_UNIT = re.compile(r"(?<=\d)\s+([^\W\d_]+)")
_TIMES = frozenset(lexicon("times")["units"])
_NUMBERED = re.compile(r"[^\W\d_]\.?\s+[#№]?\d+(?:[.,]\d+)*(?:$|[.,;!?])")
"""A phrase that ends with its number: "Fix pump 10" and "Pumps of 2025, by size" are names, "Pumps (10)" counts."""
_PUT_TOGETHER = re.compile(r"\d\s*(?:[:×*–—-]|\bx\b|(?<=\d)x(?=\d))\s*\d", re.IGNORECASE)
_WORD = re.compile(r"(?:(?<!\W)\W+)?[^\W\d_]{2}")
_DOTTED = re.compile(r"(?<=\d)\s?(?:\.{2,3}|…)\s?(?=\d)")  # "1..50"
_DIGIT = re.compile(r"\d")
_QUOTED = re.compile(r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|‘[^‘’]*’|「[^「」]*」|『[^『』]*』|\"[^\"]*\"")
"""A name or a query that is quoted, whatever numbers are in it: 6 responses to “Chart no. 235”."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_PARTS = re.compile(r"(?<!\s)\s+[•·|]\s+|(?<!\s)\s+[–—-]\s+(?=\D)")
_RIGHTS = pattern("copyright", also=r"[©Ⓒ]|\(c\)")
"""What stands before a year at the foot of a page."""
_CELLS, _CELL_ROLES = frozenset({"td", "th"}), frozenset({"cell", "gridcell", "rowheader", "columnheader"})
_SEVERAL = 3  # columns: fewer may be what lays a page out
_PARTING = frozenset({"a", "input", "select", "button"})
MOST_LETTERS = 160
"""Of a text that may state a total."""
_MAX_LONE = 60
_MARKED = frozenset({"strong", "b", "em", "i", "span", "mark", "small", "bdi", "data", "output"})
_STEM = 4  # letters that a unit word shares with a word of the page ("user", "users")
_RANGE_OF = re.compile(r"\d\s*[^\W\d_]+\s*\d\D*$")
"""A word before the last number, as in "1 to 4 of 4": dates and versions of three numbers have none."""
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{2})[.!]\s+")
_FEW_WORDS = 4  # of a text that says how many there are, and nothing else
_SCALE = re.compile(r"\d\s?([kKmM])\b")
_FOUND = words("results")
"""What a count of what was searched for is counted in."""
_GENERIC = words("any_entries")
_COUNTING = words("results", "entries")
_LETTERS = re.compile(r"[^\W\d_]+")
_BEFORE_COUNT = words("before_count")
_ORDINAL = re.compile(r"\.\s*[^\W\d_]|-?[^\W\d_]{1,2}(?!\w)|\s?%")  # or a share


@cache
def _bound() -> re.Pattern[str]:
    """A number that is rounded, or the least or the most that there are."""
    return re.compile(
        rf"[+~≈<>≥≤]\s?\d|\d\s?\+|\d\s?[kKmM]\b|(?:{expression('bound')}|{expression('about')})\.?\s+\d",
        re.IGNORECASE,
    )


@cache
def _about() -> re.Pattern[str]:
    """A number of which as many rows as it says are all, where nothing else speaks for more: "about 38"."""
    return re.compile(rf"(?:{expression('about')})\.?\s+\d[\d.,'’٬\u00a0\u202f]*(?!\s?[kKmM\d+])", re.IGNORECASE)


@cache
def _each_page() -> re.Pattern[str]:
    """How many a page shows at once, and nothing else: "20 results per page", not "345 books, a page at a time"."""
    said, number = expression("each_page"), r"\d[\d.,'’٬\u00a0\u202f]*"
    return re.compile(rf"^[^\d,;]*{number}\s?(?:[^\W\d_]+\s?)?{said}\W*$|{said}\W*{number}\W*$", re.IGNORECASE)


@cache
def _ranked() -> re.Pattern[str]:
    """The first of more, and no more than so many: "Browsers (Top 10)"."""
    return re.compile(rf"{expression('ranked')}\s+\d", re.IGNORECASE)


@cache
def _pages() -> re.Pattern[str]:
    """What says that the first number is one of the second: a span of years does not, nor do opening hours."""
    between = rf"[/|⁄／]|{expression('out_of')}|{expression('page_counter')}"
    return re.compile(rf"(?<![\d.,-])\d+\s*(?:{between})\s*\d+", re.IGNORECASE)


@cache
def _condition() -> re.Pattern[str]:
    """A count before its condition; "113 rows where visits > 3325": what follows says which rows, not how many."""
    count = r"\d[\d.,'’٬\u00a0\u202f]*"
    return re.compile(rf"^\W*{count}\s+[^\W\d_]+(?=\s+{expression('condition')})", re.IGNORECASE)


@cache
def _build() -> re.Pattern[str]:
    """What a program says of itself: "7.8 (build 20200416)"; nobody writes a count so large without its marks."""
    day = r"(?<!\d)(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)"
    return re.compile(rf"{expression('release')}[\s.:#]*v?\d|{day}", re.IGNORECASE)


StatedText = tuple[str, bool]
"""A text of a page that may state a total, and whether it stands in what frames the page."""


class Seen(Struct, frozen=True):
    """What was read from the page: rows here, rows before them (None: unknown), where they stand, the file's words."""

    rows: int
    before: int | None
    roots: frozenset[int]
    words: tuple[str, ...] = ()
    locale: str = "en-US"


def seen_on(spec: ListingSpec, roots: frozenset[int], rows: int, before: int | None) -> Seen:
    """What was read from a page of a table."""
    each = spec.extract.each
    words = (spec.extract.into.replace("_", " "), each if isinstance(each, str) else "")
    return Seen(rows=rows, before=before, roots=roots, words=words, locale=spec.locale)


def read_totals(page: Outline, seen: Seen, texts: Iterable[StatedText] | None = None) -> Totals:
    """The totals that the page states; nothing where it states none, or states two.

    `texts` are those of another page that is built alike, where that is the one that is read.
    """
    exact: dict[int, Totals] = {}
    lone: dict[int, Totals] = {}
    short: dict[int, Totals] = {}
    pages: Totals | None = None
    bound: tuple[int, str] | None = None
    given = stated_texts(page, seen.roots) if texts is None else texts
    said = ((part, chrome) for text, chrome in given for part in _parts(_QUOTED.sub("", text), seen))
    for text, chrome in said:
        if _RIGHTS.search(text) or _build().search(text) or _ranked().search(text):
            continue
        if _bound().search(text):
            bound = bound or (None if chrome else _first_bound(page, text, seen))
            continue
        undated = _undated(text, seen.locale)
        numbers = _numbers(undated, seen.locale)
        found = _range(numbers, text, seen) or _of(numbers, undated, seen)
        if found is not None and found.stated is not None:
            exact.setdefault(found.stated, found)
        elif len(numbers) == 1 and not chrome and numbers[0] >= seen.rows + (seen.before or 0):
            if _unit(page, text, seen):
                lone.setdefault(numbers[0], Totals(stated=numbers[0], text=text))
        elif (fewer := _short(numbers, text, seen)) is not None:
            short.setdefault(fewer.stated or 0, fewer)
        elif not chrome and (over := _exceeded(numbers, text, seen)) is not None:
            short.setdefault(over.stated or 0, over)
        else:
            pages = pages or _page_of(page, numbers, undated, seen)
    total = _settled(exact or _on_buttons(page, seen) or lone or _counted(page, seen) or short, pages, seen)
    return total if bound is None or total.stated is not None else replace(total, bound=bound[0], text=bound[1])


def _on_buttons(page: Outline, seen: Seen) -> dict[int, Totals]:
    """What a button tells of the rows here, where nothing else does: the one that opens the choice of a page's size."""
    found: dict[int, Totals] = {}
    for node in page.nodes:
        text = ascii_digits(page.view.text_of(node.index)) if node.tag == "button" and node.shown else ""
        if text and len(text) <= _MAX_LONE and not _bound().search(text):
            total = _range(_numbers(text, seen.locale), text, seen)
            if total is not None and total.stated is not None:
                found.setdefault(total.stated, total)
    return found


@lru_cache(maxsize=2048)
def _undated(text: str, locale: str) -> str:
    """A text without its date: "Published January 4, 2024" is not 4 of 2024, nor is "Flights, 14 March" 14 of them."""
    dates = dates_in(text, locale) if _YEAR.search(text) else ()
    return dates[0].rest if len(dates) == 1 else day_pattern(locale).sub(" ", text)


def _counted(page: Outline, seen: Seen) -> dict[int, Totals]:
    """The number of rows that a grid declares where it shows only some of them (`aria-rowcount`, ARIA 1.2, 6.6)."""
    first = min(seen.roots, default=-1)
    around = list(page.ancestors(first)) if first >= 0 else []
    grid = next((place for place in around if page.nodes[place].attributes.get("aria-rowcount", "").isdecimal()), None)
    if grid is None:
        return {}
    before = (page.nodes[place] for place in range(grid + 1, first) if place not in around)
    heads = max((_row_number(node) for node in before), default=0)
    numbers = [number for root in seen.roots if (number := _row_number(page.nodes[root]))]
    number = min(numbers, default=0) or next((n for above in around if (n := _row_number(page.nodes[above]))), 0)
    if number and not heads:
        heads = _head_rows(page, grid, first)  # rows are numbered, and heads are counted, but carry no number
    if number:
        over = number - 1 - (seen.before or 0)
        if over not in {0, heads}:  # some of these rows were read before, or may have been
            return {}
        heads = over  # some number the rows below their heads from 1, and count these alone
    elif not heads:
        return {}
    count = int(page.nodes[grid].attributes["aria-rowcount"]) - heads
    if count <= seen.rows or count < seen.rows + (seen.before or 0):
        return {}
    return {count: Totals(stated=count, text=f"aria-rowcount={count + heads}")}


def _row_number(node: Node) -> int:
    """The place in its grid that a row says it has, from 1; 0 where it says none."""
    text = node.attributes.get("aria-rowindex", "")
    return int(text) if text.isdecimal() else 0


def _head_rows(page: Outline, grid: int, first: int) -> int:
    """How many rows of heads stand in a grid before its first record."""
    heads = {
        next((above for above in page.ancestors(place) if page.nodes[above].role == "row"), -1)
        for place in range(grid, first)
        if page.nodes[place].role == "columnheader"
    }
    return len(heads - {-1})


def _parts(text: str, seen: Seen) -> Sequence[str]:
    """A text cut at its dashes and dots, unless "64 results - showing 1 to 20" fits the rows as a whole.

    Of "113 rows where visits > 3325" what says how many.
    """
    if _range(_numbers(text, seen.locale), text, seen):
        return (text,)
    counted = _condition().match(text)
    return (counted[0],) if counted else _PARTS.split(text)


def _settled(found: dict[int, Totals], pages: Totals | None, seen: Seen) -> Totals:
    """The one total, with the page's number where both agree; two different totals are none."""
    if len(found) > 1:
        return Totals(text=" | ".join(total.text for total in found.values()))
    if not found:
        return pages or Totals()
    total = next(iter(found.values()))
    if pages is not None and _agrees(total, pages, seen):
        return replace(total, page=pages.page, pages=pages.pages)
    return total


def stated_texts(page: Outline, roots: frozenset[int]) -> Iterator[StatedText]:
    """Short texts outside the records and without links inside: whole elements first, else single texts.

    What a row says below the records, cell for cell like them, is of its column: "Total: 3282" of the pieces.
    """
    place, count = 0, len(page.nodes)
    widths = {len(_cells(page, root)) for root in roots}
    while place < count:
        node = page.nodes[place]
        if place in roots or node.tag in {"a", "select", "script", "style", "button", "time"} or node.role == "link":
            place = node.end
            continue
        if (node.tag == "tr" or node.role == "row") and _is_in_columns(_cells(page, place), widths):
            place = node.end
            continue
        text = page.text[place]
        if not _DIGIT.search(text):
            place += 1
            continue
        if len(text) <= MOST_LETTERS:
            inner = page.nodes[place + 1 : node.end]
            if not any(n.tag in _PARTING or n.tag in BLOCKS for n in inner):
                yield ascii_digits(text), page.chrome[place]
                place = node.end
                continue
        yield from ((run, page.chrome[place]) for run in _lines(page, place))
        place += 1


def _cells(page: Outline, row: int) -> list[Node]:
    return [cell for kid in page.kids[row] if (cell := page.nodes[kid]).tag in _CELLS or cell.role in _CELL_ROLES]


def _is_in_columns(cells: Sequence[Node], widths: Collection[int]) -> bool:
    """Whether a row has a cell in each of several columns of the records, and is no row of heads."""
    heads = all(cell.tag == "th" or cell.role == "columnheader" for cell in cells)
    return len(cells) >= _SEVERAL and len(cells) in widths and not heads


def _lines(page: Outline, index: int) -> Iterator[str]:
    """The lines of an element that has blocks too: texts beside each other with what is marked up among them."""
    line: list[str] = []
    if len(page.kids[index]) < 2:  # one of them is no line of its own
        return
    for kid in (*page.kids[index], -1):
        if kid >= 0 and (page.nodes[kid].tag == "#text" or _inline(page, kid)):
            line.append(page.text[kid])
            continue
        text = " ".join(filter(None, line))
        if len(line) > 1 and len(text) <= MOST_LETTERS and _DIGIT.search(text):
            yield ascii_digits(text)
        line = []


def _inline(page: Outline, index: int) -> bool:
    node = page.nodes[index]
    inner = page.nodes[index : node.end]
    return node.tag in _MARKED and not any(item.tag == "a" or item.tag in BLOCKS for item in inner)


@lru_cache(maxsize=2048)
def _numbers(text: str, locale: str) -> Sequence[int]:
    """The whole numbers of a text; dashes between them are ranges, no signs. Menus say the same on every page."""
    found: list[int] = []
    for match in _NUMBER.finditer(_BLANK_GROUPED.sub("", _DOTTED.sub(" – ", text))):
        body = match[0]
        reading, mark = reading_of(body)
        decimal = locale_decimal(locale)
        if reading == "ambiguous" and mark == decimal:
            decimal = "," if mark == "." else "."  # a count has no decimals: its mark groups
        value = value_of(body, decimal)
        if value is not None and is_whole(value):
            found.append(int(value))
    return found


def _range(numbers: Sequence[int], text: str, seen: Seen) -> Totals | None:
    """a–b of t, in any order of the language; with a fourth number the smaller total ("filtered from 900")."""
    if seen.rows == 0 or not 3 <= len(numbers) <= 5:
        return None
    for place, (first, last) in enumerate(pairwise(numbers)):
        if last - first + 1 != seen.rows:
            continue
        # some count from 0: "rows 0 - 24"; where the rows before are not known, only the first page shows that
        if seen.before is not None and first not in {seen.before, seen.before + 1}:
            continue
        rest = [number for at, number in enumerate(numbers) if at not in {place, place + 1} and number >= last]
        if rest:
            return Totals(stated=min(rest), first=first, last=last, text=text)
    return None


def _short(numbers: Sequence[int], text: str, seen: Seen) -> Totals | None:
    """1–b of t results, where fewer than b rows were read from the first page: some of them were not recognised."""
    if seen.before or len(numbers) != 3:
        return None
    first, last, total = numbers
    if first != 1 or not 0 < seen.rows < last <= total or _GENERIC.isdisjoint(plain(text).split()):
        return None
    return Totals(stated=total, text=text)


def _first_bound(page: Outline, text: str, seen: Seen) -> tuple[int, str] | None:
    """What the first of a text's sentences tells that has a bound which counts the records."""
    said = (part for part in _SENTENCE_END.split(text) if _bound().search(part))
    return next((found for part in said if (found := _at_least(page, part, seen)) is not None), None)


def _at_least(page: Outline, text: str, seen: Seen) -> tuple[int, str] | None:
    """What there are more than, by a rounded total or a bound that counts the records: "Over 1,000 results"."""
    bare = _bound().sub(lambda found: found[0] if _DIGIT.search(found[0]) else " ", text)
    numbers = [number * _times(text) for number in _numbers(bare.replace("+", " "), seen.locale)]
    words = re.findall(r"[^\W\d_]+", plain(text))
    if not numbers or len(text) > _MAX_LONE or _is_shown_range(numbers, seen):
        return None
    counts = max(numbers) == seen.rows + (seen.before or 0)  # as many as were read, whatever they are called
    named = counts or not _COUNTING.isdisjoint(words) or _names(page, words, seen)
    return (max(numbers) - bool(_about().search(text)), text) if named else None


def _is_shown_range(numbers: Sequence[int], seen: Seen) -> bool:
    """Whether a bound on a later page says no more than which rows that shows: "up to 46 results, #401 to #446".

    "41 to 45 of more than 45" says that there are more.
    """
    before = seen.before or 0
    shown = before > 0 and (before + 1, before + seen.rows) in pairwise(numbers) and max(numbers) == before + seen.rows
    return shown and numbers.count(before + seen.rows) == 1 and seen.rows in numbers


def _times(text: str) -> int:
    """What a count in thousands or millions stands for."""
    sign = _SCALE.search(text)
    return {"k": 1000, "m": 1_000_000}[sign[1].lower()] if sign else 1


def _names(page: Outline, words: Sequence[str], seen: Seen) -> bool:
    """Whether one of the words is what the file, the title or the main heading calls the records."""
    said = " ".join((*seen.words, page.view.title, *_headings(page)))
    stems = {word[:_STEM] for word in re.findall(r"[^\W\d_]+", plain(said)) if len(word) >= _STEM}
    return any(word[:_STEM] in stems for word in words if len(word) >= _STEM)


def _exceeded(numbers: Sequence[int], text: str, seen: Seen) -> Totals | None:
    """1–b of b results, or b results, where more rows were read from the first page: some are of another list."""
    words = set(re.findall(r"[^\W\d_]+", plain(text)))
    if seen.before or not seen.rows or len(text) > _MAX_LONE:
        return None
    if len(numbers) == 3:
        first, last, total = numbers
        fits = first == 1 and 1 <= last <= total < seen.rows
        whole = last == total and len(words) <= _FEW_WORDS and _RANGE_OF.search(text) is not None
        return Totals(stated=total, text=text) if fits and (whole or not _COUNTING.isdisjoint(words)) else None
    if _COUNTING.isdisjoint(words):
        return None
    if len(numbers) == 1 and 0 < numbers[0] < seen.rows and len(words) <= _FEW_WORDS and not _NUMBERED.search(text):
        return Totals(stated=numbers[0], text=text) if _is_counted(text, _FOUND) else None
    return None


def _of(numbers: Sequence[int], text: str, seen: Seen) -> Totals | None:
    """Two numbers, the first the rows here: small counts could be pages, so they are not believed."""
    if len(numbers) != 2:
        return None
    here, total = numbers
    so_far = seen.rows + (seen.before or 0)
    if here not in {seen.rows, so_far} or total < so_far or here < 4:  # "Page 5 of 5" with five rows behind others
        return None
    return None if _measures(text) or _says_year(total, text) else Totals(stated=total, text=text)


def _measures(text: str) -> bool:
    """Whether two numbers are put together as they are in a score, a span or a size: "6:12", "6 – 12", "6 x 12"."""
    return _PUT_TOGETHER.search(text) is not None


def _says_year(total: int, text: str) -> bool:
    """Whether the last number is a year: it looks like one, and no word after it says what there are 2023 of."""
    last = text.rpartition(str(total))
    return _YEAR.fullmatch(str(total)) is not None and last[1] != "" and not _WORD.match(last[2])


def _page_of(view: Outline, numbers: Sequence[int], text: str, seen: Seen) -> Totals | None:
    """Page n of m; that the first page read is not the first needs more than a season ("23/24") has."""
    written = _pages().search(text)
    if len(numbers) != 2 or written is None or len(text) > _MAX_LONE:
        return None
    unit = _UNIT.match(text, written.end())
    if unit is not None and (plain(unit[1]) in _COUNTING or _names(view, [plain(unit[1])], seen)):
        return None  # "Page 1 of 38 jobs": what there are 38 of are no pages
    page, pages = numbers
    if not 1 <= page <= pages <= 100_000 or not seen.rows or page in {seen.rows, seen.rows + (seen.before or 0)}:
        return None
    if _says_year(pages, text) and not _WORD.search(_pages().sub("", text)):  # "05 / 2021"
        return None
    if page > 1 and not seen.before and not paging(view.view):
        return None
    return Totals(page=page, pages=pages, text=text)


def _agrees(total: Totals, pages: Totals, seen: Seen) -> bool:
    """`Page 2 of 9` fits t rows when (9 − 1) · size < t ≤ 9 · size; only the first page tells the size for sure."""
    if total.stated is None or pages.pages is None or pages.page is None:
        return False
    if pages.page == pages.pages:
        return True
    return (pages.pages - 1) * seen.rows < total.stated <= pages.pages * seen.rows


def _unit(page: Outline, text: str, seen: Seen) -> bool:
    """Whether the words beside a lone number name the records: as the file, a heading or the title names them."""
    if len(text) > _MAX_LONE or _each_page().search(text):
        return False
    words = [word for word in re.findall(r"[^\W\d_]+", plain(text)) if len(word) > 2]
    if not words or len(words) > 4:
        return False
    counted = _UNIT.search(text)
    if counted is not None and counted[1].casefold() in _TIMES and counted[1].casefold() not in " ".join(seen.words):
        return False  # "of the last 90 days"
    year, names = _YEAR.search(text), [page.view.title, *_headings(page)]
    others = [
        name for name in names if year is None or year[0] not in name
    ]  # "2022 tours" below "Tours 2022" is a name
    numbered = _NUMBERED.search(text) is not None
    if _is_counted(text, _GENERIC):
        return not numbered or others == names
    if numbered:
        return False
    said = " ".join((*seen.words, *others))
    stems = {word[:_STEM] for word in re.findall(r"[^\W\d_]+", plain(said)) if len(word) >= _STEM}
    return any(word[:_STEM] in stems for word in words if len(word) >= _STEM)


def _is_counted(text: str, units: Collection[str]) -> bool:
    """Whether one of some words counts with the number: "57 results", "Results: 57", "Found 57 lamps".

    "Results of round 57" and "Results 12. Spieltag" are headings.
    """
    number = _NUMBER.search(text)
    if number is None:
        return False
    before, behind = text[: number.start()], text[number.end() :]
    if _ORDINAL.match(behind):
        return False
    said = _LETTERS.findall(plain(before))
    if any(word in units for word in _LETTERS.findall(plain(behind))) or not _BEFORE_COUNT.isdisjoint(said):
        return True
    if any(map(str.isalpha, behind)):
        return False
    beside = said if before.rstrip().endswith((":", "(")) else said[-1:]
    return any(word in units for word in beside)


def _headings(page: Outline) -> list[str]:
    heads = [place for place in page.headings if page.level(place) == 1]
    return [page.text[place] for place in (*heads, *page.captions)]
