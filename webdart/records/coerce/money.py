"""Reads amounts of money and their currency: by their own marks, then by the column, then by the locale."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from babel import Locale
from babel.numbers import get_currency_precision, get_currency_symbol, get_territory_currencies, list_currencies
from msgspec import Struct

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives
from webdart.records.coerce.convention import NO_SIDE, SEVERAL_SIDES, Convention, Unreadable
from webdart.records.coerce.locales import ascii_digits, groups_by_blank, locale_decimal, parse_locale
from webdart.records.coerce.numbers import MINUS, Token, tokenise
from webdart.records.coerce.scales import own_scales

_WRITTEN: Mapping[str, Sequence[str]] = lexicon("currency_signs")
"""What shops write, by the codes that it may stand for."""
_RUN = re.compile(rf"[^{MINUS}\s\d.,:;()/+’'٫٬]+(?:\.[^{MINUS}\s\d.,:;()/+’'٫٬]+)*(?:\.(?=\s))?")
_CENTS = re.compile(r"(?<=\d)[.,]?((?:\s?[^\d\s.,⁰¹²³⁴-⁹]{1,3})?)\s?([⁰¹²³⁴-⁹]{2})(?!\w)")  # 12⁹⁹, 12 €⁹⁹
_INSIDE = re.compile(r"(?<=\d)([^\d\s.,]{1,3})(\d\d)(?![\w.,])")  # 12€99
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_CENT_SIGN = re.compile(r"(?<![\d.,])(\d{1,2})\s?¢")
_CENT_SIGN_FIRST = re.compile(r"(?<![\w.,])¢\s?(\d{1,2})(?![\d.,])")
_CENTS_FIRST = frozenset(lexicon("money")["cents_first"])
_CENT_WORDS: Mapping[str, Sequence[str]] = lexicon("money")["hundredths"]
_OTHER_UNITS = frozenset(lexicon("money")["other_units"])
_MEASURE = re.compile(rf"/\s?\d*\s?({alternatives(lexicon('money')['measures'])})\.?(?!\w)", re.IGNORECASE)
_CENT_CURRENCY = {word: code for code, words in _CENT_WORDS.items() for word in words}
_HUNDREDTHS = re.compile(rf"(?<![\w.,])(\d+)([.,]\d+)*\s?({alternatives(_CENT_CURRENCY)})\.?(?![^\W_])", re.IGNORECASE)
_SIDE = re.compile(rf"(?<![^\W\d_])(?<!/)(?<!/\s)({alternatives(lexicon('money')['sides'])})\.?\s*$", re.IGNORECASE)
_BARE_CENTS = re.compile(r"(?<![\w.,])\.(\d\d)(?![\w.,])")  # $.75
_BLANKS = re.compile(rf"\s*(?:[{MINUS}+]\s?)?\d{{1,3}}(?:\s\d{{3}})+(,\d\d)?[\s.]*")  # 1 298,00
_CODE = re.compile(r"[^\W\d_]-\d")  # KD-4231 is a model, though KD is paid with
_SHARE = re.compile(r"\d\s?%")
_DASH_BEHIND = re.compile(rf"\d[{MINUS}](?!\w)(?![^\d]*\d)")
_SIMPLE = re.compile(r"([$€£¥₩₹₽])\s?([0-9]+(?:[.,][0-9]+)*)|([0-9]+(?:[.,][0-9]+)*)\s?([$€£¥₩₹₽])")  # $1,234.50
_SIGN_APART = re.compile(rf"^(\s*[{MINUS}+])\s+(?=\d)")
_BRACKETED = re.compile(r"\s*\((.*)\)\s*")
_MARK_AFTER = re.compile(r"(?<=\d)\s?[.,][-–—]+")  # `5,–` and `5.-`: no cents


class Amount(Struct, frozen=True):
    """An amount as written: the number's token (its residue without the currency) and the currency, if there is one."""

    token: Token
    currency: str | None


