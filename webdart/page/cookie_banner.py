"""Finds the cookie banner of a page, and the way to decline it.

A banner is recognised by what it is, never by a class or a site: a dialog, or a box that floats over the page, whose
words are about cookies or privacy and that offers a choice. It is declined by its own button; without such a button it
is closed, or hidden. It is never accepted: a person has not consented to anything.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from webdart.page.effects import effect_of
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, words_of
from webdart.page.text_match import loose

Choice = Literal["reject", "close", "acknowledge", "accept"]

_OF_PAGES = frozenset({"main", "navigation", "banner", "contentinfo", "table", "grid", "searchbox", "search"})
_LONGEST = 60  # characters: what is longer is no button's word
_MOST_TEXT = 12_000  # characters: what is longer is the page itself


def _words(text: str) -> re.Pattern[str]:
    """Matches any of the phrases, as whole words where their script has words; a final `-` is any ending."""
    parts: list[str] = []
    for phrase in text.split(","):
        stem = phrase.strip()
        tail = r"\w*" if stem.endswith("-") else ""
        parts.append(re.escape(stem.removesuffix("-")) + tail)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")


_COOKIES = re.compile(
    r"cookie|kakor|informasjonskapsl|evästei|ciasteczk|çerez|куки|クッキー|쿠키|galletas|traceurs|sütik|vafrakök"
)
_PRIVACY = re.compile(
    r"privacy|consent|gdpr|ccpa|datenschutz|einwilligung|privatsph|confidentialit|consentement|privacidad|"
    r"consentimiento|privacidade|consenso|toestemming|samtykke|samtyck|tietosuoja|prywatno|soukrom|súkrom|adatvéd|"
    r"confidențialit|конфиденциальн|приватн|απορρήτου|gizlilik|プライバシー|隐私|隱私|개인정보|"
    r"الخصوصية|riêng tư|privasi"
)
_NECESSARY = _words(
    "necessary, essential, essentials, required, strictly, functional only, notwendig-, erforderlich-, essenziell-, "
    "technisch-, nécessaires, essentiels, necesarias, esenciales, necessari, essenziali, necessários, essenciais, "
    "noodzakelijk-, nødvendig-, nödvändig-, välttämättöm-, niezbędn-, nezbytn-, nevyhnutn-, szükséges, необходим-, "
    "gerekli, zorunlu, necesare, απαραίτητ-, 必要, 必须, 필수"
)
_NO = _words(
    "reject-, decline-, deny, denied, refuse-, disagree, opt out, do not, don't, dont, no thanks, no thank you, "
    "without accepting, without agreeing, without consent, not now, ablehnen, alle ablehnen, lehne, "
    "verweigern, ohne einwilligung, ohne zustimmung, refuser, refuse, je refuse, sans accepter, rechazar, rechazo, "
    "no acepto, sin aceptar, rifiuta-, rifiuto, senza accettare, non accetto, recusar, rejeitar, não aceito, "
    "weiger, weigeren, afwijzen, niet akkoord, avvis-, avslå, neka, nej tack, avböj, afvis-, nej tak, hylkää, kiellä, "
    "odrzuć, nie zgadzam, odmawiam, odmítnout, odmítám, nesouhlasím, odmietnuť, odmietam, elutasít-, nem fogadom, "
    "respinge-, refuz, отклонить, отказаться, не принимаю, відхилити, odbij, zavrni, απόρριψη, reddet, kabul etmiyorum"
)
_NO_SIGNS = re.compile("拒否|同意しない|拒绝|拒絕|不同意|거부|동의하지|رفض|từ chối|tolak|ปฏิเสธ")
_YES = _words(
    "accept-, agree, i agree, allow, allow all, consent, yes, enable all, akzeptier-, zustimmen, einverstanden, "
    "erlauben, zulassen, accepter, j'accepte, autoriser, aceptar, acepto, permitir, accetta-, accetto, consenti, "
    "aceitar, aceito, akkoord, accepteren, toestaan, godta, aksepter, acceptera, godkänn, tillåt, tillad, godkend, "
    "hyväksy-, salli, akceptuj-, zgadzam, zezwól, přijmout, souhlasím, povolit, prijať, súhlasím, elfogad-, de acord, "
    "принять, принимаю, согласен, прийняти, погоджуюсь, prihvati, sprejmi, αποδοχή, kabul, onayla"
)
_YES_SIGNS = re.compile("同意|接受|許可|동의|수락|موافق|أوافق|chấp nhận|đồng ý|setuju|terima|ยอมรับ")
_SEEN = _words(
    "ok, okay, got it, understood, i understand, continue, verstanden, alles klar, weiter, compris, j'ai compris, "
    "entendido, de acuerdo, ho capito, capito, entendi, begrepen, begrepet, jag förstår, forstået, rozumiem, rozumím, "
    "rozumiem, rendben, am înțeles, понятно, хорошо, зрозуміло, anladım, tamam, 了解, 知道了, 확인"
)
_CLOSE = _words(
    "close, dismiss, skip, hide, schließen, schliessen, fermer, cerrar, chiudi, fechar, sluiten, lukk, stäng, luk, "
    "sulje, zamknij, zavřít, zatvoriť, bezárás, închide, закрыть, закрити, zatvori, zapri, κλείσιμο, kapat"
)
_CLOSED = re.compile(
    r"\s+(?:(?:this|the)\s+)?(?:cookie|banner|dialog|modal|window|pop-?up|notice|message|overlay|panel|and|×)"
)
_AWAY = _words(
    "no thanks, no thank you, not now, later, maybe later, skip, nein danke, später, non merci, "
    "plus tard, no gracias, más tarde, no grazie, più tardi, não obrigado, nee bedankt, later misschien, "
    "nej tak, nej tack"
)
_CLOSE_SIGNS = re.compile("閉じる|关闭|關閉|닫기|إغلاق|đóng|tutup|^[×✕✖╳⨯x]$")
_LATER = _words(
    "sell, settings, preferences, options, manage, customize, customise, learn more, more info-, policy, partners, "
    "details, einstellungen, anpassen, mehr, paramétrer, personnaliser, gérer, configurar, gestionar, personalizar, "
    "impostazioni, personalizza, instellingen, indstillinger, inställningar, innstillinger, asetukset, ustawienia, "
    "nastavení, nastavenia, beállítások, setări, настро-, ayarlar, 設定, 设置, 설정"
)


@dataclass(frozen=True, slots=True)
class Banner:
    """A question about cookies over a page: what to hide of it, and the button that turns it down, if it has one."""

    node: int
    button: int | None


def find_banner(view: PageView) -> Banner | None:
    """The banner that a page shows, if it does; of several the one that stands first."""
    for box in _boxes(view):
        choices = _choices(view, box)
        if choices and _asks(view, box, choices):
            order: tuple[Choice, ...] = ("reject", "close", "acknowledge")
            button = next((choices[choice] for choice in order if choice in choices), None)
            return Banner(_whole(view, box).index, None if button is None else button.index)
    return None


def way_out(view: PageView, overlay: Node) -> Node | None:
    """The button of an overlay that only puts it away (close, no thanks), if it has one."""
    for node in view.nodes[overlay.index : overlay.end]:
        if node.shown and is_clicked(node) and _stays(view, node):
            words = loose(words_of(view, node)).replace(",", "")
            if _closes(words) or _AWAY.fullmatch(words):
                return node
    return None


def overlay_of(view: PageView, node: Node) -> Node | None:
    """The dialog or floating box that a node belongs to, all of it; None where it belongs to the page."""
    box = next((one for one in (node, *ancestors(view, node)) if _lies_over(one)), None)
    return None if box is None else _whole(view, box)


def _lies_over(node: Node) -> bool:
    if node.tag in ("html", "body"):
        return False
    return node.role in ("dialog", "alertdialog") or "floating" in node.states or "aria-modal" in node.attributes


def _boxes(view: PageView) -> Iterator[Node]:
    """What lies over the page and shows, the innermost of nested ones first."""
    over = [node for node in view.nodes if node.shown and _lies_over(node)]
    yield from sorted(over, key=lambda node: (node.end - node.index, node.index))


def _asks(view: PageView, box: Node, choices: dict[Choice, Node]) -> bool:
    inside = view.nodes[box.index : box.end]
    if any(node.shown and node.role in _OF_PAGES for node in inside):
        return False  # the page itself, in a box that floats
    text = view.visible_text_of(box.index)
    if not 0 < len(text) <= _MOST_TEXT:
        return False
    said = text.casefold()
    answers = choices.keys() - {"close"}
    if _COOKIES.search(said):
        return bool(answers)
    return bool(_PRIVACY.search(said)) and "accept" in answers


def _choices(view: PageView, box: Node) -> dict[Choice, Node]:
    """The first button of each kind that the box offers."""
    found: dict[Choice, Node] = {}
    for node in view.nodes[box.index : box.end]:
        if node.shown and is_clicked(node):
            choice = _choice(view, node)
            if choice is not None and (choice == "accept" or _stays(view, node)):
                found.setdefault(choice, node)
    return found


def _choice(view: PageView, node: Node) -> Choice | None:
    words = loose(words_of(view, node)).replace(",", "").rstrip("!.")
    if not words or len(words) > _LONGEST or node.role in ("checkbox", "switch", "radio", "textbox"):
        return None
    yes = bool(_YES.search(words) or _YES_SIGNS.search(words))
    seen = bool(_SEEN.fullmatch(words))
    if _NO.search(words) or _NO_SIGNS.search(words) or (_NECESSARY.search(words) and not _LATER.search(words)):
        return None if _LATER.search(words) else "reject"
    if _closes(words):
        return "close"
    if _LATER.search(words):
        return None
    if yes:
        return "accept"
    return "acknowledge" if seen else None


def _closes(words: str) -> bool:
    """Whether these words close what they stand on, and nothing else that could be closed."""
    found = _CLOSE.match(words)
    return bool(_CLOSE_SIGNS.search(words)) or (
        found is not None and (found.end() == len(words) or _CLOSED.match(words, found.end()) is not None)
    )


def _stays(view: PageView, node: Node) -> bool:
    """Whether a click leaves the page where it is, and sends nothing."""
    if node.tag in ("a", "area") and "href" in node.attributes:
        href = node.attributes["href"]
        return href.startswith("javascript:") or effect_of(view, node) == "safe"
    return effect_of(view, node) in ("safe", "navigational") and node.attributes.get("type") != "submit"


def _whole(view: PageView, box: Node) -> Node:
    """The outermost wrapper of a box that says nothing else: with it goes what dims the page behind."""
    most = len(view.visible_text_of(box.index)) * 1.2 + 20
    for above in ancestors(view, box):
        if above.tag in ("html", "body", "main") or len(view.visible_text_of(above.index)) > most:
            break
        box = above
    return box
