"""Reads the time of day beside a date, and the zone in which it is told.

Halves of a day are named by the locale ("p. m.", 下午) and by English. An offset is written with a sign, or as the
letters that RFC 5322, section 4.3, and Europe have for their zones; letters that nobody agrees on say nothing.
"""

import re
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from webdart.lexicon.phrases import alternatives, pattern, words
from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.locales import parse_locale

_LETTERS = {
    "UTC": 0, "GMT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "BST": 1,
}  # fmt: skip
_OFFSET = re.compile(
    r"\s?\(?(?:(?P<base>UTC|GMT)\s?)?(?:(?P<sign>[+\-−])(?P<hours>\d{1,2})(?P<minutes>:?\d{2})?(?![\d:])|(?P<letters>[A-Z]{1,4})\b)"
)
_HALVES = {"am": "am", "pm": "pm", "morning": "am", "afternoon": "pm", "evening": "pm"}
_NOON, _MIDNIGHT = pattern("noon"), pattern("midnight")
_FARTHEST = 14  # hours that a zone is from Greenwich at most


def clock_in(text: str, locale: str) -> tuple[time | None, timedelta | str | None]:
    """The time of day in what stands around a date, and how far its zone is from UTC: a span, or the zone's letters."""
    for match in _pattern(locale).finditer(text):
        half = _half(match["before"] or match["after"] or "", locale)
        if match["minute"] or match["hours"] or half:  # a lone number is no time
            clock = _time(match["hour"] or match["hours"], match["minute"] or match["minutes"], match["second"], half)
            return clock, offset_in(text[match.end() :], precise=bool(match["second"]))
    if _NOON.search(text):
        return time(12), None
    if _MIDNIGHT.search(text):
        return time(0), None
    return None, None


def offset_in(text: str, *, precise: bool) -> timedelta | str | None:
    """What a text that stands behind a time begins with, if that is a zone.

    `precise`: the time has seconds, or stands as a standard has it; "10:00-12:00" otherwise is a time and its end.
    """
    match = _OFFSET.match(text)
    if match is None:
        return None
    if match["letters"]:
        return None if match["base"] or match["letters"] not in _LETTERS else match["letters"]
    said = match["minutes"] or ""
    if not match["base"] and (not said or (":" in said and match["sign"] != "+" and not precise)):
        return None
    away = timedelta(hours=int(match["hours"]), minutes=int(said.strip(":") or 0))
    if away > timedelta(hours=_FARTHEST):
        return None
    return away if match["sign"] == "+" else -away


def is_elsewhere(offset: timedelta | str | None) -> bool:
    """Whether a time is told by clocks of some place, and not by those of Greenwich that machines go by."""
    return bool(_LETTERS[offset] if isinstance(offset, str) else offset)


def at_home(moment: datetime, offset: timedelta | str | None, zone: str) -> datetime | Unreadable:
    """A moment as the clocks of `zone` tell it. Letters that this very zone goes by then (BST) are its own."""
    try:
        return _at_home(moment, offset, zone)
    except OverflowError:  # midnight of the year 1, by which some programs mean no time at all
        return Unreadable("outside of the years 1 to 9999")


def _at_home(moment: datetime, offset: timedelta | str | None, zone: str) -> datetime:
    if offset is None:
        return moment
    home = ZoneInfo(zone)
    if isinstance(offset, str):
        if moment.replace(tzinfo=home).tzname() == offset:
            return moment
        offset = timedelta(hours=_LETTERS[offset])
    return (moment - offset).replace(tzinfo=UTC).astimezone(home).replace(tzinfo=None)


def time_of(hour: int, minute: int, second: int) -> time | None:
    """The time of day, if there is one."""
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def _time(hour: str, minute: str | None, second: str | None, half: str) -> time | None:
    number = int(hour)
    if half and number <= 12:
        number = number % 12 + (12 if half == "pm" else 0)
    return time_of(number, int(minute or 0), int(second or 0))


def _half(words: str, locale: str) -> str:
    return _halves(locale).get(_bare(words), "")


def _bare(words: str) -> str:
    return re.sub(r"[\s.\u200c]", "", words).casefold()


@lru_cache(maxsize=64)
def _halves(locale: str) -> dict[str, str]:
    """What the halves of a day are called, without blanks and dots, and which of the two each is."""
    found: dict[str, str] = {}
    for name in ("en", locale):
        periods = parse_locale(name).day_periods["format"]
        for width in ("wide", "abbreviated"):
            for key, said in periods.get(width, {}).items():
                half, called = _HALVES.get(str(key).rstrip("12")), _bare(str(said))
                if half and len(called) > 1:
                    found.setdefault(called, half)
    return found


@lru_cache(maxsize=64)
def _pattern(locale: str) -> re.Pattern[str]:
    """A time of day as the locale or English writes it: 9:30 pm, 下午3時5分."""
    names = sorted(_halves(locale), key=len, reverse=True)
    half = "|".join(r"[\s.\u200c]{0,2}".join(map(re.escape, name)) for name in names)
    hour, minute, of_clock = (alternatives(words(name)) for name in ("hour_sign", "minute_sign", "o_clock"))
    return re.compile(
        rf"(?<![\d:])(?:(?<![^\W\d_])(?P<before>{half})\s?)?(?<!\d)"
        rf"(?:(?P<hours>\d{{1,2}})\s?(?:{hour})(?:\s?(?P<minutes>\d{{1,2}})\s?(?:{minute}))?"
        rf"|(?P<hour>\d{{1,2}})(?:(?:[:.h]|\sh\s)(?P<minute>\d{{2}}))?(?::(?P<second>\d{{2}})(?:[.,]\d+)?)?)"
        rf"(?:\s?(?:(?:{of_clock})\b)?\s?(?P<after>{half})\.?(?![^\W\d_]))?(?![\d:])",
        re.IGNORECASE,
    )
