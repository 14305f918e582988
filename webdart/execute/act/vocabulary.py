"""Lists the words that tie other words of a sentence together, and the names of buttons that carry out or undo.

These are general words of a few languages, never those of one site. They only tell things apart (which of a form's
buttons sends it, where a value ends). The guard and the stage's `writes:` judge what may leave the machine.
"""

import re

_TIES = re.compile(
    "a|an|the|of|to|as|is|are|be|in|into|on|onto|at|for|with|and|or|by|from|it|its|this|that|then|using|via|my|your|me"
    "|der|die|das|den|dem|und|oder|auf|mit|für|als|von|zu|le|la|les|et|ou|de|du|en|el|los|las|y|con"
)
_NOUNS = re.compile(
    "fields?|boxe?s?|textbox|textarea|inputs?|list|dropdown|menu|options?|values?|text|called|named|labell?ed|button"
    "|links?|checkbox(?:es)?|press|click|select|choose|enter|type|fill|set"
)
_NOT = re.compile("not|never|without|except|nicht|ohne|kein|keine|pas|sans|jamais|sin|non|.*n['’]t")
_OFF = re.compile("uncheck|untick|deselect|unselect|disable|unset|off|abwählen|décocher|desmarcar")
_TO = re.compile("to|as|is|=|:|with|→|be|auf|als|à|a")
_ENDS = re.compile("[,;.]|and|then|in|into|on|for|und|dann|et|puis|y")
_STOPS = re.compile("[.;]|then|but|dann|aber|puis|mais|pero")
_AFFIRMING = re.compile(
    "save|submit|ok|okay|send|update|apply|confirm|add|create|post|done|continue|next|finish|yes|go|search|find|change"
    "|speichern|senden|absenden|übernehmen|weiter|anlegen|hinzufügen|suchen|enregistrer|envoyer|valider|ajouter"
    "|rechercher|guardar|enviar|aceptar|añadir|buscar|salva|invia|conferma|opslaan|verzenden|spara|skicka"
)
_UNDOING = re.compile(
    "delete|remove|cancel|discard|erase|reset|clear|destroy|deactivate|unsubscribe|revoke|reject|decline|void|abort"
    "|löschen|entfernen|abbrechen|verwerfen|zurücksetzen|supprimer|annuler|effacer|eliminar|borrar|cancelar|quitar"
    "|elimina|annulla|verwijderen|annuleren|avbryt|radera"
)


def ties(word: str) -> bool:
    """Whether it ties others together and names nothing by itself."""
    return _TIES.fullmatch(word) is not None


def links(word: str) -> bool:
    """Whether it says nothing of its own: it ties, or only says what kind of thing is meant, or that one acts on it."""
    return ties(word) or _NOUNS.fullmatch(word) is not None


def negates(word: str) -> bool:
    """Whether it says that what follows is not to be done."""
    return _NOT.fullmatch(word) is not None


def unsets(word: str) -> bool:
    """Whether it says that what follows is to be unticked."""
    return _OFF.fullmatch(word) is not None


def leads_to_a_value(word: str) -> bool:
    """Whether it stands between a label and its value."""
    return _TO.fullmatch(word) is not None


def ends_a_value(word: str) -> bool:
    """Whether a value without quotes ends before it."""
    return _ENDS.fullmatch(word) is not None


def stops(word: str) -> bool:
    """Whether what was said before it does not reach beyond it."""
    return _STOPS.fullmatch(word) is not None


def affirms(words: str) -> bool:
    """Whether a button says that it carries out what was filled in."""
    return any(_AFFIRMING.fullmatch(word) for word in words.split())


def undoes(words: str) -> bool:
    """Whether a button says that it undoes, empties or deletes."""
    return any(_UNDOING.fullmatch(word) for word in words.split())
