"""Explores a site for the records that a sentence is about, by its words alone: pages are looked at, no model is asked.

A page is worth as much as it explains: words of the sentence that name it, its columns, or values that a column
repeats. Links are followed where their words say what nothing has explained yet. A menu is a way and no table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.errors import SiteError
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import Sighting
from webdart.inspect.site import Around
from webdart.lexicon.phrases import meant, words
from webdart.model.planning import page_digest as sight
from webdart.model.planning.column_values import columns_of
from webdart.model.planning.inferred_field import own_fields
from webdart.model.planning.page_digest import Choice
from webdart.navigate.similarity import covered, words_of
from webdart.records.detail.main_heading import main_heading
from webdart.records.structure.outline import outline

PAGES = 12
"""Pages that one sentence is worth: the categories of a small shop, where nothing says which is meant."""
_LINKS = 24
_SAME = 0.7
"""How alike two words are that mean one thing: all but their endings."""
_NAMED, _MEANT, _SEEN = 1.0, 0.6, 0.5
"""What it counts that a word stands there; that it means the same; that it is one value among many."""
_LONG = 0.3
"""What it counts that a list is one that goes on, and no teaser."""
_AT_HAND = 1.0
"""What it counts that a form stands on the page that was given."""
_CLEAR = 0.5
"""How much more the best must explain than the second to be it without a question."""
_ASIDE = 0.5  # what the text beside a link counts, relative to its own words


class Place(Struct, frozen=True, kw_only=True):
    """A line of a page with the words of the sentence that it explains, and how many links away it is.

    `named`: the sentence says what the list is called, or a text of its rows, not only what its site is about.
    """

    sighting: Sighting
    choice: Choice
    explains: Mapping[str, float]
    far: int
    long: bool = False
    named: bool = True

    @property
    def worth(self) -> float:
        """How much of the sentence it explains."""
        more = (_LONG if self.long else 0) + (_AT_HAND if self.choice.form is not None and not self.far else 0)
        return sum(self.explains.values()) + more


@dataclass(slots=True)
class Exploration:
    """What is known of a site for one sentence; `forms` are places too where something is to be changed."""

    around: Around
    sentence: str
    forms: bool = False
    _places: list[Place] = field(default_factory=list[Place])
    _links: dict[str, tuple[frozenset[str], float, int]] = field(
        default_factory=dict[str, tuple[frozenset[str], float, int]]
    )
    _visited: set[str] = field(default_factory=set[str])

    async def places(self) -> tuple[Place, ...]:
        """The places that may be meant, the likeliest first; more than one where they explain as much."""
        wanted = content(self.sentence)
        self._look(await self._drawn(self.around.first), wanted, 0)
        while len(self._visited) < PAGES and (href := self._next()) is not None:
            far = self._links.pop(href)[2]
            try:
                sighting = await self._drawn(await self.around.at(href))
            except SiteError:
                self._visited.add(href)
                continue
            self._look(sighting, wanted, far)
        ranked = sorted(self._places, key=lambda one: (not one.named, -one.worth, one.far))
        best = ranked[0] if ranked else None
        return tuple(one for one in ranked if best and one.named == best.named and one.worth > best.worth - _CLEAR)

    async def _drawn(self, sighting: Sighting) -> Sighting:
        """The page, looked at once more where it has nothing but menus: a script may draw its list late."""
        bare = all(sight.is_menu(one, sighting) for one in sighting.found) and not own_fields(sighting)
        if not bare or not _alike(content(self.sentence), f"{sighting.view.title} {urlsplit(sighting.view.url).path}"):
            return sighting
        try:
            return await self.around.at(sighting.view.url)
        except SiteError:
            return sighting

    def _look(self, sighting: Sighting, wanted: frozenset[str], far: int) -> None:
        url = sighting.view.url
        if url in self._visited:
            return
        self._visited.add(url)
        titled = _own_title(sighting, self.around.first)
        places = _places(sighting, wanted, titled if titled <= wanted else frozenset(), far, forms=self.forms)
        self._places += [one for one in places if one.explains or one.choice.form]
        beside = {
            str(record.link): " ".join(str(value) for value in record.values.values())
            for found in sighting.found
            for record in found.records
            if record.link
        }
        for choice in sight.choices(sighting, self.sentence, most=_LINKS):
            if choice.kind != "link" or choice.href in self._visited or choice.href in self._links:
                continue
            named = _alike(wanted, choice.words)
            aside = _alike(wanted, beside.get(choice.href, "")) - named
            self._links[choice.href] = (named | aside, len(named) + _ASIDE * len(aside), far + 1)

    def _next(self) -> str | None:
        """The link that says most of what is not explained yet; any, in their order, where nothing is."""
        best = max(self._places, key=lambda one: (one.named, one.worth, -one.far), default=None)
        explained = best.explains.items() if best is not None else ()
        known = {word for word, weight in explained if weight >= _NAMED}
        gains = {href: said for href, said in self._links.items() if said[0] - known}
        if gains:
            return max(gains, key=lambda href: (gains[href][1], -gains[href][2]))
        found = best is not None and best.named and (best.long or best.choice.found is None or not self._left(best))
        return None if found else min(self._links, key=self._aside, default=None)

    def _left(self, best: Place) -> bool:
        """Whether a short list, which may be one of lists, leaves words of the sentence to others."""
        return bool(content(self.sentence) - set(best.explains))

    def _aside(self, href: str) -> tuple[bool, int]:
        """Pages below the one that was given come first, then the nearer ones."""
        given = urlsplit(self.around.first.view.url).path
        return not urlsplit(href).path.startswith(given), self._links[href][2]


def content(sentence: str) -> frozenset[str]:
    """The words of a sentence that can name something."""
    return frozenset(
        word for word in words_of(sentence) - words("function_words", "asking_words") if not word.isdigit()
    )


def unexplained(sentence: str, found: Found, about: str) -> frozenset[str]:
    """The words of a sentence that neither a list says nor what its page is called."""
    wanted = content(sentence)
    return wanted - set(_of_listing(found, about, wanted))


def says(words_left: Iterable[str], text: str) -> bool:
    """Whether a text says one of some words."""
    return bool(_alike(words_left, text))


def clear(places: Sequence[Place]) -> Place | None:
    """The one place that is meant, where there is no question: the nearest of those that are one list."""
    lists = {_identity(one) for one in places}
    return places[0] if len(lists) == 1 and places[0].named else None


def _identity(place: Place) -> tuple[str, str]:
    return urlsplit(place.sighting.view.url).path, place.choice.line


def _places(
    sighting: Sighting, wanted: frozenset[str], own: frozenset[str], far: int, *, forms: bool
) -> Iterator[Place]:
    """The lines of a page, with what each explains; `own` are the words that it is called by, beside its site's."""
    view = sighting.view
    called = f"{view.title} {urlsplit(view.url).path}"
    listed = any(map(sight.is_long, sighting.found))
    for choice in sight.choices(sighting, "", forms=forms, most=0):
        if choice.found is not None and not sight.is_menu(choice.found, sighting):
            explains = _of_listing(choice.found, called, wanted)
            long, named = sight.is_long(choice.found), _is_named(choice.found, sighting, wanted, own)
            yield Place(sighting=sighting, choice=choice, explains=explains, far=far, long=long, named=named)
        elif choice.form is not None:
            yield Place(sighting=sighting, choice=choice, explains=_named(wanted, f"{called} {choice.line}"), far=far)
        elif choice.kind == "page" and not listed and (labels := " ".join(one.label for one in own_fields(sighting))):
            fields = {**_meant(wanted, labels), **_named(wanted, labels)}
            explains = {**_named(wanted, called), **fields} if fields else {}
            yield Place(sighting=sighting, choice=choice, explains=explains, far=far)


