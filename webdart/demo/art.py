"""Draws the products, one quiet drawing per category, and the site's own mark."""

from webdart.demo.catalogue import CATEGORIES

_SHAPES = {
    "home-audio": '<rect x="44" y="18" width="32" height="84" rx="5"/><circle cx="60" cy="76" r="12" class="b"/>'
    '<circle cx="60" cy="42" r="7" class="b"/><rect x="88" y="42" width="28" height="60" rx="5"/>'
    '<circle cx="102" cy="80" r="9" class="b"/>',
    "headphones": '<path d="M44 78V66a36 36 0 0 1 72 0v12" class="l"/>'
    '<rect x="38" y="68" width="18" height="32" rx="8"/><rect x="104" y="68" width="18" height="32" rx="8"/>',
    "cameras": '<rect x="34" y="40" width="92" height="56" rx="9"/><rect x="62" y="30" width="30" height="14" rx="4"/>'
    '<circle cx="80" cy="68" r="20" class="b"/>',
    "lamps": '<path d="M58 58 68 24h24l10 34z"/><rect x="77" y="58" width="6" height="38"/>'
    '<rect x="60" y="94" width="40" height="8" rx="4"/>',
    "cookware": '<rect x="44" y="52" width="72" height="44" rx="9"/><rect x="38" y="44" width="84" height="8" rx="4"/>'
    '<rect x="74" y="34" width="12" height="10" rx="4"/>',
    "furniture": '<rect x="50" y="28" width="60" height="42" rx="9"/>'
    '<rect x="40" y="60" width="80" height="24" rx="9"/><rect x="48" y="84" width="8" height="18"/>'
    '<rect x="104" y="84" width="8" height="18"/>',
    "bicycles": '<circle cx="48" cy="80" r="21" class="l"/><circle cx="112" cy="80" r="21" class="l"/>'
    '<path d="M48 80 66 50h32l14 30M66 50l14 30h-32M98 50l-18 30" class="l"/>',
    "camping": '<path d="M30 98 80 26l50 72z"/><path d="M66 98 80 62l14 36z" class="b"/>',
}
_HUES = (212, 262, 18, 46, 8, 150, 190, 120)


def drawing(place: str) -> str | None:
    """The category's picture as SVG, None where there is no such category."""
    hues = {category.slug: hue for category, hue in zip(CATEGORIES, _HUES, strict=True)}
    hue = hues.get(place)
    if hue is None:
        return None
    style = (
        f"rect,circle,path{{fill:hsl({hue} 32% 46%)}}.b{{fill:hsl({hue} 36% 88%)}}"
        f".l{{fill:none;stroke:hsl({hue} 32% 46%);stroke-width:6}}"
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">'
        f'<style>{style}</style><rect width="160" height="120" rx="8" style="fill:hsl({hue} 40% 95%)"/>'
        f"{_SHAPES[place]}</svg>"
    )


def mark() -> str:
    """The site's icon."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        '<rect width="32" height="32" rx="7" fill="#14485c"/>'
        '<path d="M8 20c4-4 12 4 16 0M8 13c4-4 12 4 16 0" fill="none" stroke="#fff" stroke-width="3"/></svg>'
    )
