"""More families: questions and answers, reviews, statements, property, cars, repositories, videos, events, menus, data sets."""

from datetime import date, datetime, timedelta
from decimal import Decimal as D
from typing import Any

from tests.records.snapshots.snapshot import Snapshot, at, each

ASKED: list[Any] = [
    (
        "How to fold a fitted sheet?",
        71,
        12,
        3,
        "1.2k",
        1200,
        ["laundry", "linen"],
        "ann",
        datetime(2024, 11, 3, 9, 15, 2),
    ),
    ("Why 2 knots and not 3?", 72, 0, 0, "31", 31, ["knots"], "k_lee", datetime(2024, 11, 2, 23, 0, 59)),
    (
        "Is glue stronger than nails",
        73,
        -1,
        1,
        "402",
        402,
        ["wood", "glue", "nails"],
        "bo",
        datetime(2024, 10, 30, 7, 8, 9),
    ),
]


def question(row: Any) -> str:
    title, number, votes, answers, shown, _, tags, author, asked = row
    chips = "".join(
        f'<li class="d-inline mr4 js-post-tag-list-item"><a href="/questions/tagged/{t}" class="s-tag post-tag" title="show questions tagged {t}" rel="tag">{t}</a></li>'
        for t in tags
    )
    return f"""<div id="question-summary-{number}" class="s-post-summary js-post-summary" data-post-id="{number}"><div class="s-post-summary--stats js-post-summary-stats"><div class="s-post-summary--stats-item s-post-summary--stats-item__emphasized" title="Score of {votes}"><span class="s-post-summary--stats-item-number">{votes}</span> <span class="s-post-summary--stats-item-unit">vote{"" if votes in (1, -1) else "s"}</span></div>
      <div class="s-post-summary--stats-item"><span class="s-post-summary--stats-item-number">{answers}</span> <span class="s-post-summary--stats-item-unit">answer{"" if answers == 1 else "s"}</span></div><div class="s-post-summary--stats-item" title="{shown} views"><span class="s-post-summary--stats-item-number">{shown}</span> <span class="s-post-summary--stats-item-unit">views</span></div></div>
      <div class="s-post-summary--content"><h3 class="s-post-summary--content-title"><a href="/questions/{number}/x" class="s-link">{title}</a></h3><div class="s-post-summary--content-excerpt">I have tried 3 ways and none of them works as I would like it to ...</div>
      <div class="s-post-summary--meta"><div class="s-post-summary--meta-tags js-tags"><ul class="ml0 list-ls-none">{chips}</ul></div><div class="s-user-card"><a href="/users/{number}/x" class="s-avatar"><img src="/a.png" alt="{author}'s user avatar"></a><div class="s-user-card--info"><div class="s-user-card--link"><a href="/users/{number}/x">{author}</a></div><ul class="s-user-card--awards"><li class="s-user-card--rep"><span title="reputation score 1,234">1,234</span></li></ul></div><time class="s-user-card--time">asked <span title="{asked:%Y-%m-%d %H:%M:%S}Z" class="relativetime">{asked:%b} {asked.day}, {asked.year} at {asked.hour}:{asked:%M}</span></time></div></div></div></div>"""


QUESTIONS = Snapshot(
    name="questions with their counts in words",
    body=f"<main id=content><h1>All Questions</h1><div>24,001 questions</div><div id=questions>{each(ASKED, question)}</div></main><aside><h4>Hot Network Questions</h4><ul><li><a href=/x>What is X?</a></li><li><a href=/y>Why is Y?</a></li></ul></aside>",
    fields={
        "title": "text",
        "votes": "integer",
        "answers": "integer",
        "views": "integer",
        "tags": "[text]",
        "asked": "datetime",
        "url": "link",
    },
    truth=[
        {"title": t, "votes": v, "answers": a, "views": n, "tags": tuple(g), "asked": d, "url": at(f"/questions/{i}/x")}
        for t, i, v, a, _, n, g, _, d in ASKED
    ],
    options={"into": "questions"},
    stated=24001,
)

BOARD: list[Any] = [
    ("Exhaust for 1998 model", 5, "ann", 12, "1K", 1000),
    ("Lost my key", 6, "Bo Ek", 0, "87", 87),
    ("3 wheels or 4", 7, "zed", 1204, "12K", 12000),
]