@lru_cache(maxsize=64)
def home_currency(locale: str) -> frozenset[str]:
    """The currency that is paid with where the locale is from."""
    where = parse_locale(locale)
    return frozenset(get_territory_currencies(where.territory)[:1]) if where.territory else frozenset()


@lru_cache(maxsize=64)
def _currency_of_symbol(locale: str) -> dict[str, str]:
    """Symbol or code → ISO code, in one locale."""
    where, home = parse_locale(locale), home_currency(locale)
    codes: set[str] = set(list_currencies())
    found = {code: code for code in codes}
    for data in (Locale.parse("en"), where):
        for code in sorted(codes):
            symbol = ascii_digits(get_currency_symbol(code, data))
            if symbol and symbol not in codes:
                found[symbol.strip().rstrip(".")] = code
    for symbol, candidates in _WRITTEN.items():
        found[symbol] = next((code for code in candidates if code in home), candidates[0])
    return found


def _mark(word: str, table: Mapping[str, str]) -> str | None:
    """The currency that a run of letters and signs stands for."""
    return table.get(word) or table.get(word.rstrip("."))


def is_for_measure(text: str) -> bool:
    """Whether an amount is what a measure costs and not the thing: "6.38 €/m²", "$1.20 / 100 g"."""
    return "/" in text and _MEASURE.search(text) is not None


def currencies_in(text: str, locale: str) -> tuple[str, ...]:
    """The ISO codes of the currency marks in a text, each once, in order."""
    table = _currency_of_symbol(locale)
    words = _RUN.findall(text)
    written = {word for word in words if _mark(word, table) == word}  # "$12.99 CAD": the code says whose $ it is
    found = (_mark(word, table) for word in words if written.isdisjoint(_WRITTEN.get(word, ())))
    return tuple(dict.fromkeys(code for code in found if code))


def all_currencies(codes: Iterable[str], settled: Convention | None) -> str:
    """The currencies of a column with those that it has had on pages before, as a `Convention` has them."""
    return " ".join(sorted({*codes, *("" if settled is None else settled.currencies).split()}))


def has_thousandths(code: str) -> bool:
    """Whether a currency has thousandths, as dinars do."""
    return get_currency_precision(code) > 2


def _without_marks(text: str, locale: str) -> str:
    """The text with a blank for every currency mark."""
    table = _currency_of_symbol(locale)
    return _RUN.sub(lambda run: " " if _mark(run[0], table) else run[0], text)


def _with_cents(text: str, locale: str) -> str:
    """The text with a decimal mark for cents that stand above the line, or behind the currency: 12⁹⁹, 12€99."""
    table = _currency_of_symbol(locale)

    def marked(found: re.Match[str]) -> str:
        sign, cents = found[1].strip(), found[2].translate(_LOWERED)
        if (sign and _mark(sign, table) is None) or (not sign and found.re is _INSIDE):
            return found[0]
        mark = "," if re.search(r"\d\.\d{3}$", text[: found.start()]) else "."  # of the two the one that groups nothing
        return f"{mark}{cents} {sign}".rstrip()

    return _INSIDE.sub(marked, _CENTS.sub(marked, text))


@lru_cache(maxsize=2048)
def amount_in(text: str, locale: str) -> Amount | Unreadable:
    """The one amount of a text."""
    simple = _SIMPLE.fullmatch(text)
    if simple is None:
        return amount_among(text, locale)
    body = simple[2] or simple[3]  # most amounts are such: what may be said besides need not be looked for
    return Amount(Token(False, body, 1, ""), _currency_of_symbol(locale)[simple[1] or simple[4]])


