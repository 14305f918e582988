"""Measures how likely texts are of a type, 0 to 1, for choosing columns; values are read later, by the column."""

import re
from collections.abc import Sequence
from decimal import Decimal

from webdart.lexicon import lexicon
from webdart.records.coerce.calendar_names import month_names, weekday_names
from webdart.records.coerce.clocks import clock_in
from webdart.records.coerce.convention import Convention, Unreadable
from webdart.records.coerce.dates import age_in, dates_in
from webdart.records.coerce.durations import read_duration
from webdart.records.coerce.locales import locale_decimal
from webdart.records.coerce.money import Amount, amount_in, currencies_in
from webdart.records.coerce.numbers import Token, reading_of, tokenise, value_of
from webdart.records.coerce.percentages import has_percent_sign, percentage_in
from webdart.records.coerce.signs import counts_stars, rating_number, rating_of_classes, read_boolean, read_rating
from webdart.records.coerce.yearless_days import names_a_day
from webdart.records.words import is_placeholder
from webdart.workflow.model import NUMERIC, Kind

_VAGUE = 0.6  # how much an age is a date
_VAGUER = 0.5  # how much a day without its year is one
_BARE_AMOUNT = 0.4  # how much an amount without a currency is money
_BARE_NUMBER = 0.2  # how much a whole number is money: a label has to say so
_BARE_PERCENTAGE = 0.3  # how much a number is a percentage whose sign may stand in the head of its column
_MOMENT = 0.1  # how much the number of a day without a year, or of an age, is a number: "20 Jun", "3 hours ago"
_BROKEN = 0.2  # how much a number with a fraction is a whole one, or a count of millions a time
_MILLIONS = re.compile(r"\(?[\d.,]+\s?M\)?")
_MAX_NUMBER = 80  # letters around a number in a cell
_WORDED_NUMBER = 0.7  # "12 reviews" may be an integer
_WITHOUT_DIGITS = frozenset({"text", "boolean", "rating", "currency", "link", "image"})
_MAX_AGE = 40  # letters of a date or an age
_IN_DIGITS = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}/\d{1,2}")
_NAMED_DAYS = frozenset(lexicon("times")["named"])
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_CLOCK_CONVENTION = Convention(two_part="m:s")