def struct(row: Any) -> str:
    title, number, author, replies, shown, _ = row
    return f"""<div class="structItem structItem--thread js-inlineModContainer" data-author="{author}"><div class="structItem-cell structItem-cell--icon"><a href="/members/{number}/" class="avatar"><span>{author[0]}</span></a></div><div class="structItem-cell structItem-cell--main"><div class="structItem-title"><a href="/forums/?prefix_id=1" class="labelLink"><span class="label">Help</span></a> <a href="/threads/{number}/" class="">{title}</a></div><div class="structItem-minor"><ul class="structItem-parts"><li><a href="/members/{number}/" class="username">{author}</a></li><li class="structItem-startDate"><a href="/threads/{number}/"><time class="u-dt" datetime="2024-11-0{number}T10:00:00+0000" title="Nov {number}, 2024 at 10:00 AM">Nov {number}, 2024</time></a></li></ul></div></div>
      <div class="structItem-cell structItem-cell--meta" title="First message reaction score: 0"><dl class="pairs pairs--justified"><dt>Replies</dt><dd>{replies:,}</dd></dl><dl class="pairs pairs--justified structItem-minor"><dt>Views</dt><dd>{shown}</dd></dl></div><div class="structItem-cell structItem-cell--latest"><a href="/threads/{number}/latest"><time class="structItem-latestDate u-dt" datetime="2024-11-20T10:00:00+0000">Nov 20, 2024</time></a><div class="structItem-minor"><a href="/members/9/" class="username">zed</a></div></div></div>"""


STRUCT = Snapshot(
    name="threads with a prefix link before the title",
    body=f"<div class=p-body><h1 class=p-title-value>Help</h1><div class=structItemContainer><div class=structItemContainer-group>{each(BOARD, struct)}</div></div></div>",
    fields={"title": "text", "replies": "integer", "views": "integer"},
    truth=[{"title": t, "replies": r, "views": v} for t, _, _, r, _, v in BOARD],
)

SAID: list[Any] = [
    ("Sturdy and simple", 4, "Ada", date(2024, 11, 3), "Took an hour to build. Would buy 2 more.", 12),
    ("Not for me", 1, "Li Na", date(2024, 10, 9), "Too low.", None),
    ("Fine", 5, "J. Sol", date(2023, 1, 31), "As described, 5 stars.", 1),
]


def review(row: Any) -> str:
    title, stars, author, day, body, helpful = row
    said = (
        f'<span data-hook="helpful-vote-statement" class="cr-vote-text">{helpful} people found this helpful</span>'
        if helpful
        else ""
    )
    return f"""<div id="R{stars}" data-hook="review" class="a-section review aok-relative"><div class="a-profile"><span class="a-profile-name">{author}</span></div><div class="a-row"><a class="a-link-normal" title="{stars}.0 out of 5 stars" href="/review/R{stars}"><i data-hook="review-star-rating" class="a-icon a-icon-star a-star-{stars} review-rating"><span class="a-icon-alt">{stars}.0 out of 5 stars</span></i></a> <a data-hook="review-title" class="a-size-base a-link-normal review-title" href="/review/R{stars}"><span>{title}</span></a></div>
      <span data-hook="review-date" class="a-size-base a-color-secondary review-date">Reviewed in the United States on {day:%B} {day.day}, {day.year}</span><div class="a-row a-spacing-small review-data"><span data-hook="review-body" class="a-size-base review-text"><span>{body}</span></span></div><div class="a-row review-comments">{said}<button>Helpful</button></div></div>"""


REVIEWS = Snapshot(
    name="reviews of a product with hooks",
    head="<style>.a-icon-alt{position:absolute;clip:rect(1px,1px,1px,1px);overflow:hidden;width:1px;height:1px;display:block}</style>",
    body=f"<main><h1>Walnut desk</h1><div id=cm-cr-dp-review-list>{each(SAID, review)}</div></main>",
    fields={"title": "text", "rating": "rating", "author": "text", "date": "date", "body": "text"},
    truth=[{"title": t, "rating": float(s), "author": a, "date": d, "body": b} for t, s, a, d, b, _ in SAID],
    options={"each": "review"},
)

