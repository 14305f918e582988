"""Pages that write their words in capitals say the same: those of Greek have no accents, those of Turkish two i."""

import pytest

from webdart.extract.proposal.identifiers import identifier
from webdart.lexicon.phrases import bare, pattern, words
from webdart.records.words import plain


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("ΤΙΜΗ", "τιμή"),
        ("ΚΡΙΤΙΚΕΣ", "κριτικές"),
        ("ΠΡΟΪΟΝ", "προϊόν"),
        ("FİYAT", "fiyat"),
        ("SATIŞ FIYATI", "satış fiyatı"),
        ("ЦЕНА", "цена"),
        ("ÉTAT", "état"),
    ],
)
def test_a_head_in_capitals_is_the_same_name(head: str, name: str):
    assert plain(head) == plain(name)


def test_words_of_controls_are_found_in_capitals():
    assert pattern("sort").search("ΤΑΞΙΝΟΜΗΣΗ ΚΑΤΑ")
    assert bare("ΕΠΟΜΕΝΗ".casefold()) in words("next")
    assert pattern("next", at="whole").search("ΕΠΟΜΕΝΗ")
    assert not pattern("sort").search("ΤΑΞΗ")


def test_a_proposed_name_keeps_its_accents():
    assert identifier("Τιμή προϊόντος") == "τιμή_προϊόντος"


def test_letters_of_other_scripts_stay():
    """The short i of Cyrillic is another letter, as is a voiced kana."""
    assert (bare("йод"), bare("が")) == ("йод", "が")
