"""Directories: papers in definition lists, jobs, hotels, places on a map, tables of an encyclopedia, people."""

from datetime import date
from decimal import Decimal as D
from typing import Any

from tests.records.snapshots.snapshot import Snapshot, at, each

PAPERS: list[Any] = [
    ("2401.00123", "On the Shape of Lists", ["A. Byron", "G. Hopper"], "12 pages, 3 figures"),
    ("2401.00124", "Counting What Is There: A Survey", ["L. Na"], None),
    ("2401.00130", "Late Rows Considered", ["J. Sol", "M. Lind", "K. Ek"], "Accepted at SOMECONF 2024"),
]


def paper(row: Any) -> str:
    number, title, authors, note = row
    names = ", ".join(f'<a href="/a/{a[-3:]}">{a}</a>' for a in authors)
    comments = (
        f'<div class="list-comments mathjax"><span class="descriptor">Comments:</span> {note}</div>' if note else ""
    )
    return f"""<dt><a name="item{number[-1]}">[{int(number[-1])}]</a> <a href="/abs/{number}" title="Abstract" id="{number}">arXiv:{number}</a> [<a href="/pdf/{number}" title="Download PDF">pdf</a>, <a href="/format/{number}">other</a>]</dt>
      <dd><div class="meta"><div class="list-title mathjax"><span class="descriptor">Title:</span> {title}</div><div class="list-authors">{names}</div>{comments}<div class="list-subjects"><span class="descriptor">Subjects:</span> <span class="primary-subject">Lists (cs.LI)</span></div></div></dd>"""


PAPER_LIST = Snapshot(
    name="papers as terms and definitions",
    body=f"<div id=dlpage><h1>Lists</h1><div class=paging>Total of 3 entries</div><dl id=articles><h3>Mon, 1 Jan 2024 (showing 3 of 3 entries )</h3>{each(PAPERS, paper)}</dl></div>",
    fields={"title": "text", "authors": "[text]", "comments": "text", "subjects": "text", "url": "link"},
    truth=[
        {"title": t, "authors": tuple(a), "comments": c, "subjects": "Lists (cs.LI)", "url": at(f"/abs/{n}")}
        for n, t, a, c in PAPERS
    ],
    stated=3,
)

JOBS: list[Any] = [
    ("Senior Carpenter", "Oak & Sons", "Leeds", "£32,000 - £38,000 a year", "a1"),
    ("Night Porter", "Hotel Marina", "Remote", None, "a2"),
    ("Data Clerk (m/f/d)", "Byron Ltd", "Leeds", "£15 an hour", "a3"),
]


def job(row: Any) -> str:
    title, firm, place, pay, key = row
    salary = (
        f'<div class="metadata salary-snippet-container"><div class="css-1"><span data-testid="attribute_snippet">{pay}</span></div></div>'
        if pay
        else ""
    )
    return f"""<li class="css-5lfssm eu4oa1w0"><div class="cardOutline tapItem result job_{key}"><div class="job_seen_beacon"><table class="mainContentTable" role="presentation"><tbody><tr><td class="resultContent"><div><h2 class="jobTitle" tabindex="-1"><a data-jk="{key}" class="jcs-JobTitle" role="button" href="/viewjob?jk={key}"><span title="{title}" id="jobTitle-{key}">{title}</span></a></h2></div><div class="company_location"><div><span data-testid="company-name" class="css-92r8pb">{firm}</span></div><div data-testid="text-location" class="css-1p0sjhy">{place}</div></div>{salary}</td></tr></tbody></table><div class="underShelfFooter"><ul><li>Work with care.</li><li>Be on time.</li></ul><span class="date">Posted 3 days ago</span></div></div></div></li>"""


JOB_LIST = Snapshot(
    name="job cards with layout tables and test ids",
    body=f"<main><h1>jobs in Leeds</h1><div class=jobsearch-JobCountAndSortPane-jobCount><span>3 jobs</span></div><div id=mosaic-provider-jobcards><ul>{each(JOBS[:2], job)}<li class=css-5lfssm><div class=mosaic-afterFifteenthJobResult><p>Get new jobs by email</p></div></li>{each(JOBS[2:], job)}</ul></div></main>",
    fields={"title": "text", "company": "text", "location": "text", "salary": "text", "url": "link"},
    truth=[
        {"title": t, "company": f, "location": p, "salary": s, "url": at(f"/viewjob?jk={k}")} for t, f, p, s, k in JOBS
    ],
    options={"into": "jobs"},
    stated=3,
)