MOVES: list[Any] = [
    ("11/01/2024", [("Coffee Bar 21", "-3.40", "996.60"), ("Salary", "2,500.00", "3,496.60")]),
    ("11/04/2024", [("Rent November", "-1,200.00", "2,296.60")]),
    ("11/15/2024", [("ATM", "-50.00", "2,246.60"), ("Refund #12", "9.99", "2,256.59")]),
]
STATEMENT = Snapshot(
    name="bank statement, days across rows, sums between",
    body="<h1>Account</h1><table class=statement><thead><tr><th>Date</th><th>Description</th><th>Amount ($)</th><th>Balance ($)</th></tr></thead><tbody>"
    + "".join(
        "".join(
            f"<tr>{f'<td rowspan={len(rows)}>{day}</td>' if n == 0 else ''}<td>{r[0]}</td><td>{r[1]}</td><td>{r[2]}</td></tr>"
            for n, r in enumerate(rows)
        )
        for day, rows in MOVES
    )
    + "<tr><td colspan=2>Total November</td><td>1,256.59</td><td></td></tr></tbody></table>",
    fields={
        "date": "date",
        "description": "text",
        "amount": ("money", {"label": "Amount ($)"}),
        "balance": ("money", {"label": "Balance ($)"}),
    },
    truth=[
        {
            "date": datetime.strptime(day, "%m/%d/%Y").date(),
            "description": r[0],
            "amount": D(r[1].replace(",", "")),
            "balance": D(r[2].replace(",", "")),
        }
        for day, rows in MOVES
        for r in rows
    ],
)

HOMES: list[Any] = [
    ("Elm Street 12", "Leeds", "450,000", 3, "120 m²", 120.0),
    ("Mill Lane 3", "York", "1,250,000", 5, "310 m²", 310.0),
    ("Station Road 7b", "Leeds", "199,500", None, "34.5 m²", 34.5),
]


def home(row: Any) -> str:
    street, town, price, beds, shown, _ = row
    bed = f'<li title="Bedrooms"><i class="icon icon-bed"></i> {beds}</li>' if beds else ""
    return f'<div class="search-result"><a href="/house/{street[:3]}"><h2 class="search-result__header-title">{street}</h2><h4 class="search-result__header-subtitle">{town}</h4></a><div class="search-result-info"><span class="search-result-price">£{price}</span></div><ul class="search-result-kenmerken">{bed}<li title="Living area"><i class="icon icon-size"></i> {shown}</li></ul><button>Save</button></div>'


PROPERTY = Snapshot(
    name="houses with what counts in titles of icons",
    body=f"<main><h1>Houses in Yorkshire</h1><div class=search-output><div>{each(HOMES, home)}</div></div></main>",
    fields={"street": ("text", {}), "price": "money", "bedrooms": "integer", "living_area": "number"},
    truth=[
        {"street": s, "price": D(p.replace(",", "")), "bedrooms": b, "living_area": a} for s, _, p, b, _, a in HOMES
    ],
)

REPOS: list[Any] = [
    ("list-tools", "Tools for lists, 3 of them", "Python", 1234, 56, datetime(2024, 11, 3, 9, 15, 0)),
    ("tiny-lathe", "", "C++", 7, 0, datetime(2022, 1, 2, 3, 4, 5)),
    ("knots", "All 12 knots", "", 402, 12, datetime(2024, 8, 9, 10, 11, 12)),
]


def repo(row: Any) -> str:
    name, about, language, stars, forks, updated = row
    text = (
        f'<p class="col-9 d-inline-block color-fg-muted mb-2 pr-4" itemprop="description">{about}</p>' if about else ""
    )
    speech = (
        f'<span class="ml-0 mr-3"><span class="repo-language-color"></span> <span itemprop="programmingLanguage">{language}</span></span>'
        if language
        else ""
    )
    fork = (
        f'<a class="Link--muted mr-3" href="/o/{name}/forks"><svg aria-label="fork" role="img"></svg> {forks}</a>'
        if forks
        else ""
    )
    return f'<li class="col-12 d-flex width-full py-4 public source" itemprop="owns"><div class="col-10"><div class="d-inline-block mb-1"><h3 class="wb-break-all"><a href="/o/{name}" itemprop="name codeRepository">{name}</a> <span class="Label">Public</span></h3></div><div>{text}</div><div class="f6 color-fg-muted mt-2">{speech}<a class="Link--muted mr-3" href="/o/{name}/stargazers"><svg aria-label="star" role="img"></svg> {stars:,}</a>{fork}Updated <relative-time datetime="{updated.isoformat()}Z" class="no-wrap">{updated:%b} {updated.day}, {updated.year}</relative-time></div></div></li>'


