"""Words of a control are found in what it says, also in scripts that put no blanks between them."""

import pytest

from webdart.navigate.similarity import covered, words_of


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("価格", "価格の高い順"),
        ("価格", "价格・価格"),
        ("ราคา", "ราคา: ต่ำไปสูง"),
        ("कीमत", "कीमत: कम से ज़्यादा"),
        ("цена", "Цена: по возрастанию"),
        ("price", "Price: low to high"),
        ("filter", "⚙️Filter"),
    ],
)
def test_a_name_is_found(wanted: str, said: str):
    assert covered(words_of(wanted), said) == 1


@pytest.mark.parametrize(
    ("wanted", "said"), [("price", "enterprise"), ("цена", "оценка"), ("価格", "発売日"), ("色", "特色")]
)
def test_a_part_of_another_word_is_none(wanted: str, said: str):
    assert covered(words_of(wanted), said) < 0.75


def test_marks_belong_to_their_letters():
    assert words_of("कीमत ต่ำไปสูง") == {"कीमत", "ต่ำไปสูง"}
