"""Draws the rooms of webdart as docs/images/house.svg, those of its reader as records.svg. Called by `make docs`.

Floors come from the import-linter contract in pyproject.toml, arrows from the real imports, those for type checking
included. An arrow that is implied by others is left out; one that runs up is drawn in red.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURES = {"webdart": "house", "webdart.records": "records"}
"""What is drawn for each package: its folders and modules, floor by floor."""

WIDTH, FLOOR, ROOM_HEIGHT, MARGIN = 900, 58, 30, 20
LETTER, PADDING = 8.2, 26
"""Pixels of a letter of the font in use, and around a name."""

STYLE = """
text { font: 13px ui-monospace, monospace; fill: #1f2933; }
rect.room { fill: #eef2ff; stroke: #6478c8; }
rect.floor { fill: #f8f9fb; stroke: none; }
path { fill: none; stroke: #9aa5b1; stroke-width: 1; }
path.up { stroke: #c81e1e; stroke-width: 2; }
"""


@dataclass(frozen=True, slots=True)
class Room:
    """A room, the floor that it is on from the top, and the middle of its box."""

    name: str
    floor: int
    x: float

    @property
    def width(self) -> float:
        """Of the box."""
        return len(self.name) * LETTER + PADDING

    @property
    def y(self) -> float:
        """Of the box's upper edge."""
        return MARGIN + self.floor * FLOOR + (FLOOR - ROOM_HEIGHT) / 2


def floors(package: str) -> list[list[str]]:
    """The rooms of each floor, from the top, as the package's contract with layers has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    contract = next(item for item in contracts if item["type"] == "layers" and item["containers"] == [package])
    return [[name.strip(" ()") for name in layer.replace(":", "|").split("|")] for layer in contract["layers"]]


def imports(graph: grimp.ImportGraph, package: str, rooms: Sequence[str]) -> set[tuple[str, str]]:
    """Which room imports which, by any of its modules."""
    known = set(rooms)
    found: set[tuple[str, str]] = set()
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            edge = _room(module, package, known), _room(other, package, known)
            if edge[0] != edge[1] and known.issuperset(edge):
                found.add(edge)
    return found


def _room(module: str, package: str, rooms: set[str]) -> str:
    """The room that a module is in: `model.roles` before `model`; "" for the package itself, and outside of it."""
    parts = module.removeprefix(package + ".").split(".") if module.startswith(package + ".") else []
    return next((name for end in (2, 1) if (name := ".".join(parts[:end])) in rooms), "")


def needed(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges that no way over other rooms implies."""
    below: dict[str, set[str]] = {}
    for start, end in edges:
        below.setdefault(start, set()).add(end)

    def reaches(start: str, goal: str, seen: set[str]) -> bool:
        for room in below.get(start, set()) - seen:
            seen.add(room)
            if room == goal or reaches(room, goal, seen):
                return True
        return False

    return {
        (start, end) for start, end in edges if not any(reaches(other, end, {start}) for other in below[start] - {end})
    }


def placed(levels: Sequence[Sequence[str]]) -> dict[str, Room]:
    """Every room, spread over the width of its floor; floors with one room lean left and right in turn."""
    found: dict[str, Room] = {}
    for floor, names in enumerate(levels):
        share = WIDTH / len(names)
        for place, name in enumerate(names):
            lean = (share / 5) * (1, -1, 0)[floor % 3] if len(names) == 1 else 0
            found[name] = Room(name, floor, MARGIN + share * (place + 0.5) + lean)
    return found


def drawn(package: str, levels: Sequence[Sequence[str]], edges: set[tuple[str, str]]) -> Iterator[str]:
    """The lines of the picture."""
    rooms = placed(levels)
    height = 2 * MARGIN + len(levels) * FLOOR
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * MARGIN} {height}" role="img">'
    yield f"<title>The rooms of {package}</title><style>{STYLE}</style>"
    for floor in range(0, len(levels), 2):
        yield f'<rect class="floor" x="0" y="{MARGIN + floor * FLOOR}" width="{WIDTH + 2 * MARGIN}" height="{FLOOR}"/>'
    for start, end in sorted(edges):
        yield _arrow(rooms[start], rooms[end])
    for room in rooms.values():
        box = f'x="{room.x - room.width / 2:.0f}" y="{room.y:.0f}" width="{room.width:.0f}" height="{ROOM_HEIGHT}"'
        yield f'<rect class="room" rx="5" {box}/>'
        place = f'x="{room.x:.0f}" y="{room.y + ROOM_HEIGHT * 0.65:.0f}"'
        yield f'<text {place} text-anchor="middle">{escape(room.name)}</text>'
    yield "</svg>"


def _arrow(start: Room, end: Room) -> str:
    up = end.floor <= start.floor
    y1 = start.y + (0 if up else ROOM_HEIGHT)
    y2 = end.y + (ROOM_HEIGHT if up else 0)
    middle = (y1 + y2) / 2
    curve = f"M{start.x:.0f} {y1:.0f} C{start.x:.0f} {middle:.0f} {end.x:.0f} {middle:.0f} {end.x:.0f} {y2:.0f}"
    return f'<path{" class=" + chr(34) + "up" + chr(34) if up else ""} d="{curve}"/>'


def main() -> None:
    """Draw the house and its reader, and say which imports run up."""
    graph = grimp.build_graph("webdart", exclude_type_checking_imports=False, cache_dir=None)
    rising: list[str] = []
    for package, name in PICTURES.items():
        levels = floors(package)
        edges = imports(graph, package, [room for rooms in levels for room in rooms])
        picture = ROOT / "docs" / "images" / f"{name}.svg"
        picture.parent.mkdir(exist_ok=True)
        picture.write_text("\n".join(drawn(package, levels, needed(edges))) + "\n", encoding="utf-8")
        floor: Mapping[str, int] = {room: number for number, rooms in enumerate(levels) for room in rooms}
        rising += sorted(f"{start} -> {end}" for start, end in edges if floor[end] <= floor[start])
    if rising:
        sys.exit(f"imports that run up: {', '.join(rising)}")


if __name__ == "__main__":
    main()
