"""Chooses the pages of a walk that are rendered although nothing is unusual about them, by the run's own chance."""

from dataclasses import dataclass, field
from random import Random

from webdart.browser.port import Browser, Opening

_ONE_IN = 50
"""Of how many pages one is rendered although nothing is unusual about it."""

_BEFORE = 25
"""Pages that are read from their source in the time in which a browser starts."""


@dataclass(slots=True)
class PageChance:
    """One page of every fifty, `seed` says which; `spared` is whether the first fifty are left out."""

    seed: str
    spared: bool = False
    _asked: int = 0
    _chosen: int = 0
    _chance: Random = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the seed's first choice."""
        self._chance = Random(self.seed)  # noqa: S311 - a sample, no secret

    def is_due(self, tab: Browser) -> bool:
        """Whether chance has chosen the next page; the walk's tab opens some pages before."""
        place = self._asked % _ONE_IN
        if self.spared and self._asked < _ONE_IN:
            self._asked, self._chosen = self._asked + 1, -1
            return False
        if place == 0:
            self._chosen = self._chance.randrange(_ONE_IN)
        self._asked += 1
        if isinstance(tab, Opening) and 0 <= self._chosen - place <= _BEFORE:
            tab.begin()
        return place == self._chosen
