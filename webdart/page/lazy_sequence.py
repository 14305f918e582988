"""Sequences and mappings that are made once somebody looks into them: most parts of a page that is only passed on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast, overload

K = TypeVar("K")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Deferred(Sequence[V_co]):
    """A sequence that `make` gives, asked once."""

    def __init__(self, make: Callable[[], Sequence[V_co]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[V_co, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, place: int) -> V_co: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[V_co]: ...
    def __getitem__(self, place: int | slice) -> V_co | Sequence[V_co]:
        return self._made[place]

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[V_co]:
        return iter(self._made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made == tuple(cast("Sequence[object]", other))

    def __hash__(self) -> int:
        return hash(self._made)


class DeferredMap(Mapping[K, V_co]):
    """A mapping that `make` gives, asked once."""

    def __init__(self, make: Callable[[], Mapping[K, V_co]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[K, V_co]:
        return self._make()

    def __getitem__(self, key: K) -> V_co:
        return self._made[key]

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[K]:
        return iter(self._made)
