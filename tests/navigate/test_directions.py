"""Options of a sort menu say their direction in the words of their language.

Those that say none say nothing, nor do those that say both and not from which one to which.
"""

import pytest

from webdart.navigate.pushdown.control_semantics import direction


@pytest.mark.parametrize(
    "option",
    [
        "Price: low to high",
        "Сначала дешёвые",
        "価格の安い順",
        "Τιμή: αύξουσα",
        "Τιμή: χαμηλή προς υψηλή",
        "السعر: من الأقل إلى الأعلى",
        "Fiyat: düşükten yükseğe",
        "Preis aufsteigend",
        "Precio: de menor a mayor",
        "Prijs laag - hoog",
        "Pris: låg till hög",
        "价格从低到高",
        "가격 낮은순",
        "Cena: od najniższej",
        "Preço: menor para o maior",
        "Prezzo: dal più basso al più alto",
        "Prix : du plus bas au plus élevé",
        "Від дешевих",
        "Giá: thấp đến cao",
        "ราคา: ต่ำไปสูง",
        "Price (lowest to highest)",
        "Date, old to new",
        "Preis, niedrig nach hoch",
        "Datum, alt zu neu",
        "Du moins cher au plus cher",
        "Laagste prijs",
    ],
)
def test_an_option_goes_up(option: str):
    assert direction(option) == "up"


@pytest.mark.parametrize(
    "option",
    [
        "Newest",
        "Сначала дорогие",
        "価格の高い順",
        "Τιμή: φθίνουσα",
        "السعر: من الأعلى إلى الأقل",
        "Fiyat: yüksekten düşüğe",
        "Precio de mayor a menor",
        "Prijs: hoog naar laag",
        "价格从高到低",
        "Prix : du plus élevé au plus bas",
        "Най-скъпи",
        "Najnowsze",
        "Newest to oldest",
        "Neu nach alt",
        "Date, de la plus récente à la plus ancienne",
    ],
)
def test_an_option_goes_down(option: str):
    assert direction(option) == "down"


@pytest.mark.parametrize(
    "option",
    [
        "По названию",
        "名前順",
        "Ada göre",
        "Όνομα",
        "الاسم",
        "Nach Bezeichnung",
        "—",
        "Les plus cherchés",
        "Más características",
        "Newest / oldest",
        "Lowest, highest",
        "Newest - price low to high",
        "Sold to new customers",
        "Inhalt nach Neuigkeit",
    ],
)
def test_an_option_says_no_direction(option: str):
    assert direction(option) is None
