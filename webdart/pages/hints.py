"""Which words and signs hint at turning pages, in the languages that pages speak?

Hints only: `paging` looks at structure first. Compared loosely (wording.py).
"""

import re

NEXT_WORDS = frozenset(
    re.split(
        r"\s*\|\s*",
        "next | next page | next results | older | older posts | weiter | nächste | nächste seite | "
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
        "previous | prev | previous page | back | newer | newer posts | zurück | vorherige | "
        "vorherige seite | précédent | précédente | page précédente | anterior | página anterior | "
        "precedente | indietro | vorige | föregående | forrige | edellinen | poprzednia | předchozí | "
        "предыдущая | назад | önceki | 前へ | 前のページ | 上一页 | 上一頁 | 이전 | السابق | السابقة | पिछला | הקודם | "
        "anterioara",
    )
)
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
FORWARD, BACKWARD = frozenset("›»→>⟩▶►❯≫⇒"), frozenset("‹«←<⟨◀◄❮≪⇐")

ON_CLASS = re.compile(r"(?:^|[\s_-])(?:active|current|selected|chosen)(?:$|[\s_-])", re.IGNORECASE)
"""A class that hints at the choice, or the page, that holds now."""

SORT_WORDS = re.compile(
    r"\bsort|\border(?:ed)? by|sortier|\btri(?:er)?\b|orden|\bordina|sorte|sortera|sorter|сортир|упоряд|並[びべ]|"
    r"排序|정렬|ترتيب|sırala",
    re.IGNORECASE,
)
SIZE_WORDS = re.compile(
    r"per page|entries|\bshow\b|results|rows|pro seite|anzeigen|par page|afficher|por página|mostrar|per pagina|mostra|"
    r"на странице|表示件数|每页|페이지당|لكل صفحة|sayfa",
    re.IGNORECASE,
)
DIRECTION = re.compile(
    r"low(?:est)? to high|high(?:est)? to low|\bascending\b|\bdescending\b|\basc\b|\bdesc\b|a\s*[-–→]\s*z|"
    r"z\s*[-–→]\s*a|newest|oldest|\baufsteigend|\babsteigend|\bcroissant|\bdécroissant|\bascendente|\bdescendente|"
    r"\bdescendiente|[↑↓]|昇順|降順|升序|降序",
    re.IGNORECASE,
)
