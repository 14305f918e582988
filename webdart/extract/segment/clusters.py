"""Groups siblings by their shape."""

from collections.abc import Callable, Sequence

from webdart.extract.page import Page

LOOSE = 0.42
"""The shape similarity of siblings that may be records of one list; measured on lists with optional parts."""
STRICT = 0.68
"""The same of records without adverts among them."""
_FACES = 4  # shapes that stand for a cluster


def cluster(page: Page, nodes: Sequence[int], least: float = LOOSE) -> list[int]:
    """For every node the number of its cluster; elements without content have -1, texts -2."""
    shapes, of = page.shapes, page.shapes.of
    faces: list[list[int]] = []
    known: dict[int, int] = {}
    numbers: list[int] = []
    for node in nodes:
        shape = of[node]
        number = known.get(shape)
        if number is None:
            number = known[shape] = (
                _nearest(faces, shape, shapes.similarity, least) if page.tags[node] != "#text" else -2
            )
        numbers.append(number if number < 0 or has_content(page, node) else -1)
    return numbers


def _nearest(faces: list[list[int]], shape: int, similarity: Callable[[int, int], float], least: float) -> int:
    best, place = least, -1
    for number, known in enumerate(faces):
        alike = max(similarity(shape, face) for face in known)
        if alike > best or (alike == best and place < 0):
            best, place = alike, number
    if place < 0:
        faces.append([shape])
        return len(faces) - 1
    if len(faces[place]) < _FACES:
        faces[place].append(shape)
    return place


def has_content(page: Page, node: int) -> bool:
    """Whether anything in it is said: a text, a picture, a control."""
    if page.count_texts(node):
        return True
    return any(
        page.tags[inner] in {"img", "svg", "input"} and page.shown[inner] for inner in range(node, page.ends[node])
    )
