"""Tells whether two names of a column mean the same: a small set of synonyms in the languages that pages speak."""

import re
from functools import lru_cache

from webdart.records.coerce.numbers import same_stem
from webdart.records.words import names_a_time, plain

_GROUPS = """
price cost amount fee rate sum charge value fare total preis kosten betrag gebühr entgelt summe wert prix coût montant
    tarif precio coste importe tarifa prezzo costo importo tariffa prijs kosten bedrag preço custo valor cena pris
    hinta
date day time datetime when posted published created updated modified added on datum tag zeit wann erstellt
    veröffentlicht jour heure quand créé publié fecha día hora creado publicado data ora giorno quando tijd dag criado
    dato
name title subject topic headline product item article label description titel betreff thema bezeichnung produkt
    artikel titre sujet nom produit libellé nombre título asunto tema producto artículo nome titolo oggetto argomento
    prodotto naam onderwerp assunto tópico produto
author by writer poster user creator owner reporter name from autor verfasser von benutzer ersteller auteur par
    utilisateur usuario por autore utente gebruiker door utilizador usuário
replies answers responses comments posts antworten kommentare beiträge réponses commentaires messages respuestas
    comentarios mensajes risposte commenti messaggi antwoorden reacties berichten respostas comentários
reviews ratings opinions votes feedback bewertungen rezensionen stimmen avis notes votes opiniones reseñas votos
    valoraciones recensioni voti beoordelingen recensies stemmen avaliações
rating score stars grade mark points bewertung note sterne punkte punktzahl étoiles puntuación estrellas nota valoración
    voto punteggio stelle beoordeling cijfer sterren avaliação pontuação
quantity qty count number amount stock available units pieces inventory menge anzahl bestand stück lager verfügbar
    quantité nombre stock disponible cantidad existencias unidades quantità numero disponibilità giacenza aantal
    voorraad
    quantidade estoque
status state condition zustand stand état statut estado situación stato toestand situação
category type kind group section class genre department kategorie typ art gruppe bereich catégorie groupe rubrique
    categoría tipo grupo sección categoria gruppo sezione categorie soort groep seção
size bytes length width height weight dimensions größe länge breite höhe gewicht taille longueur poids tamaño longitud
    peso
    dimensione lunghezza grootte lengte gewicht tamanho
place location city town where venue address region site ort stadt standort adresse wo lieu ville endroit emplacement
    lugar ciudad ubicación dirección luogo città posizione indirizzo plaats stad locatie cidade local endereço
id no nr number code sku ref reference key nummer kennung referenz numéro référence número referencia numero codice
    riferimento referentie código referência
views hits visits reads aufrufe besuche zugriffe vues visites visitas vistas visite letture weergaven bezoeken acessos
phone telephone tel mobile telefon handy téléphone teléfono telefono telefoon telefone
company firm organisation organization employer vendor seller shop store brand maker manufacturer firma unternehmen
    hersteller marke anbieter händler entreprise société marque vendeur empresa marca vendedor fabricante azienda ditta
    venditore bedrijf merk verkoper
duration length runtime time dauer länge laufzeit durée duración durata duur duração
priority severity importance urgency priorität dringlichkeit priorité gravité prioridad gravedad priorità gravità
    prioriteit ernst prioridade gravidade
country nation land pays país paese
language sprache langue idioma lingua taal língua
year jahr année año anno jaar ano
email mail e-mail correo
"""
_MEANINGS = [frozenset(group.split()) for group in re.sub(r"\n {4}", " ", _GROUPS).strip().splitlines()]
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@lru_cache(maxsize=4096)
def related(one: str, other: str) -> bool:
    """Whether two names share a word, or words that mean the same."""
    mine, theirs = _WORD.findall(plain(one)), _WORD.findall(plain(other))
    if any(first == second or same_stem(first, second) for first in mine for second in theirs):
        return True
    if any(
        len(first) > 3 and len(second) > 3 and (first in second or second in first)
        for first in mine
        for second in theirs
    ):
        return True
    if names_a_time(plain(one)) and names_a_time(plain(other)):
        return True
    return any(not group.isdisjoint(mine) and not group.isdisjoint(theirs) for group in _MEANINGS)


def is_name(text: str) -> bool:
    """Whether a text that stands where a name would is one: it has a word, and is no mere sign."""
    return any(len(word) > 1 for word in _WORD.findall(text))