@lru_cache(maxsize=2048)
def amount_with_hundredths(text: str, locale: str, paid: frozenset[str], *, priced: bool) -> Amount | Unreadable:
    """As `amount_in`, of a column with amounts `paid` in these currencies: "85p" is 0.85 among pounds.

    Elsewhere such a letter may be one for grams, pages or lines, and the text is unreadable; "85 pence" is an amount
    where the column is `priced`, which is called by what is paid.
    """
    said = ascii_digits(text)
    cents = None if currencies_in(said, locale) else _HUNDREDTHS.search(said)
    if cents is None:
        return amount_in(text, locale)
    word = cents[3].casefold()
    currency = _CENT_CURRENCY[word]
    if priced and not paid and word not in _OTHER_UNITS:
        paid = home_currency(locale)
    if not paid or (currency != "any" and currency not in paid):
        return Unreadable("hundredths of a currency, or something else")
    if cents[2]:
        return Unreadable("a part of a hundredth")
    return amount_in(
        f"{said[: cents.start()]}{_in_wholes(cents[1], locale_decimal(locale))}{said[cents.end() :]}", locale
    )


def amount_among(text: str, locale: str) -> Amount | Unreadable:
    """The one amount of a text that may say more: other marks, words, a sign, cents above the line."""
    text = _BARE_CENTS.sub(r"0.\1", _MARK_AFTER.sub("", ascii_digits(_with_cents(text, locale))))
    for sign in (_CENT_SIGN, _CENT_SIGN_FIRST) if parse_locale(locale).territory in _CENTS_FIRST else (_CENT_SIGN,):
        text = sign.sub(lambda found: f"${int(found[1]) / 100:.2f}", text)
    codes = currencies_in(text, locale)
    if why := _why_none(text, codes):
        return Unreadable(why)
    bare = _without_marks(text, locale) if codes else text
    negative = False
    bracketed = _BRACKETED.fullmatch(bare)
    if bracketed:  # bookkeepers' minus; "(12)" alone is a count in brackets
        bare, negative = bracketed[1], bool(codes) or re.search(r"[.,]\d\d\s*$", bracketed[1]) is not None
    if _groups_by_blank(bare, codes, locale):
        bare = re.sub(r"(?<=\d)\s(?=\d)", "", bare)
    token = tokenise(_SIGN_APART.sub(r"\1", bare), locale, paid=True)
    if isinstance(token, Unreadable):
        return token
    return Amount(
        Token(negative=token.negative or negative, body=token.body, times=token.times, residue=token.residue),
        codes[0] if codes else None,
    )


def _why_none(text: str, codes: tuple[str, ...]) -> str:
    """Why a text with these currencies is no single amount; "" where it may well be."""
    if len(codes) > 1:
        return "several currencies"
    if not codes and _SHARE.search(text):
        return "a share, not an amount"
    if _CODE.search(text):
        return "part of a longer code"
    return "a dash behind the number: a minus, or no cents" if _DASH_BEHIND.search(text) else ""


def has_side(text: str) -> bool:
    """Whether a text ends with a word for a side of an account: "5.00 CR"."""
    return _SIDE.search(text) is not None


def side_of(texts: Iterable[str], locale: str, settled: str) -> str:
    """The side of an account that all amounts of a column have, as a `Convention` has it.

    A word that multiplies in this locale is one only beside another: crores stand among lakhs.
    """
    counted = [text for text in texts if any(map(str.isdigit, text))]
    sides = {found[1].casefold() if (found := _SIDE.search(text)) else NO_SIDE for text in counted}
    if sides - {NO_SIDE} <= own_scales(locale).keys():
        sides = {NO_SIDE} if sides else set[str]()
    sides |= {settled} - {""}
    return SEVERAL_SIDES if len(sides) > 1 else "".join(sides)


def _in_wholes(hundredths: str, decimal: str) -> str:
    """A number of hundredths as one of the currency's whole units: 85 is 0.85."""
    digits = hundredths.zfill(3)
    return f"{digits[:-2]}{decimal}{digits[-2:]}"


def _groups_by_blank(text: str, codes: tuple[str, ...], locale: str) -> bool:
    """Whether "1 298" is one number in a locale that groups otherwise: a page that is foreign to it says so.

    By a decimal comma, or by a currency from elsewhere; a blank between a count and an amount means nothing else.
    """
    match = None if groups_by_blank(locale) else _BLANKS.fullmatch(text)
    return match is not None and bool(match[1] or (codes and codes[0] not in home_currency(locale)))