REPOSITORIES = Snapshot(
    name="repositories with icons before their counts",
    body=f"<main><h1>o</h1><div id=user-repositories-list><ul>{each(REPOS, repo)}</ul></div></main>",
    fields={
        "name": "text",
        "description": "text",
        "language": "text",
        "stars": ("integer", {"label": "star"}),
        "updated": "date",
        "url": "link",
    },
    truth=[
        {
            "name": n,
            "description": a or None,
            "language": g or None,
            "stars": s,
            "updated": u.date(),
            "url": at(f"/o/{n}"),
        }
        for n, a, g, s, _, u in REPOS
    ],
)

CLIPS: list[Any] = [
    ("How lists are made", "Nordhaus", "1.2M views", 1200000, "12:34", 754),
    ("Knots 1-12", "qq", "830 views", 830, "1:02:03", 3723),
    ("A very short one", "qq", "12K views", 12000, "0:42", 42),
]


def clip(row: Any) -> str:
    title, channel, views, _, length, _ = row
    return f'<ytd-video class="style-scope"><div id="dismissible"><ytd-thumb><a id="thumbnail" href="/watch?v={title[:3]}" aria-hidden="true" tabindex="-1"><img src="/t.jpg" alt=""><div id="time-status"><span id="text" aria-label="some minutes">{length}</span></div></a></ytd-thumb><div id="details"><h3><a id="video-title-link" href="/watch?v={title[:3]}" title="{title}" aria-label="{title} by {channel} {views}"><span id="video-title">{title}</span></a></h3><div id="meta"><div id="byline"><a href="/@{channel}">{channel}</a></div><div id="metadata-line"><span class="inline-metadata-item">{views}</span><span class="inline-metadata-item">2 years ago</span></div></div></div></div></ytd-video>'


VIDEOS = Snapshot(
    name="videos in elements of their own, ids repeated",
    body=f"<div id=contents>{each(CLIPS, clip)}</div>",
    fields={"title": "text", "views": "integer", "length": ("duration", {}), "url": "link"},
    truth=[
        {"title": t, "views": v, "length": timedelta(seconds=s), "url": at(f"/watch?v={t[:3].replace(' ', '%20')}")}
        for t, _, _, v, _, s in CLIPS
    ],
)

EVENTS_ROWS: list[Any] = [
    ("Opening night", date(2025, 11, 14), "19:30", "Hall A", "$25"),
    ("Lists live", date(2025, 12, 1), "20:00", "Club 9", "Free"),
    ("Matinee", date(2026, 1, 9), "11:00", "Hall A", "$7.50"),
]


def event(row: Any) -> str:
    title, day, clock, place, price = row
    return f'<article class="type-tribe_events"><div class="date-tag"><time class="date-tag-datetime" datetime="{day}"><span class="weekday">{day:%a}</span><span class="daynum">{day.day}</span></time></div><div class="details"><header><div class="datetime-wrapper"><time datetime="{day}"><span class="start">{day:%B} {day.day} @ {clock}</span></time></div><h3 class="title"><a href="/event/{day}/" title="{title}" rel="bookmark">{title}</a></h3><address class="venue"><span class="venue-title">{place}</span> <span class="venue-address">High Street 1, Leeds</span></address></header><div class="cost"><span class="price">{price}</span></div></div></article>'


EVENTS = Snapshot(
    name="events with the day in pieces",
    body=f"<main><h1>Events</h1><div class=events>{each(EVENTS_ROWS, event)}</div></main>",
    fields={
        "title": "text",
        "date": "date",
        "price": ("money", {"mapping": {"Free": 0}}),
        "url": "link",
    },
    truth=[
        {"title": t, "date": d, "price": D(p.strip("$")) if p != "Free" else D(0), "url": at(f"/event/{d}/")}
        for t, d, _, _, p in EVENTS_ROWS
    ],
)

DISHES: list[Any] = [
    ("Starters", [("Soup of the day", "6.50"), ("Bread & butter", "3.00")]),
    ("Mains", [("Pie", "14.00"), ("Fish, 2 pieces", "16.50"), ("Stew", "12.00")]),
]
MENU = Snapshot(
    name="menu of a restaurant below headings",
    body="<main><h1>Menu</h1>"
    + "".join(
        f"<section class=menu-section><h2>{kind}</h2><p>All served with salad.</p>"
        + "".join(
            f"<div class=menu-item><div class=menu-item-title><h4>{n}</h4><span class=menu-item-price>£{p}</span></div><p class=menu-item-description>With herbs and 2 sauces.</p></div>"
            for n, p in rows
        )
        + "</section>"
        for kind, rows in DISHES
    )
    + "</main>",
    fields={"name": "text", "price": "money", "course": ("text", {"source": "heading"})},
    truth=[{"name": n, "price": D(p), "course": k} for k, rows in DISHES for n, p in rows],
)

