"""Gives, for each type, the convention of a column and the function that reads one of its cells."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from functools import cache

from webdart.lexicon import lexicon
from webdart.records.coerce.convention import SEVERAL_SIDES, Convention, RawCell, Reader, Task, Unreadable
from webdart.records.coerce.date_order import order_of
from webdart.records.coerce.dates import (
    age_in,
    bare_day,
    dates_in,
    read_formatted,
    read_moment,
    tells_another_day,
)
from webdart.records.coerce.durations import read_duration, two_part_of, without, words_around
from webdart.records.coerce.money import (
    Amount,
    all_currencies,
    amount_in,
    amount_with_hundredths,
    currencies_in,
    has_side,
    has_thousandths,
    side_of,
)
from webdart.records.coerce.numbers import (
    Token,
    brackets_of,
    decide,
    far_scales,
    is_bracketed,
    is_whole,
    rounds,
    same_stem,
    tokenise,
    value_of,
)
from webdart.records.coerce.percentages import has_percent_sign, percentage_in
from webdart.records.coerce.scales import by_letter
from webdart.records.coerce.signs import (
    UNSAID,
    bar_among,
    boolean_of_classes,
    counts_stars,
    is_third,
    rating_number,
    rating_of_classes,
    read_bar,
    read_boolean,
    read_rating,
    scale_of,
)
from webdart.records.coerce.stars import ALIKE, stars_of
from webdart.records.coerce.yearless_days import with_year
from webdart.records.model import Remark
from webdart.records.words import default_label, plain
from webdart.values import replace
from webdart.workflow.model import Field, Kind, Scalar

_BIGINT = 2**63
_PERHAPS_A_NAME = "a letter that would multiply far beyond the rest of the column: perhaps a part of a number like 14b"
_PERHAPS_NEGATIVE = "in parentheses, as others of the column are not: perhaps below zero"
_UNSURE = frozenset({"below zero", "doubtful"})
_MONEY_DIGITS = 18
_PRICES = frozenset(lexicon("roles")["price"])


def reader(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    """The convention of a column, what to report of it, and the function that reads one of its cells."""
    kind = task.field.type.kind
    with_convention = _WITH_CONVENTION.get(kind)
    if with_convention is not None:
        return with_convention(task, cells, settled)
    if kind == "boolean":
        drawn = [cell.classes for cell in cells]
        return Convention(), (), lambda cell: _boolean(cell, task.field, drawn)
    return Convention(), (), lambda cell: _cell_by_itself(cell, task.field, task.locality.locale)


def _cell_by_itself(cell: RawCell, field: Field, locale: str) -> Scalar | Unreadable:
    """Types of which a cell can be read without its column."""
    match field.type.kind:
        case "currency":
            return _currency(cell, locale)
        case _:
            return cell.text or None


# -- numbers and money ----------------------------------------------------------------------------------------


def _texts(cell: RawCell) -> tuple[str, ...]:
    """The cell's readings in the order of trust; attributes only where there is no text."""
    return (cell.text,) if cell.text else cell.attributes


def _number_remarks(task: Task, tokens: Sequence[Token], *, torn: bool, by_locale: bool) -> tuple[Remark, ...]:
    name, locale = task.field.name, task.locality.locale
    if torn:
        return (Remark(code="ambiguous", text="the column's numbers use two decimal marks", column=name),)
    if by_locale and tokens:
        sample = next((token.body for token in tokens if value_of(token.body, ".") != value_of(token.body, ",")), "")
        text = f"{sample!r} can be read two ways, read as {locale} writes numbers"
        return (Remark(code="ambiguous", text=text, column=name),)
    return ()


def _fitting(token: Token, residue: str, cells: int) -> bool:
    """Whether the words around a number are the column's own, or (in a lone cell whose column has none) few."""
    if not token.residue or same_stem(token.residue, residue):
        return True
    return cells == 1 and not residue and len(token.residue.split()) <= 2