HOTELS: list[Any] = [
    ("Hotel Marina", 8.4, "Very Good", 1234, "€ 120", "Porto", 4),
    ("The Old Mill", 9.1, "Wonderful", 87, "€ 95", "Braga", 3),
    ("City Rooms 24", None, None, None, "€ 1,050", "Porto", 0),
    ("Casa Azul", 7.0, "Good", 410, "€ 64", "Aveiro", 2),
]


def hotel(row: Any) -> str:
    name, score, word, reviews, price, town, stars = row
    said = (
        f'<div data-testid="review-score"><div class="a3b8729ab1"><div class="ac4a7896c7">Scored {score} </div><div aria-hidden="true" class="ac4a">{score}</div></div><div class="d8eab2cf7f"><div class="a3b8729ab1">{word} </div><div class="abf093bdfe">{reviews:,} reviews</div></div></div>'
        if score
        else ""
    )
    icons = (
        f'<div data-testid="rating-stars" aria-label="{stars} out of 5" role="img">{"<span class=x><svg></svg></span>" * stars}</div>'
        if stars
        else ""
    )
    return f"""<div data-testid="property-card" class="c82435a4b8" role="listitem"><div class="c6666c448e"><a href="/hotel/{name[:3]}" tabindex="-1" data-testid="property-card-desktop-single-image"><img src="/h/{name[:3]}.jpg" alt="{name}" data-testid="image"></a><button aria-label="Save {name}"></button></div><div class="c624d7469d"><div><h3 class="aab71f8e4e"><a href="/hotel/{name[:3]}" data-testid="title-link"><div data-testid="title" class="f6431b446c">{name}</div><div class="clip">Opens in new window</div></a></h3>{icons}</div><div><a href="/map"><span data-testid="address">{town}</span></a> <span>Show on map</span></div>{said}<div><span data-testid="price-and-discounted-price" class="fcab3ed991">{price}</span><div data-testid="taxes-and-charges">Includes taxes and charges</div></div></div></div>"""


HOTEL_LIST = Snapshot(
    name="hotel cards, score beside its count, hashed names",
    head="<style>.clip{position:absolute;clip:rect(1px,1px,1px,1px);width:1px;height:1px;overflow:hidden}</style>",
    body=f"<main><h1 aria-live=assertive>Portugal: 1,020 properties found</h1><div role=list>{each(HOTELS, hotel)}</div></main>",
    fields={"name": ("text", {}), "price": "money", "reviews": "integer", "address": "text", "url": "link"},
    truth=[
        {
            "name": n,
            "price": D(p.strip("€ ").replace(",", "")),
            "reviews": r,
            "address": t,
            "url": at(f"/hotel/{n[:3].replace(' ', '%20')}"),
        }
        for n, _, _, r, p, t, _ in HOTELS
    ],
    options={"into": "properties"},
    stated=1020,
)

