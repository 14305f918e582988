"""Reads numbers: which mark is the decimal one, what is a group, what the words around them mean.

A token with two kinds of marks, or with a mark that can't be a group, explains itself and its whole column. A token
that could be read both ways is decided by those, else by the locale. Nothing is decided by one ambiguous cell.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives, words
from webdart.records.coerce.convention import Brackets, Convention, Unreadable
from webdart.records.coerce.locales import ascii_digits, groups_by_blank, locale_decimal, parse_locale
from webdart.records.coerce.scales import may_multiply, scaled

MINUS = "-−–‐‑﹣－"
_SIGN = rf"(?:[{MINUS}+]\s?)?"
_BARE = rf"(?:^|(?<=[\s(])){_SIGN}\.\d+|^{_SIGN},\d+"  # .538, as statistics have it
_TOKEN = re.compile(rf"{_BARE}|{_SIGN}\d+(?:[.,'’٬٫]\d+|[\u00a0\u202f\u2009 ]\d{{3}}(?!\d))*")
_TIGHT = re.compile(rf"{_BARE}|{_SIGN}\d+(?:[.,'’٬٫\u00a0\u202f\u2009]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:\D\d{3})+$")
_INDIAN = re.compile(r"\d{1,3}(?:\D\d{2})*\D\d{3}$")
_BLANKS = re.compile(rf"{_SIGN}\d{{1,3}}(?: \d{{3}})*(?:[.,]\d+)?")
_BOUND = re.compile(r"[~≈<>≤≥]|\d\s?\+")
_FRACTIONS = tuple("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒")
MIN_STEM = 3  # letters that "review" and "reviews" must share
_TWO_ENDINGS = 4  # and that two words must which end in different ways: "reply" and "replies", not "author" and "auto"

Reading = Literal["plain", "decimal", "group", "ambiguous", "bad"]


class Token(Struct, frozen=True):
    """A number as written: sign, digits with their marks, a multiplier, and the words around it."""

    negative: bool
    body: str
    times: int
    residue: str


_SHARE = re.compile(r"(?<=\d)\s*\(\s*[\d.,]+\s?%\s*\)\s*$")
"""The share that a count has of all, behind it: "161 (1.79%)"."""


_BRACKETED = re.compile(r"\s*\(\s*[\d.,'’][\d.,'’\s]*%?\s*\)\s*")


def is_bracketed(text: str) -> bool:
    """Whether a text is a number in parentheses, and nothing else: in accounts one below zero, elsewhere a count."""
    return _BRACKETED.fullmatch(text) is not None


def brackets_of(texts: Iterable[str], tokens: Iterable[Token], settled: Convention | None) -> Brackets:
    """What parentheses mean in a column: below zero where others have none and no other minus is written there.

    What was read of earlier pages holds: parentheses that all numbers had there were no minus.
    """
    known = "" if settled is None else settled.brackets
    if known in {"minus elsewhere", "below zero", "doubtful"}:
        return known
    if any(token.negative for token in tokens):
        return "minus elsewhere"
    bracketed = {is_bracketed(text) for text in texts if any(map(str.isdigit, text))}
    bracketed |= {known == "counts"} if known else set[bool]()
    if len(bracketed) > 1:
        return "doubtful" if known == "counts" else "below zero"
    return ("counts" if True in bracketed else "absent") if bracketed else ""


def tokens_in(text: str, locale: str) -> list[re.Match[str]]:
    """The numbers of a text; a blank groups digits only where the locale does so."""
    found = list(_TOKEN.finditer(text))
    if groups_by_blank(locale) or not any(" " in match[0].strip() for match in found):
        return found
    return list(_TIGHT.finditer(text))


def grouped_by_blanks(texts: Iterable[str]) -> bool:
    """Whether a column of nothing but numbers writes 4 096, whatever the locale: a part of them begins with 0.

    Two numbers beside each other ("3 150") do not; nor does a column that has 4096 somewhere.
    """
    texts = list(texts)
    if not any(" 0" in text for text in texts) and all(map(str.isascii, texts)):
        return False
    said = [ascii_digits(text) for text in texts if any(map(str.isdigit, text))]
    parts = [text.split(" ")[1:] for text in said]
    return all(_BLANKS.fullmatch(text) for text in said) and any(own[0][0] == "0" for own in parts if own)


@lru_cache(maxsize=2048)
def tokenise(text: str, locale: str, *, paid: bool = False) -> Token | Unreadable:
    """The one number of a text, taken apart; `paid`: it is an amount, of which its currency is left out.

    A sign glued to a word before it ("A-1042") or letters glued to the digits that are no multiplier belong to a
    name, not to a number.
    """
    text = ascii_digits(text)
    if text.isdecimal():
        return Token(negative=False, body=text, times=1, residue="")
    if "%" in text:
        text = _SHARE.sub("", text)
    if _BOUND.search(text):
        return Unreadable("a bound, not a number")
    found = tokens_in(text, locale)
    if len(found) != 1:
        return Unreadable("no number" if not found else "several numbers")
    match = found[0]
    before, after = text[: match.start()], text[match.end() :]
    body = match[0].strip()
    negative = body[0] in MINUS and not (before.strip() and body[1:2].isspace())  # "Serves – 2" has a dash
    body = body.lstrip(MINUS + "+ ")
    after = ordinal_pattern(locale).sub("", after)
    scale = scaled(after, locale, paid=paid)
    times, after = (1, after) if isinstance(scale, Unreadable) else scale
    if why := _why_part(before, after):
        return Unreadable(why)
    if isinstance(scale, Unreadable):
        return scale
    residue = " ".join(f"{before}\N{NO-BREAK SPACE}{after}".split()).strip("()[]#№:. ")
    return Token(negative=negative, body=body, times=times, residue=residue)


@lru_cache(maxsize=64)
def ordinal_pattern(locale: str) -> re.Pattern[str]:
    """What ends an ordinal in the locale's language or in English: "3rd", "3ème"."""
    spoken: Mapping[str, Sequence[str]] = lexicon("numerals")["ordinals"]
    endings = {*spoken["en"], *spoken.get(parse_locale(locale).language, ())}
    return re.compile(rf"^(?:{alternatives(endings)})(?!\w)", re.IGNORECASE)