def _of_listing(found: Found, called: str, wanted: frozenset[str]) -> Mapping[str, float]:
    columns = columns_of(found)
    names = " ".join(one.name for one in columns)
    repeated = " ".join(value for one in columns if one.repeats for value in one.values)
    others = " ".join(value for one in columns if not one.repeats and one.type == "text" for value in one.values)
    said = _named(wanted, f"{called} {found.heading} {found.extract.into} {names} {repeated}")
    seen = dict.fromkeys(_alike(wanted, others), _SEEN)
    return {**seen, **_meant(wanted, names), **said}


def _own_title(sighting: Sighting, first: Sighting) -> frozenset[str]:
    """What a page is called: the words of its heading that stand in its title, and not in that of the first page."""
    page = outline(sighting.view)
    heading = main_heading(page)
    said = content(page.text[heading]) if heading is not None else frozenset[str]()
    return (said & words_of(sighting.view.title)) - words_of(first.view.title)


def _is_named(found: Found, sighting: Sighting, wanted: frozenset[str], titled: frozenset[str]) -> bool:
    """Whether the sentence says a list's own name or a text of its rows.

    Its name is its heading, the last part of its address, what the page is called.
    """
    own = [*titled, *[part for part in urlsplit(sighting.view.url).path.split("/") if part][-1:]]
    texts = (value for one in columns_of(found) if one.type == "text" for value in one.values)
    return bool(_alike(wanted, " ".join([found.heading, found.extract.into, *own, *texts])))


def _named(wanted: frozenset[str], text: str) -> dict[str, float]:
    return dict.fromkeys(_alike(wanted, text), _NAMED)


def _alike(wanted: Iterable[str], text: str) -> frozenset[str]:
    return frozenset(word for word in wanted if covered([word], text) >= _SAME)


def _meant(wanted: frozenset[str], names: str) -> dict[str, float]:
    """Words that mean what a column is called: what something costs is its price."""
    there = frozenset(concept for said in words_of(names) for concept in meant(said))
    return dict.fromkeys((word for word in wanted if not there.isdisjoint(meant(word))), _MEANT)