LANDS: list[Any] = [
    (1, "Northmark", "14,117,254", "17.6", "1 Jul 2023"),
    (2, "Sudland", "9,380,012", "11.7", "31 Dec 2022"),
    (3, "Ostia", "941,001", "1.2", "1 Jan 2024"),
]
ENCYCLOPEDIA = Snapshot(
    name="encyclopedia table with flags, footnotes and a caption",
    body=f"<main id=content><h1>List of lands by population</h1><p>This list has 3 lands.</p><table class='wikitable sortable'><caption>Lands by population</caption><tbody><tr><th rowspan=2>Rank</th><th rowspan=2>Land</th><th colspan=2>Population</th><th rowspan=2>Date</th><th rowspan=2>Source <br>(official or from the <a href=/wiki/UN>UN</a>)</th></tr><tr><th>Numbers</th><th>% of the world</th></tr><tr><th>–</th><th>World</th><th>80,000,000</th><th>100</th><th>1 Jul 2023</th><th>UN</th></tr>{each(LANDS, lambda r: f'<tr><td>{r[0]}</td><td scope=row><span class=flagicon><img alt= src=/f{r[0]}.png></span>&nbsp;<a href=/wiki/{r[1]} title={r[1]}>{r[1]}</a><sup class=reference id=cite_ref-{r[0]}><a href=#cite_note-{r[0]}>[{r[0]}]</a></sup></td><td style=text-align:right>{r[2]}</td><td>{r[3]}%</td><td>{r[4]}</td><td>Official estimate<sup class=reference><a href=#cite_note-9>[b]</a></sup></td></tr>')}</tbody></table><h2>See also</h2><ul><li><a href=/wiki/A>List of A</a></li><li><a href=/wiki/B>List of B</a></li></ul></main>",
    fields={
        "rank": "integer",
        "land": "text",
        "population": ("integer", {"label": "Population Numbers"}),
        "share": ("number", {"label": "% of the world"}),
        "date": "date",
    },
    truth=[
        {"rank": r, "land": n, "population": int(p.replace(",", "")), "share": float(s), "date": d}
        for (r, n, p, s, _), d in zip(LANDS, [date(2023, 7, 1), date(2022, 12, 31), date(2024, 1, 1)], strict=True)
    ],
    options={"into": "lands"},
    stated=3,
)

SPOTS: list[Any] = [
    ("Cafe", "Blue Door, 12 High Street, Leeds, LS1 4AB", "node/1"),
    ("Pub", "The Old Mill, Mill Lane, Leeds", "way/2"),
    ("Cafe", "Nook, Station Road, York", "node/3"),
]
MAP = Snapshot(
    name="search results of a map",
    body=f"<header><nav><a href=/edit>Edit</a> <a href=/history>History</a></nav></header><div id=sidebar><h2>Search Results</h2><h4>Results from <a href=https://n.example/>Nominatim</a></h4><ul class='results-list list-group'>{each(SPOTS, lambda s: f'<li class=list-group-item><p class=inner>{s[0]} <a class=set_position data-lat=1.5 data-lon=2.5 href=/{s[2]}>{s[1]}</a></p></li>')}</ul><div class=search_more><a href=/more>More results</a></div></div>",
    fields={"name": "text", "url": "link"},
    truth=[{"name": n, "url": at(f"/{u}")} for _, n, u in SPOTS],
)

PLACE = Snapshot(
    name="one place's page with a table of tags",
    body="<div id=sidebar_content><h2>Node: Blue Door (1)</h2><div><p>Version #4</p><h4>Tags</h4><table class=browse-tag-list><tbody><tr><th class=browse-tag-k><a href=/wiki/addr>addr:street</a></th><td class=browse-tag-v>High Street</td></tr><tr><th>addr:housenumber</th><td>12</td></tr><tr><th>opening_hours</th><td>Mo-Fr 08:00-17:00</td></tr><tr><th>phone</th><td><a href=tel:123>+44 113 496 0000</a></td></tr><tr><th>website</th><td><a href=https://blue.example/ rel=nofollow>https://blue.example/</a></td></tr></tbody></table></div></div>",
    fields={
        "name": "text",
        "street": ("text", {"label": "addr:street"}),
        "opening_hours": "text",
        "phone": "text",
        "website": "link",
    },
    truth=[
        {
            "name": "Node: Blue Door (1)",
            "street": "High Street",
            "opening_hours": "Mo-Fr 08:00-17:00",
            "phone": "+44 113 496 0000",
            "website": "https://blue.example/",
        }
    ],
    options={"kind": "page"},
)

