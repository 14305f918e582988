"""Compares words of a page: blanks folded, then exact, then without case, icons, `*`, `:`."""

import re
import unicodedata
from functools import lru_cache

PLACEHOLDERS = frozenset("-–—‒―−·.…•/_|")
"""Signs that stand in a cell for "nothing here"."""

_AROUND = "*:： .•·▪‣◦"
_NUMBER_SIGNS = "#№"  # "Invoice #" is called "invoice"


def folded(text: str) -> str:
    """The text with every run of blanks (no-break and zero-width ones too) as one blank, none at the ends."""
    if not text.isascii():
        text = text.replace("\u200b", "").replace("\u200e", "").replace("\u200f", "")
    return " ".join(text.split())


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """A name as names are compared: no case, no icons, no `*`, `:` or `#` around it, one kind of blank and dash."""
    if text.isascii() and "^" not in text and "`" not in text:  # nothing in it that is left out
        name = " ".join(text.lower().split())
        return name.strip(_AROUND + _NUMBER_SIGNS) or name.strip(_AROUND)
    kept = [
        letter
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) not in {"So", "Cf", "Co", "Cn", "Sk"}
    ]
    name = " ".join("".join(kept).casefold().split())
    return name.strip(_AROUND + _NUMBER_SIGNS) or name.strip(_AROUND)


_MOMENTS = """age date time day when updated created modified changed added posted published opened closed seen activity
    since deadline due datum zeit alter wann erstellt geändert aktualisiert heure quand créé modifié publié fecha hora
    cuándo creado modificado publicado data ora quando criado alterado leeftijd tijd wanneer"""
_TIMES = frozenset(_MOMENTS.split())


def names_a_time(label: str) -> bool:
    """Whether a label (in plain form) is about a moment: its values are dates or ages, also as texts."""
    return not _TIMES.isdisjoint(label.split())


_OF_A_PAGE = """date datetime day time when at on of the and published publish publication posted post written
    created creation released release issued added datum zeit wann tag veröffentlicht erschienen heure
    jour quand le de du publié parution fecha hora cuándo el publicado publicación data ora quando
    pubblicato dia em publicação wanneer op geplaatst gepubliceerd publicerad publisert julkaistu"""
_ITS_OWN = frozenset(_OF_A_PAGE.split())


def names_a_day_of_its_own(label: str) -> bool:
    """Whether a label (in plain form) is about the day that any page has, on which it was published; "due" is not."""
    return _ITS_OWN.issuperset(label.split())


_PROSE = """description desc summary abstract excerpt teaser snippet synopsis blurb overview details intro beschreibung
    zusammenfassung kurzbeschreibung résumé extrait descripción resumen descrizione riassunto descrição resumo
    beschrijving samenvatting beskrivning sammanfattning opis описание 説明 概要 描述 摘要"""
_TELLING = frozenset(_PROSE.split())


def names_prose(label: str) -> bool:
    """Whether a label (in plain form) is of sentences about a thing, and so never of what the thing is called."""
    return not _TELLING.isdisjoint(label.split())


_NUMBERS = frozenset(
    [
        "#",
        "№",
        "id",
        "no",
        "nr",
        "num",
        "number",
        "key",
        "code",
        "ref",
        "nummer",
        "numéro",
        "numero",
        "número",
        "номер",
        "番号",
    ]
)


def names_a_number(label: str) -> bool:
    """Whether a label (in plain form) is that of the numbers by which things are told apart."""
    return not _NUMBERS.isdisjoint(label.replace(".", "").split())


_ORDERED = """rank ranking place placing position pos standing order rang platz platzierung stelle classement puesto
    posición lugar posto posizione posição colocação plaats plats plass sija miejsce pořadí место 順位 排名
    chapter episode lesson track part volume issue week day round level step season page line row question stage lap
    kapitel folge woche tag runde stufe seite zeile frage chapitre épisode semaine jour capítulo episodio semana día"""
_PLACES = frozenset(_ORDERED.split())


def names_a_place(label: str) -> bool:
    """Whether a label (in plain form) is that of a place in an order, so that its values count from one on."""
    return not _PLACES.isdisjoint(label.replace(".", "").split())


def default_label(name: str) -> str:
    """The label of a field that declares none: its name, `_` read as a blank."""
    return plain(name.replace("_", " "))


def is_placeholder(text: str) -> bool:
    """Whether a text only marks an empty cell: nothing, or a dash or two."""
    return all(letter in PLACEHOLDERS or letter.isspace() for letter in text)


_NOTHING = """n/a | na | n.a | none | nil | null | nan | empty | blank | unknown | undefined | not available |
    not applicable | not set | not specified | not stated | not given | no data | no value | no entry | never |
    not yet | not rated | not rated yet | not yet rated | unrated | no rating | no ratings | no ratings yet |
    no reviews | no reviews yet | no votes | no votes yet | tba | tbc | tbd | to be announced | to be confirmed |
    k. a | k.a | keine | keiner | keines | kein wert | keine angabe | keine angaben | unbekannt | nie | noch nie |
    noch nicht bewertet | keine bewertung | keine bewertungen | noch keine bewertungen | nicht verfügbar |
    nicht angegeben | entfällt | aucun | aucune | inconnu | inconnue | jamais | non renseigné | non disponible |
    non noté | aucun avis | aucune note | sans objet | ninguno | ninguna | desconocido | desconocida | nunca |
    sin datos | no disponible | sin valorar | sin valoraciones | sin opiniones | sin especificar | nessuno | nessuna |
    sconosciuto | sconosciuta | mai | nessun dato | nessuna recensione | senza valutazione | non specificato | geen |
    onbekend | nooit | n.v.t | nvt | niet beschikbaar | niet opgegeven | geen beoordelingen | nog geen beoordelingen |
    nenhum | nenhuma | desconhecido | desconhecida | sem dados | sem avaliações | não disponível | não informado |
    brak | nieznany | nieznane | ingen | okänd | ukendt | ukjent | ei tiedossa | neuvedeno | нет | неизвестно |
    нет данных | なし | 不明 | 未定 | 无 | 無 | 未知 | 없음"""
_NO_VALUES = frozenset(" ".join(word.split()) for word in _NOTHING.split("|"))


def says_nothing(text: str) -> bool:
    """Whether a text only says that there is no value: a dash, "n/a", "not yet rated"."""
    return is_placeholder(text) or plain(text).strip("()[]<>.–—- ") in _NO_VALUES


def words_of_name(name: str) -> list[str]:
    """The words of what an element is called in the mark-up, in small letters: of "col-header" and "colHeader" two."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]