def _decimal(token: Token, convention: Convention, cells: int, *, torn: bool) -> Decimal | Unreadable:
    if not _fitting(token, convention.residue, cells):
        return Unreadable("other words around the number than in the rest of the column")
    value = value_of(token.body, convention.decimal)
    if value is None:
        return Unreadable("no number")
    if torn and value != value_of(token.body, "." if convention.decimal == "," else ","):
        return Unreadable("a number that can be read two ways")
    return value * token.times * (-1 if token.negative else 1) if token.negative or token.times != 1 else value


def _token(cell: RawCell, locale: str) -> Token | Unreadable:
    """The number of a cell; one that is shown rounded ("6.6k") is completed from an attribute ("6566 stars")."""
    texts = _texts(cell)
    token = tokenise(texts[0], locale) if texts else Unreadable("no number")
    if isinstance(token, Unreadable) or token.times == 1:
        return token
    said = (tokenise(text, locale) for text in cell.attributes)
    whole = next((one for one in said if isinstance(one, Token) and rounds(token, one)), None)
    return token if whole is None else replace(token, body=whole.body, times=1)


def _numbers(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    locale, whole = task.locality.locale, task.field.type.kind == "integer"
    found = {cell: _token(cell, locale) for cell in cells}
    tokens = [token for cell in cells if _texts(cell) and isinstance(token := found[cell], Token)]
    convention, torn, by_locale = decide(tokens, locale, settled)
    if whole and by_locale:
        # of two readings of an integer one is no integer; the locale's group mark needs no warning
        other = "." if convention.decimal == "," else ","
        if any(value_of(t.body, convention.decimal) != value_of(t.body, other) for t in tokens):
            all_whole = all(_whole(value_of(t.body, convention.decimal), t.times) for t in tokens)
            convention = convention if all_whole else replace(convention, decimal=other)
            by_locale = not all_whole
    remarks = _number_remarks(task, tokens, torn=torn, by_locale=by_locale)
    convention = replace(convention, brackets=brackets_of([cell.text for cell in cells], tokens, settled))
    mixed = convention.brackets in _UNSURE
    far = far_scales(tokens, convention.decimal)

    def read(cell: RawCell) -> Scalar | Unreadable:
        token = found.get(cell) or _token(cell, locale)
        if isinstance(token, Unreadable):
            return token
        if (token.times in far and by_letter(cell.text)) or (mixed and is_bracketed(cell.text)):
            return Unreadable(_PERHAPS_NEGATIVE if is_bracketed(cell.text) else _PERHAPS_A_NAME)
        value = _decimal(token, convention, len(tokens), torn=torn)
        if isinstance(value, Unreadable):
            return value
        if not whole:
            return float(value)
        if not _whole(value, 1) or abs(value) >= _BIGINT:
            return Unreadable("not a whole number")
        return int(value)

    return convention, remarks, read


def _whole(value: Decimal | None, times: int) -> bool:
    return value is not None and is_whole(value if times == 1 else value * times)


def _percentages(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    """Numbers, once each cell is reduced to its percentage."""
    locale = task.locality.locale
    signed = any(has_percent_sign(text) for cell in cells for text in _texts(cell)[:1])

    def reduced(cell: RawCell) -> RawCell | Unreadable:
        texts = _texts(cell)
        share = percentage_in(texts[0], locale, signed=signed) if texts else Unreadable("no number")
        return share if isinstance(share, Unreadable) else cell._replace(text=share, attributes=())

    bare = [one for cell in cells if isinstance(one := reduced(cell), RawCell)]
    convention, remarks, number = _numbers(task, bare, settled)

    tokens = [token for cell in bare if isinstance(token := tokenise(cell.text, locale), Token)]
    convention = replace(convention, brackets=brackets_of([cell.text for cell in cells], tokens, settled))
    mixed = convention.brackets in _UNSURE

    def read(cell: RawCell) -> Scalar | Unreadable:
        one = reduced(cell)
        if not isinstance(one, Unreadable) and mixed and is_bracketed(cell.text):
            return Unreadable(_PERHAPS_NEGATIVE)
        return one if isinstance(one, Unreadable) else number(one)

    return convention, remarks, read


def _money(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    locale, field = task.locality.locale, task.field
    shown = [text for cell in cells for text in _texts(cell)[:1]]
    currencies = all_currencies(_currencies_among(shown, locale), settled)
    paid, priced = frozenset(currencies.split()), is_price(field)
    found = [amount_with_hundredths(text, locale, paid, priced=priced) for text in shown]
    amounts = [amount for amount in found if isinstance(amount, Amount)]
    tokens = [amount.token for amount in amounts]
    convention, torn, by_locale = decide(tokens, locale, settled)
    thousandths = field.digits > 2 or any(a.currency is not None and has_thousandths(a.currency) for a in amounts)
    if by_locale and not thousandths:
        # three digits after the only mark are a group: money has no thousandths, dinars excepted
        ambiguous = {m for t in tokens for m in t.body if m in ".," and value_of(t.body, ".") != value_of(t.body, ",")}
        if len(ambiguous) == 1:
            mark = ambiguous.pop()
            by_locale = mark == convention.decimal
            convention = replace(convention, decimal="," if mark == "." else ".")
        else:
            torn = True
    remarks = _number_remarks(task, tokens, torn=torn, by_locale=by_locale)
    counts = Counter(amount.currency for amount in amounts if amount.currency)
    if len(counts) > 1:
        text = "several currencies: " + ", ".join(f"{code} ({count})" for code, count in counts.most_common())
        remarks += (Remark(code="two currencies", text=text, column=field.name),)

    open_ones = [amount_in(text, locale) for text in shown if not text.startswith("(")]
    brackets = brackets_of(shown, [amount.token for amount in open_ones if isinstance(amount, Amount)], settled)
    side = side_of(shown, locale, "" if settled is None else settled.side)
    convention = replace(convention, brackets=brackets, side=side, currencies=currencies)

    def read(cell: RawCell) -> Scalar | Unreadable:
        texts = _texts(cell)
        if texts and side == SEVERAL_SIDES and has_side(texts[0]):
            return Unreadable("on one side of an account: a word stands for its sign")
        amount = amount_with_hundredths(texts[0], locale, paid, priced=priced) if texts else Unreadable("no amount")
        if isinstance(amount, Unreadable):
            return amount
        value = _decimal(amount.token, convention, len(tokens), torn=torn)
        if isinstance(value, Unreadable):
            return value
        if brackets in _UNSURE and is_bracketed(texts[0]):
            if value > 0 and (currencies or brackets == "doubtful"):  # beside amounts with a currency, perhaps a count
                return Unreadable(_PERHAPS_NEGATIVE)
            value = -abs(value)
        return _quantised(value, field.digits)

    return convention, remarks, read


def _currencies_among(texts: Sequence[str], locale: str) -> frozenset[str]:
    """The currencies that amounts are written with."""
    found = (amount_in(text, locale) for text in texts)
    return frozenset(amount.currency for amount in found if isinstance(amount, Amount) and amount.currency)


def is_price(field: Field) -> bool:
    """Whether a field is called by what is paid: `price`, `total`."""
    return not _PRICES.isdisjoint(_called(field).split())


def _called(field: Field) -> str:
    return default_label(field.name) if field.label is None else plain(field.label)


@cache
def _unit(digits: int) -> Decimal:
    return Decimal(1).scaleb(-digits)


def _quantised(value: Decimal, digits: int) -> Decimal | Unreadable:
    """The amount with the column's digits; an amount that would change is unreadable (`digits` says how many)."""
    try:
        exact = value.quantize(_unit(digits), rounding=ROUND_HALF_EVEN)
    except InvalidOperation:
        return Unreadable("too large")
    if len(exact.as_tuple().digits) > _MONEY_DIGITS:
        return Unreadable("too large")
    return exact if exact == value else Unreadable(f"more than {digits} decimal places; declare `digits`")


def _currency(cell: RawCell, locale: str) -> str | Unreadable | None:
    for text in (cell.text, *cell.attributes):
        codes = currencies_in(text, locale)
        if len(codes) == 1:
            return codes[0]
        if codes:
            return Unreadable("several currencies")
    return None


# -- dates and durations --------------------------------------------------------------------------------------


def _dates(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    field, locality = task.field, task.locality
    texts = [text for cell in cells for text in (cell.text, *cell.attributes) if text]
    written = [item for text in texts for item in dates_in(text, locality.locale)]
    order = order_of(written, settled, locality.locale)
    remarks: tuple[Remark, ...] = ()
    if order.told and field.format is None:
        remarks = (Remark(code="ambiguous", text=order.told, column=field.name),)
    convention = Convention(order=order.order, fixed=order.fixed)

    def read(cell: RawCell) -> Scalar | Unreadable:
        moment = _moment(cell, task, convention, order.unread)
        if isinstance(moment, Unreadable):
            return moment
        return moment if field.type.kind == "datetime" else moment.date()

    return convention, remarks, read


def _moment(cell: RawCell, task: Task, convention: Convention, unread: str) -> datetime | Unreadable:
    """The moment that a cell names: attributes first, then the text, then (where allowed) its age.

    `unread` says why dates of an open order are not read, "" where they are.

    Attributes that give another day than a text which is a date and nothing else are of something else: the day that
    the row was added on, say.
    """
    field, locality = task.field, task.locality
    if field.format is not None:
        return read_formatted(cell.text, field.format, locality.zone)
    why = Unreadable("no whole date")
    shown = None if unread else bare_day(cell.text, convention, locality.locale)
    for text in (*cell.attributes, cell.text):
        if shown is not None and text != cell.text:
            only_day = field.type.kind == "date"
            if tells_another_day(text, shown, convention, locality.locale, exactly=only_day):
                continue
        found = dates_in(text, locality.locale) if text else ()
        if unread and any(item.order is None for item in found):
            return Unreadable(unread)
        moment = read_moment(text, convention, locality, day_only=field.type.kind == "date") if text else why
        if not isinstance(moment, Unreadable):
            return moment
        if found:
            why = moment
    age = age_in(cell.text, locality.locale)
    if age is not None:
        return _ago(locality.now, age) if field.approximate else Unreadable("an age, no date")
    return _by_weekday(cell.text, task) or why


def _by_weekday(text: str, task: Task) -> datetime | Unreadable | None:
    """The moment of a day without its year, by its weekday; None where the text has none."""
    field, locality = task.field, task.locality
    whole = with_year(text, locality.locale, locality.now.date()) if not dates_in(text, locality.locale) else None
    if whole is None or isinstance(whole, Unreadable):
        return whole
    if not field.approximate:
        return Unreadable("a day without its year: `approximate: true` takes that of its weekday")
    return read_moment(whole, Convention(), locality, day_only=field.type.kind == "date")


def _ago(now: datetime, age: timedelta) -> datetime | Unreadable:
    try:
        return now - age
    except OverflowError:
        return Unreadable("before the year 1")


def _durations(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    locale = task.locality.locale
    field = task.field
    called = f"{field.label or ''} {field.name.replace('_', ' ')}"
    texts = (text for cell in cells for text in _texts(cell))
    two_part = two_part_of(texts, called, locale) or (settled.two_part if settled else None)
    around = words_around([cell.text for cell in cells if cell.text], locale, settled.residue if settled else "")
    convention = Convention(two_part=two_part, residue=around, fixed=two_part is not None)

    def read(cell: RawCell) -> Scalar | Unreadable:
        why = Unreadable("not a length of time")
        for text in (cell.text, without(around, cell.text), *cell.attributes):
            span = read_duration(text, convention, locale) if text else why
            if not isinstance(span, Unreadable):
                return span
            why = span if text else why
        return why

    return convention, (), read


# -- signs ----------------------------------------------------------------------------------------------------


def said_by(cell: RawCell, called: str = "") -> bool | None:
    """Yes or no as a box, a text, an attribute or an icon says it; None where none does."""
    if cell.checked is not None:
        return cell.checked
    for text in (cell.text, *cell.attributes):
        value = read_boolean(text, called) if text else None
        if value is not None:
            return value
    return boolean_of_classes(cell.classes)


def _boolean(cell: RawCell, field: Field, drawn: Sequence[Sequence[str]]) -> bool | Unreadable | None:
    if cell.icons and is_third(cell.classes, drawn) and said_by(cell._replace(classes=())) is None:
        return Unreadable(UNSAID)
    shown = said_by(cell, _called(field))
    if shown is None and cell.icons and not cell.text:
        return Unreadable(UNSAID)  # an empty cell is no answer, a picture is one that can't be read
    return Unreadable("neither yes nor no") if shown is None else shown


def _ratings(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Reader:
    """A form of its own ("4 out of 5", stars, a bar, a class), else a lone number in the column's constant words."""
    locale = task.locality.locale
    tokens = [tokenise(cell.text, locale) for cell in cells if cell.text]
    lone = [token for token in tokens if isinstance(token, Token)]
    convention, _, _ = decide(lone, locale, settled)
    classed = any(rating_of_classes(cell.classes) is not None for cell in cells)
    stars = stars_of([cell.icons for cell in cells])
    scales = Counter(scale for cell in cells if (scale := scale_of(cell.text)) is not None)
    usual = 0 if settled is None else settled.scale
    usual = usual or next((scale for scale, count in scales.items() if count * 2 > scales.total()), 0)
    convention = replace(convention, scale=usual)
    remarks: tuple[Remark, ...] = ()
    if scales and not usual:
        text = "ratings out of several numbers: " + ", ".join(f"{scale} ({n})" for scale, n in scales.most_common())
        remarks = (Remark(code="two scales", text=text, column=task.field.name),)

    def read(cell: RawCell) -> Scalar | Unreadable:
        if usual and scale_of(cell.text) not in {usual, None}:
            return Unreadable("out of another number than other ratings of the column")
        written = [text for text in (cell.text, *cell.attributes) if text and read_bar(text) is None]
        value = next((value for text in written if (value := read_rating(text)) is not None), None)
        if value is None and len(written) < len(cell.attributes) + bool(cell.text):
            # what is drawn is told in words, too: they are exact, and widths may be those of each star
            value = _starred(written[bool(cell.text) :], locale, convention.decimal)
            value = bar_among(cell.attributes) if value is None else value
        if value is not None:
            return value
        shown = rating_of_classes(cell.classes)
        if shown is None and cell.icons and not classed:
            shown = stars.read(cell.icons) if stars is not None else None
            if shown is None and not cell.text:
                return Unreadable(ALIKE)
        token = tokenise(cell.text, locale) if shown is None and cell.text else None
        if isinstance(token, Token) and _fitting(token, convention.residue, len(lone)):
            shown = rating_number(cell.text, token, convention.decimal)
        if shown is None:
            shown = _starred(cell.attributes, locale, convention.decimal)
        return Unreadable("no rating") if shown is None else shown

    return convention, remarks, read


def _starred(attributes: Sequence[str], locale: str, decimal: str) -> float | None:
    """How many stars attributes say that there are: a bare number may be anything, and a choice of several is none."""
    found: set[float] = set()
    for text in attributes:
        token = tokenise(text, locale)
        if isinstance(token, Token) and counts_stars(text, token):
            value = rating_number(text, token, decimal)
            found.update([] if value is None else [value])
    return found.pop() if len(found) == 1 else None


_WITH_CONVENTION: Mapping[Kind, Callable[[Task, Sequence[RawCell], Convention | None], Reader]] = {
    "integer": _numbers,
    "number": _numbers,
    "percentage": _percentages,
    "money": _money,
    "date": _dates,
    "datetime": _dates,
    "duration": _durations,
    "rating": _ratings,
}