SETS: list[Any] = [
    ("Trees of Leeds", "City Council", ["CSV", "GeoJSON"], "2024-11-03"),
    ("Bins", "Waste Dept.", ["XLS"], "2023-01-09"),
    ("Air, 2020-2024", "City Council", [], "2024-12-01"),
]


def dataset(row: Any) -> str:
    title, publisher, formats, day = row
    chips = (
        f'<ul class="dataset-resources list-unstyled">{each(formats, lambda f: f"<li><a href=/d/{title[:3]} class=label data-format={f.lower()}>{f}</a></li>")}</ul>'
        if formats
        else ""
    )
    return f'<li class="dataset-item"><div class="dataset-content"><h2 class="dataset-heading"><a href="/dataset/{title[:3]}">{title}</a></h2><dl class="dgu-metadata"><dt>Published by:</dt> <dd class="published_by">{publisher}</dd><dt>Last updated:</dt> <dd>{day}</dd></dl><p>A list of things counted in the city.</p></div>{chips}</li>'


DATASETS = Snapshot(
    name="data sets with chips of formats",
    body=f"<main><h1>Datasets</h1><p><strong>3 datasets found</strong></p><ul class='dataset-list unstyled'>{each(SETS, dataset)}</ul></main>",
    fields={
        "title": "text",
        "publisher": ("text", {"label": "Published by"}),
        "updated": ("date", {"label": "Last updated"}),
        "formats": "[text]",
        "url": "link",
    },
    truth=[
        {
            "title": t,
            "publisher": p,
            "updated": date.fromisoformat(d),
            "formats": tuple(f) or None,
            "url": at(f"/dataset/{t[:3]}"),
        }
        for t, p, f, d in SETS
    ],
    options={"into": "datasets"},
    stated=3,
)

BOOKS_ROWS: list[Any] = [
    ("Dune (Dune, #1)", "F. Herbert", 4.28, "1,345,678", 1345678),
    ("Lists and Letters", "A. Byron", 3.9, "87", 87),
    ("1984", "G. Orwell", 4.19, "4,012,345", 4012345),
]
BOOKS = Snapshot(
    name="books in a table without heads, facts in one line",
    body="<div class=mainContent><h1>Best books</h1><table class=tableList>"
    + "".join(
        f"<tr itemscope itemtype=http://schema.org/Book><td class=number>{n}</td><td><a title='{t}' href=/book/{n}><img alt='{t}' src=/b.jpg></a></td><td><a class=bookTitle itemprop=url href=/book/{n}><span itemprop=name role=heading aria-level=4>{t}</span></a><br><span class=by>by</span> <span itemprop=author><div class=authorName__container><a class=authorName itemprop=url href=/author/{n}><span itemprop=name>{a}</span></a></div></span><br><div><span class='greyText smallText uitext'><span class=minirating><span class='stars staticStars'></span> {r} avg rating — {c} ratings</span></span></div></td></tr>"
        for n, (t, a, r, c, _) in enumerate(BOOKS_ROWS, 1)
    )
    + "</table></div>",
    fields={
        "title": "text",
        "author": "text",
        "ratings": ("integer", {"match": r"([\d,]+) ratings"}),
        "average": ("number", {"match": r"([\d.]+) avg rating"}),
        "url": "link",
    },
    truth=[
        {"title": t, "author": a, "ratings": c, "average": r, "url": at(f"/book/{n}")}
        for n, (t, a, r, _, c) in enumerate(BOOKS_ROWS, 1)
    ],
)

DEALS: list[Any] = [
    ("Kettle", "Was £40.00", "Now £29.99", "29.99"),
    ("Toaster", "", "£24.50", "24.50"),
    ("Mixer 500 W", "Was £120.00", "Now £99.00", "99.00"),
    ("Pan", "", "£12.00", "12.00"),
]
WASNOW = Snapshot(
    name="prices that say was and now",
    body="<main><div class=row>"
    + "".join(
        f"<div class='col-md-3'><div class='card h-100'><img class=card-img-top alt='{n}' src=/i.jpg><div class=card-body><h5 class=card-title><a href=/d/{n[:3]}>{n}</a></h5>"
        + (
            f"<p class='text-muted small'>{w}</p><p class='text-danger fw-bold'>{p}</p>"
            if w
            else f"<p class=fw-bold>{p}</p>"
        )
        + "<span class='badge bg-success'>In stock</span></div><div class=card-footer><a class='btn btn-primary' href='#'>Buy</a></div></div></div>"
        for n, w, p, _ in DEALS
    )
    + "</div></main>",
    fields={"name": "text", "price": ("money", {"match": r"(?:Now |^)(£[\d.]+)"})},
    truth=[],
)