def _why_part(before: str, after: str) -> str:
    """Why a number between two texts is a part of something else; "" where it is not."""
    if before and (before[-1].isalnum() or before[-1] in "._/"):
        return "part of a word"
    if after.lstrip().startswith(_FRACTIONS):
        return "a whole number and a fraction"
    return "part of a longer code" if after[:1].isdigit() or after[:2].strip("-–")[:1].isdigit() else ""


@lru_cache(maxsize=2048)
def reading_of(body: str) -> tuple[Reading, str]:
    """How a token's marks can be read, and the mark in question."""
    marks = [c for c in body if not c.isdigit()]
    if not marks:
        return "plain", ""
    kinds = list(dict.fromkeys(marks))
    if len(kinds) == 1:
        return _reading_of_one(body, marks)
    last = kinds[-1]
    whole, _, part = body.rpartition(last)
    grouped = _GROUPED.fullmatch(whole) or _INDIAN.fullmatch(whole)
    decimal = last in ".,٫" and part.isdigit() and marks.count(last) == 1
    return ("decimal", last) if len(kinds) == 2 and decimal and grouped else ("bad", "")


def _reading_of_one(body: str, marks: Sequence[str]) -> tuple[Reading, str]:
    """The readings of a token whose marks are all the same."""
    mark = marks[0]
    grouped = bool(_GROUPED.fullmatch(body) or _INDIAN.fullmatch(body))
    if mark == "٫":
        return ("decimal", mark) if len(marks) == 1 else ("bad", "")
    if len(marks) > 1 or mark not in ".,":
        return ("group", mark) if grouped else ("bad", "")
    return ("ambiguous", mark) if grouped and not body.startswith("0") else ("decimal", mark)


@lru_cache(maxsize=2048)
def value_of(body: str, decimal: str) -> Decimal | None:
    """The token's value if `decimal` is the decimal mark; None where that can't be."""
    reading, mark = reading_of(body)
    if reading == "bad":
        return None
    if reading == "decimal" or (reading == "ambiguous" and mark == decimal):
        whole, _, part = body.rpartition(mark)
        return Decimal("".join(c for c in whole if c.isdigit()) + "." + part)
    return Decimal("".join(c for c in body if c.isdigit()))


def rounds(short: Token, whole: Token) -> bool:
    """Whether a number with a multiplier ("6.6k") is another one rounded, up or down ("6566")."""
    if short.times == 1 or whole.times != 1 or short.negative != whole.negative:
        return False
    values = [(value_of(short.body, mark), value_of(whole.body, mark)) for mark in ".,"]
    places = len(re.split(r"[.,]", short.body)[-1]) if re.search(r"[.,]", short.body) else 0
    unit = Decimal(short.times).scaleb(-places)
    return any(a is not None and b is not None and abs(a * short.times - b) < unit for a, b in values)