PRODUCT = Snapshot(
    name="one product's page with tabs and reviews",
    head="<style>.tab{display:none}</style>",
    body="<header><nav><a href=/>Shop</a></nav></header><main><h1 class=page-title><span class=base>Walnut Desk, 120 cm</span></h1><div class=product-reviews-summary><div class=rating-result title=84%><span style=width:84%><span>84%</span></span></div><a href=#reviews>3 Reviews</a></div><div class=price-box><span class=price-wrapper><span class=price>$449.00</span></span></div><div class='stock available' title=Availability><span>In stock</span></div><div class='product attribute sku'><strong class=type>SKU</strong><div class=value itemprop=sku>WD-120-W</div></div><div class=tabs><a href=#d>Details</a><a href=#m>More Information</a></div><div class=tab id=m><table class='data table additional-attributes'><tbody><tr><th class='col label' scope=row>Manufacturer</th><td class='col data' data-th=Manufacturer>Nordhaus</td></tr><tr><th scope=row>Weight</th><td data-th=Weight>31.5 kg</td></tr><tr><th scope=row>Assembled</th><td>Yes</td></tr></tbody></table></div><section class=related><h2>Related Products</h2><ol><li><a href=/x>Oak Desk</a> <span class=price>$399.00</span></li><li><a href=/y>Pine Desk</a> <span class=price>$199.00</span></li></ol></section></main>",
    fields={
        "name": "text",
        "sku": "text",
        "manufacturer": "text",
        "weight": "number",
        "assembled": "boolean",
        "price": "money",
    },
    truth=[
        {
            "name": "Walnut Desk, 120 cm",
            "sku": "WD-120-W",
            "manufacturer": "Nordhaus",
            "weight": 31.5,
            "assembled": True,
            "price": D("449.00"),
        }
    ],
    options={"kind": "page"},
)

PEOPLE: list[Any] = [
    ("Dr. Ada Byron", "Head of Numbers", "ada@site.example", "+44 113 1"),
    ("Grace Hopper", "Compilers", "grace@site.example", "+44 113 2"),
    ("Li Na", "Lists", "li@site.example", "+44 113 3"),
]
STAFF = Snapshot(
    name="people in cards, labels in bold before their values",
    body=f"<main><h1>Our people</h1><div class='row g-4'>{each(PEOPLE, lambda p: f'<div class=col-md-4><div class=card><img src=/f.jpg class=card-img-top alt=><div class=card-body><h5 class=card-title>{p[0]}</h5><h6 class=card-subtitle>{p[1]}</h6><p class=card-text><strong>Email:</strong> <a href=mailto:{p[2]}>{p[2]}</a><br><strong>Phone:</strong> {p[3]}</p></div></div></div>')}</div></main>",
    fields={"name": "text", "email": "text", "phone": "text"},
    truth=[{"name": n, "email": e, "phone": f} for n, _, e, f in PEOPLE],
)

AGENDA: list[Any] = [
    ("Monday 3 November 2025", [("09:00", "Opening", "Hall A"), ("10:30", "Lists in practice", "Room 2")]),
    ("Tuesday 4 November 2025", [("09:15", "Breakfast talk", "Hall A")]),
]
DAYS = Snapshot(
    name="agenda below headings of days",
    body=f"<main><h1>Programme</h1>{each(AGENDA, lambda d: f'<h2>{d[0]}</h2><div class=sessions>' + each(d[1], lambda s: f'<div class=session><span class=time>{s[0]}</span><div class=what><a href=/s/{s[1][:3]}>{s[1]}</a></div><span class=room>{s[2]}</span></div>') + '</div>')}</main>",
    fields={"title": "text", "room": "text", "day": ("date", {"source": "heading"})},
    truth=[
        {"title": s[1], "room": s[2], "day": d}
        for (_, rows), d in zip(AGENDA, [date(2025, 11, 3), date(2025, 11, 4)], strict=True)
        for s in rows
    ],
)

LINKS = Snapshot(
    name="a list of links with sizes",
    body="<h1>Index of /files</h1><pre></pre><ul><li><a href=/files/a.txt>a.txt</a> 1.2 kB</li><li><a href=/files/b.csv>b.csv</a> 340 B</li><li><a href=/files/c.zip>c.zip</a> 12 MB</li></ul>",
    fields={"name": "text", "url": "link"},
    truth=[{"name": n, "url": at(f"/files/{n}")} for n in ("a.txt", "b.csv", "c.zip")],
)

DIRECTORIES = (PAPER_LIST, JOB_LIST, HOTEL_LIST, ENCYCLOPEDIA, MAP, PLACE, PRODUCT, STAFF, DAYS, LINKS)