GERMAN_ROWS: list[Any] = [
    ("Eichentisch", "1.234,50 €", "1234.50", "05.11.2024", date(2024, 11, 5), "Ja"),
    ("Stuhl „Anna“", "89,00 €", "89.00", "28.02.2023", date(2023, 2, 28), "Nein"),
    ("Regal 80 × 30", "249,95 €", "249.95", "13.06.2024", date(2024, 6, 13), "Ja"),
]
GERMAN = Snapshot(
    name="German table with a total in its words",
    body="<div class=dataTables_wrapper><table id=t class='display dataTable'><thead><tr><th>Artikel</th><th>Preis</th><th>Eingang</th><th>Lieferbar</th></tr></thead><tbody>"
    + "".join(f"<tr><td>{n}</td><td>{p}</td><td>{d}</td><td>{j}</td></tr>" for n, p, _, d, _, j in GERMAN_ROWS)
    + "</tbody></table><div class=dataTables_info>1 bis 3 von 1.057 Einträgen</div></div>",
    fields={
        "name": ("text", {"label": "Artikel"}),
        "price": ("money", {"label": "Preis"}),
        "received": ("date", {"label": "Eingang"}),
        "available": ("boolean", {"label": "Lieferbar"}),
    },
    truth=[{"name": n, "price": D(p), "received": d, "available": j == "Ja"} for n, _, p, _, d, j in GERMAN_ROWS],
    options={"locale": "de-DE"},
    stated=1057,
)

INFOBOX = Snapshot(
    name="one article's page with an info box",
    body="<main id=content><h1 id=firstHeading>Leeds</h1><div id=bodyContent><table class='infobox vcard'><tbody><tr><th colspan=2 class=infobox-above><div class=fn>Leeds</div></th></tr><tr><td colspan=2><img src=/l.jpg alt=Skyline></td></tr><tr><th scope=row class=infobox-label>Country</th><td class=infobox-data><span class=flagicon><img alt='' src=/f.png></span><a href=/wiki/England>England</a></td></tr><tr><th colspan=2 class=infobox-header>Population<div> (2021)</div></th></tr><tr><th scope=row class=infobox-label>&nbsp;• Total</th><td class=infobox-data>536,280</td></tr><tr><th scope=row class=infobox-label>&nbsp;• Density</th><td class=infobox-data>4,844/km<sup>2</sup></td></tr><tr><th scope=row class=infobox-label>Website</th><td class=infobox-data><a rel=nofollow href=https://leeds.example/>leeds.example</a></td></tr></tbody></table><p><b>Leeds</b> is a city. Country: none of your business. It has a total of 7 rivers.</p></div></main>",
    fields={"name": "text", "country": "text", "population": ("integer", {"label": "Total"}), "website": "link"},
    truth=[{"name": "Leeds", "country": "England", "population": 536280, "website": "https://leeds.example/"}],
    options={"kind": "page"},
)

GIGS: list[Any] = [
    ("Upcoming", [("Leeds", date(2026, 12, 1)), ("York", date(2026, 12, 9))]),
    ("Past", [("Hull", date(2025, 1, 4)), ("Bath", date(2025, 2, 5)), ("Bristol", date(2025, 2, 7))]),
]
TWO = Snapshot(
    name="two lists of one shape, one of them meant",
    body="<main><h1>Tour</h1>"
    + "".join(
        f"<h2>{k}</h2><ul class=gigs>"
        + "".join(f"<li><span class=town>{t}</span> <time datetime={d}>{d:%d %b %Y}</time></li>" for t, d in rows)
        + "</ul>"
        for k, rows in GIGS
    )
    + "</main>",
    fields={"town": "text", "date": "date", "kind": ("text", {"source": "heading"})},
    truth=[{"town": t, "date": d, "kind": k} for k, rows in GIGS for t, d in rows],
)

VARIOUS = (
    QUESTIONS,
    STRUCT,
    REVIEWS,
    STATEMENT,
    PROPERTY,
    REPOSITORIES,
    VIDEOS,
    EVENTS,
    MENU,
    DATASETS,
    BOOKS,
    GERMAN,
    INFOBOX,
    TWO,
)