_STEP = 1_000
"""How much more a letter multiplies with than the one before it: k, m, b."""


def far_scales(tokens: Sequence[Token], decimal: str) -> frozenset[int]:
    """The multipliers of a column that nothing in it leads up to: of "14b" beside "12", which may be a house number.

    None where all numbers are multiplied, or some have decimals ("1.4b"); nor where others come near ("3m").
    """
    scaled = [token for token in tokens if token.times != 1]
    if not scaled or len(scaled) == len(tokens) or any(reading_of(one.body)[0] == "decimal" for one in scaled):
        return frozenset()
    values = [(token.times, (value_of(token.body, decimal) or 0) * token.times) for token in tokens]
    near = {one.times: max(1, *(value for times, value in values if times < one.times)) for one in scaled}
    return frozenset(times for times, value in near.items() if value * _STEP < times)


def is_whole(value: Decimal) -> bool:
    """Whether nothing stands behind its decimal mark; of any length (`%` fails above the context's 28 digits)."""
    return value == value.to_integral_value()


def column_decimal(bodies: Iterable[str]) -> tuple[str, bool, bool]:
    """What a column's own tokens say: (decimal mark or "", contradictory, some token ambiguous)."""
    said: set[str] = set()
    ambiguous = False
    for body in bodies:
        if body.isdecimal():
            continue
        reading, mark = reading_of(body)
        if reading == "decimal":
            said.add("," if mark in ",٫" else ".")
        elif reading == "group" and mark in ".,":
            said.add("," if mark == "." else ".")
        ambiguous = ambiguous or reading == "ambiguous"
    if len(said) > 1:
        return "", True, ambiguous
    return (said.pop() if said else ""), False, ambiguous


def same_stem(one: str, other: str) -> bool:
    """Whether two residues are one template with a changed ending ("review", "reviews")."""
    if one == other:
        return True
    short = min(len(one), len(other))
    shared = 0
    while shared < short and one[shared] == other[shared]:
        shared += 1
    if shared < short and " " in one + other:
        mine, theirs = one.split(), other.split()  # "serving size" is not about servings, nor "case date" a "case name"
        return len(mine) == len(theirs) and all(same_stem(*pair) for pair in zip(mine, theirs, strict=True))
    least = MIN_STEM if shared == short else _TWO_ENDINGS
    return shared >= least and shared * 2 >= max(len(one), len(other))


_VOTES = words("votes")
_SIGNS_AROUND = "()[].,;:!"
_COUNTS = frozenset(lexicon("roles")["count"])
_SCALES = frozenset(lexicon("roles")["rating"]) - _COUNTS


def asks_for(label: str, word: str) -> bool:
    """Whether a number beside a word is what a label asks for; of `rating` it is not in "49 ratings"."""
    return same_stem(word, label) and not counts_opinions(label, word)


def counts_opinions(label: str, word: str) -> bool:
    """Whether a number beside a word says how many have voted, and a label asks for what: "from 12 votes"."""
    bare = word.strip(_SIGNS_AROUND)
    return is_scale(label) and bare in _VOTES and bare not in label.split()


def is_scale(label: str) -> bool:
    """Whether a label is of values on a scale, which count nothing: `rating`, `avg rating`, and not `rating count`."""
    said = label.split()
    return not _SCALES.isdisjoint(said) and _COUNTS.isdisjoint(said)


def column_residue(residues: Sequence[str]) -> str:
    """The words that stand around the numbers of a column: those of at least half of its cells, else none."""
    if not any(residues):
        return ""
    common, _ = Counter(residues).most_common(1)[0]
    like = sum(same_stem(common, residue) for residue in residues)
    return common if like * 2 >= len(residues) else ""


def decide(tokens: Sequence[Token], locale: str, settled: Convention | None) -> tuple[Convention, bool, bool]:
    """The convention of a column, whether its tokens contradict each other, whether only the locale decided."""
    mark, torn, ambiguous = column_decimal(token.body for token in tokens)
    # beside numbers that a word multiplies, another short one may do so, too
    scaled_ones = any(token.times != 1 for token in tokens)
    residue = column_residue([one.residue for one in tokens if not (scaled_ones and may_multiply(one.residue))])
    if settled is not None:
        residue = residue or settled.residue
        if settled.fixed and settled.decimal:
            torn = torn or bool(mark and mark != settled.decimal)
            mark = settled.decimal
    fixed = bool(mark)
    return (
        Convention(decimal=mark or locale_decimal(locale), residue=residue, fixed=fixed),
        torn,
        ambiguous and not fixed,
    )