class Plausible:
    """Shares by text and type, `readings` and `cores` of elements, each worked out once a page."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._tokens: dict[str, Token | None] = {}
        self.readings: dict[tuple[tuple[int, str | None], str, bool], tuple[str, ...]] = {}
        self.cores: dict[int, int] = {}
        self._known: dict[tuple[str, Kind], float] = {}

    def share(self, kind: Kind, texts: Sequence[str]) -> float:
        """How plausible it is that a text, or failing that an attribute, is of a type: that of the best."""
        best = 0.0
        for text in texts:
            if text:
                key = (text, kind)
                known = self._known.get(key)
                if known is None:
                    known = self._known[key] = self._one(text, kind)
                if known >= 1.0:
                    return 1.0
                best = max(best, known)
        return best

    def timely(self, text: str, *, called: bool = False) -> bool:
        """Whether a text tells a moment and little else: a date, an age ("2 hours ago"), a day ("Yesterday, 16:33").

        Where it is `called` a time, a clock or a day in digits is one as well: "20:15", "7/12".
        """
        if len(text) > _MAX_AGE:
            return False
        if called and _IN_DIGITS.fullmatch(text):
            return True
        if not any(c.isdigit() for c in text):
            return text.casefold() in _NAMED_DAYS or age_in(text, self.locale) is not None
        told = self.share("date", (text,)) > 0 or age_in(text, self.locale) is not None
        return told or self._is_named_day(text)

    def _is_named_day(self, text: str) -> bool:
        """Whether half of a text's words at least are names of days or months: "Yesterday, 16:33", "31 de jul"."""
        said = _WORD.findall(text.casefold().replace("’", "'"))
        known = (_NAMED_DAYS, month_names(self.locale), weekday_names(self.locale))
        return bool(said) and sum(any(word in names for names in known) for word in said) * 2 >= len(said)

    def token(self, text: str) -> Token | None:
        """The one number of a text."""
        if text not in self._tokens:
            token = tokenise(text, self.locale) if len(text) <= _MAX_NUMBER else None
            self._tokens[text] = token if isinstance(token, Token) else None
        return self._tokens[text]

    def _one(self, text: str, kind: Kind) -> float:
        if len(text) > 400 and kind != "text":
            return 0.0
        if kind in _WITHOUT_DIGITS:
            return self._worded(text, kind)
        return self._counted(text, kind) if any(c.isdigit() for c in text) else 0.0

    def _counted(self, text: str, kind: Kind) -> float:
        """Types that need a digit."""
        if kind == "percentage":
            return self._percentage(text)
        if kind in NUMERIC:
            return self._number(text) * (_BROKEN if kind == "integer" and self._broken(text) else 1.0)
        if kind == "money":
            return self._amount(text)
        if kind == "duration":
            readable = not isinstance(read_duration(text, _CLOCK_CONVENTION, self.locale), Unreadable)
            return readable * (_BROKEN if _MILLIONS.fullmatch(text) else 1.0)
        return self._moment(text, kind)

    def _worded(self, text: str, kind: Kind) -> float:
        """Types that need no digit."""
        match kind:
            case "text":
                return self._text(text)
            case "boolean":
                return float(read_boolean(text) is not None)
            case "rating":
                return self._rating(text)
            case "currency":
                return float(bool(currencies_in(text, self.locale)))
            case _:
                return 0.0  # links and images are addresses, no texts

    def _text(self, text: str) -> float:
        if is_placeholder(text) or not any(c.isalnum() for c in text):
            return 0.1
        letters = sum(c.isalpha() for c in text)
        figures = letters * 2 < len(text.replace(" ", ""))
        if figures and (self._one(text, "money") > 0 or self._one(text, "date") not in {0.0, _VAGUE, _VAGUER}):
            return 0.3
        if read_rating(text) is not None:
            return 0.3  # stars, said in words
        return 1.0 if letters else 0.4

    def _number(self, text: str) -> float:
        token = tokenise(text, self.locale)
        if isinstance(token, Token) and reading_of(token.body)[0] != "bad":
            if not token.residue:
                return 1.0
            if self._passing(text, token.residue):
                return _MOMENT
            if not currencies_in(text, self.locale) and not dates_in(text, self.locale):
                return _WORDED_NUMBER if len(token.residue.split()) <= 2 else 0.3
        return 0.0

    def _percentage(self, text: str) -> float:
        share = percentage_in(text, self.locale, signed=False)
        if isinstance(share, Unreadable):
            return 0.0
        return 1.0 if has_percent_sign(text) else _BARE_PERCENTAGE

    def _passing(self, text: str, beside: str) -> bool:
        """Whether a number is that of a day or a year beside its month, or of an age."""
        months = month_names(self.locale)
        named = any(word.strip(".,").casefold() in months for word in beside.split())
        return named or age_in(text, self.locale) is not None

    def _broken(self, text: str) -> bool:
        """Whether a text's number has a fraction: 9.3, and not 1.2k."""
        token = self.token(text)
        return token is not None and token.times == 1 and reading_of(token.body)[0] == "decimal"

    def bare_amount(self, text: str) -> bool:
        """Whether a text is an amount with its currency and nothing else, also no "+" for what is added."""
        amount = amount_in(text, self.locale)
        alone = isinstance(amount, Amount) and amount.currency is not None and not amount.token.residue
        return alone and "+" not in text

    def amount(self, text: str) -> Decimal | None:
        """The amount of a text, whatever its currency: to be held against others that are written so."""
        found = amount_in(text, self.locale)
        return value_of(found.token.body, ".") if isinstance(found, Amount) else None

    def _amount(self, text: str) -> float:
        amount = amount_in(text, self.locale)
        if not isinstance(amount, Amount):
            return 0.0
        if amount.currency:
            return 1.0 if len(amount.token.residue.split()) <= 2 else 0.5
        return _BARE_AMOUNT if reading_of(amount.token.body)[0] == "decimal" else _BARE_NUMBER

    def _moment(self, text: str, kind: Kind) -> float:
        found = dates_in(text, self.locale)
        if not found:
            return _VAGUE if age_in(text, self.locale) is not None else _VAGUER * names_a_day(text, self.locale)
        rest = len(found[0].rest.split())
        tidy = 1.0 if rest <= 4 else 0.6
        if kind == "datetime" and not found[0].timed and clock_in(found[0].rest, self.locale)[0] is None:
            tidy *= 0.8
        return tidy if len(found) == 1 else 0.3 * tidy

    def _rating(self, text: str) -> float:
        if read_rating(text) is not None:
            return 1.0
        token = self.token(text)
        if token is None or len(token.residue.split()) > 2:
            return 0.0
        if rating_number(text, token, locale_decimal(self.locale)) is None:
            return 0.0
        return 0.9 if counts_stars(text, token) else 0.5


def rating_share(classes: tuple[str, ...]) -> float:
    """Whether classes show a rating."""
    return 1.0 if rating_of_classes(classes) is not None else 0.0
