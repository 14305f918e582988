"""The shape of a subtree: which tags and classes stand at which depth, and how alike two of them are."""

from collections.abc import Mapping, Sequence

_DEPTH = 4  # levels that a shape looks down
_FADE = 0.8  # what a level counts of the one above
_CAP = 2  # a long list inside a record counts no more than twice


class Shapes:
    """The shapes of all nodes of a page, numbered: nodes with one number have the same structure.

    A number stands for tag, classes and the shapes of the children in order. Similarity is the weighted Jaccard index
    over (path of tags, class), deeper levels counting less, computed once for each pair of numbers.
    """

    def __init__(
        self,
        tags: Sequence[str],
        parents: Sequence[int],
        classes: Sequence[tuple[str, ...]],
        children: Sequence[Sequence[int]],
    ) -> None:
        self._numbers: dict[tuple[str, tuple[str, ...], tuple[int, ...]], int] = {}
        self._kinds: list[tuple[str, tuple[str, ...], tuple[int, ...]]] = []
        self._keys: dict[tuple[str, int], int] = {}
        self._weights: list[float] = []
        self._bags: dict[tuple[int, int], Mapping[int, int]] = {}
        self._alike: dict[tuple[int, int], float] = {}
        self._parents = parents
        of = [0] * len(tags)
        for index in range(len(tags) - 1, -1, -1):
            below = children[index]
            key = (tags[index], classes[index], tuple([of[child] for child in below]) if below else ())
            number = self._numbers.get(key)
            if number is None:
                number = self._numbers[key] = len(self._kinds)
                self._kinds.append(key)
            of[index] = number
        self.of: Sequence[int] = of

    def similarity(self, left: int, right: int) -> float:
        """How alike two shapes are, 0 to 1; 0 where their tags differ."""
        if left == right:
            return 1.0
        pair = (left, right) if left < right else (right, left)
        known = self._alike.get(pair)
        if known is None:
            known = self._alike[pair] = self._compare(*pair)
        return known

    def _compare(self, left: int, right: int) -> float:
        if self._kinds[left][0] != self._kinds[right][0]:
            return 0.0
        ours, theirs = self._bag(left, _DEPTH), self._bag(right, _DEPTH)
        weights, shared, whole = self._weights, 0.0, 0.0
        for key, count in ours.items():
            other = theirs.get(key, 0)
            if count < other:
                shared += weights[key] * count
                whole += weights[key] * other
            else:
                shared += weights[key] * other
                whole += weights[key] * count
        whole += sum(weights[key] * count for key, count in theirs.items() if key not in ours)
        return shared / whole if whole else 1.0

    def _bag(self, number: int, depth: int) -> Mapping[int, int]:
        bag = self._bags.get((number, depth))
        if bag is None:
            bag = self._bags[number, depth] = self._gather(number, depth)
        return bag

    def _gather(self, number: int, depth: int) -> Mapping[int, int]:
        tag, classes, children = self._kinds[number]
        bag = {self._key(tag, -1, 1.0): 1}
        for token in classes:
            bag[self._key(f"{tag}.{token}", -1, 1.0)] = 1
        if not depth:
            return bag
        for child in children:
            for key, count in self._bag(child, depth - 1).items():
                moved = self._key(tag, key, self._weights[key] * _FADE)
                bag[moved] = min(_CAP, bag.get(moved, 0) + count)
        return bag

    def _key(self, word: str, below: int, weight: float) -> int:
        key = self._keys.get((word, below))
        if key is None:
            key = self._keys[word, below] = len(self._weights)
            self._weights.append(weight)
        return key
