"""Lists the words and signs that hint at turning pages, in many languages.

Hints only: `paging` looks at structure first. Compared loosely (wording.py).
"""

import re
from dataclasses import dataclass

NEXT_WORDS = frozenset(
    re.split(
        r"\s*\|\s*",
        "next | next page | next results | older | older posts | older entries | ältere beiträge | ältere posts | "
        "articles plus anciens | publications plus anciennes | messages plus anciens | entradas anteriores | "
        "entradas antiguas | entradas más antiguas | articoli meno recenti | articoli più vecchi | post più vecchi | "
        "posts mais antigos | postagens mais antigas | artigos mais antigos | oudere berichten | oudere posts | "
        "äldre inlägg | ældre indlæg | eldre innlegg | vanhemmat artikkelit | starsze wpisy | starsze posty | "
        "starší příspěvky | önceki yazılar | старые записи | предыдущие записи | 以前の投稿 | 過去の投稿 | 前の投稿 | "
        "较早文章 | 较早的文章 | 旧文章 | 이전 글 | مقالات أقدم | weiter | nächste | nächste seite | "
        "vor | suivant | suivante | page suivante | siguiente | página siguiente | próximo | próxima | "
        "próxima página | seguinte | successivo | successiva | avanti | volgende | nästa | næste | "
        "neste | seuraava | następna | dalej | další | следующая | следующая страница | далее | "
        "вперёд | sonraki | 次へ | 次のページ | 次 | 下一页 | 下一頁 | 다음 | 다음 페이지 | التالي | التالية | "
        "الصفحة التالية | अगला | अगला पृष्ठ | הבא | următoarea | επόμενη",
    )
)
PREVIOUS_WORDS = frozenset(
    re.split(
        r"\s*\|\s*",
        "previous | prev | previous page | back | newer | newer posts | newer entries | neuere beiträge | "
        "neuere posts | "
        "articles plus récents | publications plus récentes | messages plus récents | entradas siguientes | "
        "entradas recientes | entradas más recientes | articoli più recenti | post più recenti | posts mais recentes | "
        "postagens mais recentes | artigos mais recentes | nieuwere berichten | nieuwere posts | nyare inlägg | "
        "nyere indlæg | nyere innlegg | uudemmat artikkelit | nowsze wpisy | nowsze posty | novější příspěvky | "
        "sonraki yazılar | новые записи | следующие записи | 新しい投稿 | 次の投稿 | 较新文章 | 较新的文章 | "
        "新文章 | 다음 글 | مقالات أحدث | zurück | vorherige | "
        "vorherige seite | précédent | précédente | page précédente | anterior | página anterior | "
        "precedente | indietro | vorige | föregående | forrige | edellinen | poprzednia | předchozí | "
        "предыдущая | назад | önceki | 前へ | 前のページ | 上一页 | 上一頁 | 이전 | السابق | السابقة | पिछला | הקודם | "
        "anterioara",
    )
)
_NEXT_PAGE = re.compile(
    r"\bnext page\b|\bnächste[nr]? seite\b|\bpage suivante\b|\bpágina siguiente\b|\bsiguiente página\b|"
    r"\bpróxima página\b|\bpágina seguinte\b|\bpagina successiva\b|\bprossima pagina\b|\bvolgende pagina\b|"
    r"\bnästa sida\b|\bn[æe]ste side\b|\bseuraava(?:lle)? sivu(?:lle)?\b|\bnastępn\w+ stron\w+|"
    r"\bdalší\w* strán\w+|\bследующ\w+ страниц\w+|\bнаступн\w+ сторінк\w+|\bsonraki sayfa|\bεπόμενη σελίδα\b|"
    r"次のページ|下一页|下一頁|다음 페이지|الصفحة التالية|अगला पृष्ठ|העמוד הבא",
    re.IGNORECASE,
)
_PREVIOUS_PAGE = re.compile(
    r"\bprevious page\b|\bvorherige[nr]? seite\b|\bpage précédente\b|\bpágina anterior\b|\banterior página\b|"
    r"\bpagina precedente\b|\bvorige pagina\b|\bföregående sida\b|\bforrige side\b|"
    r"\bedellinen sivu\b|\bedelliselle sivulle\b|\bpoprzedni\w+ stron\w+|\bpředchozí\w* strán\w+|"
    r"\bпредыдущ\w+ страниц\w+|\bпопередн\w+ сторінк\w+|\bönceki sayfa|\bπροηγούμενη σελίδα\b|"
    r"前のページ|上一页|上一頁|이전 페이지|الصفحة السابقة|पिछला पृष्ठ|העמוד הקודם",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
NEXT_PERIODS = frozenset(
    re.split(
        r"\s*\|\s*",
        "next day | next week | next month | next year | nächster tag | nächste woche | nächster monat | "
        "nächstes jahr | jour suivant | semaine suivante | mois suivant | année suivante | día siguiente | "
        "semana siguiente | mes siguiente | año siguiente | próximo mes | próxima semana | próximo año | "
        "mese successivo | volgende maand",
    )
)
PREVIOUS_PERIODS = frozenset(
    re.split(
        r"\s*\|\s*",
        "previous day | previous week | previous month | previous year | vorheriger tag | vorherige woche | "
        "vorheriger monat | vorheriges jahr | jour précédent | semaine précédente | mois précédent | "
        "année précédente | día anterior | semana anterior | mes anterior | año anterior | "
        "mese precedente | vorige maand",
    )
)
MORE_WORDS = frozenset(
    re.split(
        r"\s*\|\s*",
        "load more | show more | more | more results | view more | see more | load more results | "
        "show more results | mehr laden | mehr anzeigen | weitere laden | mehr | voir plus | "
        "afficher plus | charger plus | plus de résultats | ver más | mostrar más | cargar más | "
        "carregar mais | ver mais | mostra altro | carica altri | meer laden | toon meer | "
        "показать ещё | показать еще | ещё | загрузить ещё | もっと見る | さらに表示 | "
        "加载更多 | 查看更多 | 더 보기 | 더보기 | عرض المزيد | تحميل المزيد | daha fazla | więcej | pokaż więcej",
    )
)
ALL_OF = re.compile(
    r"^(?:(?:see|view|show|browse|read|display|list|load|open) )?all\b"
    r"(?! (?:rights|day|inclusive|about|categor|departments|in one))"
    r"|^(?:see|view|show|browse|read) (?:the )?(?:full|complete|entire) (?:list|table)|^full list\b"
    r"|^(?:zeige )?alle\b.*\b(?:anzeigen|ansehen|zeigen|anschauen|lesen|aufrufen|einblenden)$|^alle$|^alles anzeigen"
    r"|^(?:zu|zur liste|übersicht) allen?\b"
    r"|^(?:voir|afficher|lire|consulter|toutes?|tous) (?:tout|toute|toutes|tous|les|l')\b|^tout (?:voir|afficher)"
    r"|^(?:ver|mostrar|leer|consultar) (?:todo|toda|todos|todas)\b|^(?:todos|todas) (?:los|las)\b"
    r"|^(?:vedi|mostra|visualizza|leggi|guarda) (?:tutto|tutta|tutti|tutte)\b|^(?:tutti|tutte) (?:i|gli|le)\b"
    r"|^(?:bekijk|toon|lees|zie) (?:alle|alles|de volledige)\b|^alle\b.*\b(?:bekijken|tonen|lezen|weergeven)$"
    r"|^(?:ver|mostrar|exibir|ler) (?:tudo|toda|todos|todas)\b"
    r"|^(?:visa|se|vis|näytä|zobacz|pokaż|zobrazit) (?:alla|alle|kaikki|wszystkie|vše|všechny)\b"
    r"|^(?:показать|смотреть|посмотреть) вс[её]\b|^すべて(?:を)?(?:見る|表示)|^查看全部|^모두 보기",
    re.IGNORECASE,
)
"""What leads from the first few of a list to all of it: "See all 12 reviews"."""
LAST_WORDS = frozenset(
    re.split(
        r"\s*\|\s*",
        "last | last page | last_page | to last page | end | letzte | letzte seite | ende | dernier | dernière | "
        "dernière page | última | última página | último | ultima | ultima pagina | laatste | laatste pagina | "
        "sista | sista sidan | sidste | sidste side | siste | siste side | viimeinen | ostatnia | ostatnia strona | "
        "poslední | последняя | последняя страница | в конец | остання | son | son sayfa | τελευταία | 最後 | 最後へ | "
        "最後のページ | 末页 | 尾页 | 最后一页 | 最後一頁 | 마지막 | 마지막 페이지 | الأخيرة | "
        "الصفحة الأخيرة | अंतिम | האחרון",
    )
)
_LAST_PAGE = re.compile(
    r"\blast page\b|\bend of (?:the )?list\b|\bletzten? seite\b|\bdernière page\b|\búltima página\b|\bultima pagina\b|"
    r"\blaatste pagina\b|\bsista sidan\b|\bsidste side\b|\bsiste side\b|\bostatni\w+ stron\w+|\bposledn\w+ strán\w+|"
    r"\bпоследн\w+ страниц\w+|最後のページ|最后一页|最後一頁|마지막 페이지|الصفحة الأخيرة",
    re.IGNORECASE,
)
_FORWARD, _BACKWARD = frozenset("›»→>⟩▶►❯≫⇒"), frozenset("‹«←<⟨◀◄❮≪⇐")


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """What hints at a way through pages: whole texts (loose), a phrase within a short text, signs."""

    words: frozenset[str]
    phrase: re.Pattern[str]
    signs: frozenset[str]

    def worded(self, text: str) -> bool:
        """Whether a loose text says it: "Go to next page" does, "Next 5 pages" does not."""
        return text in self.words or (not _DIGIT.search(text) and bool(self.phrase.search(text)))


NEXT = Direction(NEXT_WORDS, _NEXT_PAGE, _FORWARD)
PREVIOUS = Direction(PREVIOUS_WORDS, _PREVIOUS_PAGE, _BACKWARD)
LAST = Direction(LAST_WORDS, _LAST_PAGE, frozenset("»≫❯⟫⇥⏭⇒>›→▶►|⟩"))
MORE = Direction(MORE_WORDS, re.compile(r"(?!)"), frozenset())

PLACE = re.compile(
    r"\b(?:page|seite|página|pagina|sida|side|sivu|strona|stránka|страница|сторінка|sayfa|σελίδα)\W{0,3}\d+\D{1,8}\d"
    r"|\d\s*[-–—]\s*\d[\d.,]*\D{1,12}\d|第\s*\d+\s*[页頁ページ]|(?<!\d)\d+\s*[/／]\s*\d+\s*(?:ページ|페이지|页|頁)",
    re.IGNORECASE,
)
"""What tells where among the pages, or the rows, this page is: "Page 1 of 20", "1-25 of 300"."""

ON_CLASS = re.compile(r"(?:^|[\s_-])(?:active|current|selected|chosen)(?:$|[\s_-])", re.IGNORECASE)
"""A class that hints at the choice, or the page, that holds now."""

SORT_WORDS = re.compile(
    r"\bsort|\border(?:ed)? by|sortier|\btri(?:er)?\b|orden|\bordina|sorte|sortera|sorter|сортир|упоряд|並[びべ]|"
    r"排序|정렬|ترتيب|sırala",
    re.IGNORECASE,
)
SIZE_WORDS = re.compile(
    r"per page|page size|/\s*page\b|"
    r"entries|\bshow\b|results|rows|pro seite|anzeigen|par page|afficher|por página|mostrar|per pagina|mostra|"
    r"на странице|表示件数|每页|페이지당|لكل صفحة|sayfa",
    re.IGNORECASE,
)
DIRECTION = re.compile(
    r"low(?:est)? to high|high(?:est)? to low|\bascending\b|\bdescending\b|\basc\b|\bdesc\b|a\s*[-–→]\s*z|"
    r"z\s*[-–→]\s*a|newest|oldest|\baufsteigend|\babsteigend|\bcroissant|\bdécroissant|\bascendente|\bdescendente|"
    r"\bdescendiente|[↑↓]|昇順|降順|升序|降序",
    re.IGNORECASE,
)

NARROW_WORDS = re.compile(
    r"\badvanced\b|\bfilt(?:er|r)|\brefine|\bnarrow (?:down|by|results|your)|\bsearch (?:tools|criteria)\b|"
    r"\b(?:search|more|all|list(?:ing)?) options\b|\b(?:detailed|complex|power|expert|extended) search\b|"
    r"\bmore (?:search|criteria|facets)\b|erweiterte|\bdetailsuche|\bprofisuche|\bexpertensuche|verfeinern|"
    r"(?:mehr|weitere) (?:suchoptionen|optionen|kriterien)|\bavancée?s?\b|\baffiner|plus de critères|"
    r"\bavanzad[ao]s?\b|\bavançad[ao]s?\b|más opciones|mais opções|\bavanzat[aoie]\b|altre opzioni|"
    r"\bgeavanceerd|uitgebreid zoeken|\bavancera[dt]|\bavanceret|\bavansert|\bsuodat|tarkennettu|zaawansowan|"
    r"pokročil|расширенн|фильтр|ещё параметры|розширен|gelişmiş|σύνθετη|φίλτρα|詳細検索|絞り込み|条件を追加|"
    r"高级搜索|高級搜尋|进阶搜索|進階搜尋|筛选|篩選|更多条件|상세 ?검색|고급 ?검색|필터|بحث متقدم|تصفية|उन्नत खोज|"
    r"חיפוש מתקדם|סינון|tìm kiếm nâng cao|bộ lọc",
    re.IGNORECASE,
)
"""What people click to see more controls that narrow a listing down, here or on a page of its own."""

APPLY_WORDS = re.compile(
    r"^(?:apply|show|search|query|go$|filter|update|refine|done|submit|find|anwenden|anzeigen|suchen|filtern|"
    r"übernehmen|ergebnisse|appliquer|rechercher|filtrer|afficher|valider|aplicar|buscar|filtrar|mostrar|applica|cerca|"
    r"filtra|mostra|toepassen|zoeken|tonen|zastosuj|szukaj|pokaż|filtruj|använd|sök|visa|anvend|søg|bruk|søk|hae|použít|"
    r"hledat|применить|найти|показать|искать|застосувати|uygula|ara)\b|適用|検索|絞り込む|表示|应用|搜索|确定|查询|적용|검색|تطبيق|بحث",
    re.IGNORECASE,
)
"""What stands on a button that lets choices take effect where no form sends them."""
CONFIRM_WORDS = re.compile(
    r"^(?:ok|okay|confirm|bestätigen|confirmer|confirmar|aceptar|conferma|bevestigen|bekräfta|bekreft|bekræft|vahvista|"
    r"potwierdź|potvrdit|подтвердить|підтвердити|onayla|tamam)$|^(?:确认|確認|決定|확인|تأكيد)$",
    re.IGNORECASE,
)
"""What stands on a button that closes what has opened and keeps what was chosen there."""

ALL_WORDS = frozenset(
    re.split(
        r"\s*\|\s*",
        "all | any | everything | alle | alles | beliebig | egal | tous | toutes | tout | todos | todas | todo | "
        "cualquiera | qualquer | tutti | tutte | qualsiasi | alla | kaikki | wszystkie | wszystko | vše | všechny | "
        "все | любой | всі | "
        "hepsi | tümü | όλα | すべて | 全て | 全部 | 모두 | 전체 | الكل | הכל | सभी",
    )
)
"""What stands for no choice among the options of a filter."""

SEARCH_WORDS = re.compile(
    r"^(?:search|quick search|suche[n]?|rechercher?|recherche|buscar|busca|búsqueda|cerca|zoek(?:en)?|sök|søg|søk|hae|"
    r"szukaj|hledat|поиск|пошук|ara|αναζήτηση)\b|^(?:検索|搜索|搜尋|검색|بحث|חיפוש|खोज)",
    re.IGNORECASE,
)
"""What the words of a search box begin with."""

END_WORDS = re.compile(
    r"^(?:min|max|minimum|maximum|from|to|at least|at most|since|until|before|after|von|bis|ab|de|à|desde|hasta)\b|"
    r"\b(?:min|max|minimum|maximum|from|since|until|before|after)\W*$",
    re.IGNORECASE,
)
"""What a box for one end of a range begins or ends with."""
