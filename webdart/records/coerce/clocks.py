"""Reads the time of day beside a date, and the zone in which it is told.

Halves of a day are named by the locale ("p. m.", 下午) and by English. An offset is written with a sign, or as the
letters that people have for their zones. Letters of zones in several parts of the world leave the moment open.
"""

import re
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from webdart.lexicon.phrases import alternatives, pattern, words
from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.locales import parse_locale

_LETTERS = {
    "UTC": 0, "GMT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "BST": 1,
    "AKST": -9, "AKDT": -8, "HST": -10, "NST": -3.5, "NDT": -2.5, "SAST": 2, "CAT": 2, "EAT": 3, "WAT": 1, "PKT": 5,
    "WIB": 7, "WITA": 8, "WIT": 9, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5, "ACDT": 10.5,
    "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip
"""Hours from UTC: RFC 5322, section 4.3, and abbreviations of the tz database that only one part of the world has."""
_PLACES = {"ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles"}
"""Letters that mean the clocks of a place, in winter and in summer."""
_DISPUTED = frozenset({"IST", "AST", "ADT", "GST", "AMT", "SST"})
"""Letters of several zones; IST is India's, Israel's and Ireland's."""
_OFFSET = re.compile(
    r"\s?\(?(?:(?P<base>UTC|GMT)\s?)?(?:(?P<sign>[+\-−])(?P<hours>\d{1,2})(?P<minutes>:?\d{2})?(?![\d:])|(?P<letters>[A-Z]{1,4})\b(?!\s?\d))"
)
_LONGEST_TRIP = 3  # days that timetables count behind a time
_DAYS_ON = re.compile(rf"\s?\(?\+[1-{_LONGEST_TRIP}]\)?(?=\s*(?:$|[,;|·)]))")
_NEXT_DAY = "+1"
"""Behind a time: it is one of the next day, as timetables say, or one of a zone an hour from Greenwich."""
_HALVES = {"am": "am", "pm": "pm", "morning": "am", "afternoon": "pm", "evening": "pm"}
_NAME = re.compile(r"(?:^|[,;/|·•]\s?)[^\W\d_]+(?:\s[^\W\d_]+)?:?\s?$")
"""What a time is called, as a part of its own; a lone time behind a date is the date's, and "bis" leads to its end."""
_NOON, _MIDNIGHT = pattern("noon"), pattern("midnight")
_FARTHEST = 14  # hours that a zone is from Greenwich at most


def has_several(text: str, locale: str) -> bool:
    """Whether two times of one zone stand in a text that are each named: "doors 19:00, show 20:00"."""
    found = [match for match in _pattern(locale).finditer(text) if match["minute"] and ":" in match[0]]
    if len({match[0].strip() for match in found}) < 2:
        return False
    if any(offset_in(text[match.end() :], precise=bool(match["second"])) is not None for match in found):
        return False
    before, *between = [text[start:end] for start, end in pairwise([0, *(at for one in found for at in one.span())])][
        ::2
    ]
    return _NAME.search(before) is not None and any(map(_NAME.search, between))


def clock_in(text: str, locale: str) -> tuple[time | None, timedelta | str | None]:
    """The time of day in what stands around a date, and how far its zone is from UTC: a span, or the zone's letters."""
    for match in _pattern(locale).finditer(text):
        half = _half(match["before"] or match["after"] or "", locale)
        if match["minute"] or match["hours"] or half:  # a lone number is no time
            return _time(match, half), offset_in(text[match.end() :], precise=bool(match["second"]))
    if _NOON.search(text):
        return time(12), None
    if _MIDNIGHT.search(text):
        return time(0), None
    return None, None


def offset_in(text: str, *, precise: bool) -> timedelta | str | None:
    """What a text that stands behind a time begins with, if that is a zone.

    `precise`: the time has seconds, or stands as a standard has it; "10:00-12:00" otherwise is a time and its end.
    """
    if _DAYS_ON.match(text):
        return _NEXT_DAY
    match = _OFFSET.match(text)
    if match is None:
        return None
    if match["letters"]:
        known = match["letters"] in {*_LETTERS, *_PLACES, *_DISPUTED}
        return match["letters"] if known and not match["base"] else None
    said = match["minutes"] or ""
    if not match["base"] and (not said or (":" in said and match["sign"] != "+" and not precise)):
        return None
    away = timedelta(hours=int(match["hours"]), minutes=int(said.strip(":") or 0))
    if away > timedelta(hours=_FARTHEST):
        return None
    return away if match["sign"] == "+" else -away


def is_elsewhere(offset: timedelta | str | None) -> bool:
    """Whether a time is told by clocks of some place, and not by those of Greenwich that machines go by."""
    return bool(_LETTERS.get(offset, True) if isinstance(offset, str) else offset)


def at_home(moment: datetime, offset: timedelta | str | None, zone: str) -> datetime | Unreadable:
    """A moment as the clocks of `zone` tell it. Letters that this very zone goes by then (BST) are its own."""
    if offset == _NEXT_DAY:
        return Unreadable("a time of another day or zone: '+1' may mean either")
    if offset in _DISPUTED and moment.replace(tzinfo=ZoneInfo(zone)).tzname() != offset:
        return Unreadable(f"{offset} is a zone in several parts of the world")
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
        if offset in _PLACES:
            return moment.replace(tzinfo=ZoneInfo(_PLACES[offset])).astimezone(home).replace(tzinfo=None)
        offset = timedelta(hours=_LETTERS[offset])
    return (moment - offset).replace(tzinfo=UTC).astimezone(home).replace(tzinfo=None)


def time_of(hour: int, minute: str | None, second: str | None, fraction: str | None) -> time | None:
    """The time of day, if there is one. Digits of a `fraction` of a second behind the sixth are left out."""
    minutes, seconds, micro = int(minute or 0), int(second or 0), int(f"{fraction or '':0<6.6}")
    return time(hour, minutes, seconds, micro) if hour < 24 and minutes < 60 and seconds < 60 else None


def _time(match: re.Match[str], half: str) -> time | None:
    number = int(match["hour"] or match["hours"])
    if half and number <= 12:
        number = number % 12 + (12 if half == "pm" else 0)
    return time_of(number, match["minute"] or match["minutes"], match["second"], match["fraction"])


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
        rf"|(?P<hour>\d{{1,2}})(?:(?:[:.h]|\sh\s)(?P<minute>\d{{2}}))?(?::(?P<second>\d{{2}})(?:[.,](?P<fraction>\d+))?)?)"
        rf"(?:\s?(?:(?:{of_clock})\b)?\s?(?P<after>{half})\.?(?![^\W\d_]))?(?![\d:])",
        re.IGNORECASE,
    )
