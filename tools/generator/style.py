"""How a generated site names its classes, and the few style rules that give its layouts their shape."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Literal

Naming = Literal["plain", "bem", "hashed", "prefixed", "none"]
NAMINGS: tuple[Naming, ...] = ("plain", "bem", "hashed", "prefixed", "none")
"""Classes that say what they are; block and element; digests; a theme's prefix; none but those of the layout."""

_RULES: Mapping[str, str] = {
    "page": "max-width: 1100px; margin: 0 auto;",
    "columns": "display: flex; gap: 20px;",
    "main": "flex: 3;",
    "side": "flex: 1; font-size: 13px;",
    "row": "display: flex; border-bottom: 1px solid #ccc; padding: 4px;",
    "cell": "flex: 1; padding: 2px 6px;",
    "cards": "display: flex; flex-wrap: wrap; gap: 12px;",
    "card": "width: 220px; border: 1px solid #ddd; padding: 8px;",
    "media": "display: flex; gap: 10px; margin: 10px 0;",
    "hide": "display: none;",
    "meta": "color: #666; font-size: 13px;",
    "menu": "display: flex; gap: 14px; list-style: none;",
    "thumb": "width: 60px; height: 60px;",
}
_LAYOUT = frozenset(_RULES)


@dataclass
class Style:
    """Class names of one site; it remembers which it has given, for its style sheet."""

    random: Random
    naming: Naming
    word: str
    given: dict[str, str] = field(default_factory=dict[str, str])

    def name(self, role: str) -> str:
        """The class of a role; "" where the site gives it none."""
        if role not in self.given:
            self.given[role] = self._made(role)
        return self.given[role]

    def attribute(self, *roles: str) -> str:
        """A ` class="..."` with the names of some roles, or nothing."""
        names = " ".join(name for name in map(self.name, roles) if name)
        return f' class="{names}"' if names else ""

    def sheet(self) -> str:
        """The rules of the roles that were used."""
        rules = [f".{self.given[role]} {{ {rule} }}" for role, rule in _RULES.items() if self.given.get(role)]
        return "\n".join([*rules, "body { font: 15px sans-serif; } td, th { padding: 3px 8px; text-align: left; }"])

    def _made(self, role: str) -> str:
        match self.naming:
            case "plain":
                return role
            case "bem":
                return f"{self.word}__{role}"
            case "prefixed":
                return f"{self.word[:2]}-{role}"
            case "hashed":
                return "css-" + hashlib.sha256(f"{self.word}{role}".encode()).hexdigest()[:7]
            case "none":
                return role if role in _LAYOUT else ""
