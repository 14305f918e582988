"""Which column a field gets, and which it does not."""

from collections.abc import Callable
from datetime import date

import pytest

from tests.records.page_rows import NAMES, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_cell_around_another_field_is_no_value(page: Page, spec: Spec) -> None:
    """The cell that holds the title and a summary is not the text that is left for a second field."""
    rows = "".join(
        f"<tr><td><a href=/d/{n}>{name}</a><p>Filed on paper.</p></td><td>0{n + 1}/12/2024</td></tr>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<table>{rows}</table>"), spec({"matter": "text", "docket": "text", "date": "date"}))
    assert [missing.field for missing in got.missing] == ["docket"]


def test_a_former_price_is_the_one_drawn_through(page: Page, spec: Spec) -> None:
    """Some are on sale, and some cost from one amount to another: `old_price` had the price that is paid."""
    prices = ["<del>$38.50</del> $30.80", "$240.00", "$70.00 - $105.00", "<del>$99.00</del> $79.20", "$20.00", "$35.00"]
    cards = "".join(
        f"<div class=card><div class=body><h5>Lamp {n}</h5>{said}</div><a href=/l/{n}>Add to cart</a></div>"
        for n, said in enumerate(prices)
    )
    fields = {"name": "text", "price": "money", "old_price": "money"}
    got = read(page(f"<h1>Shop</h1><div>{cards}</div>"), spec(fields))
    old = [record.values["old_price"] for record in got.records]
    assert [None if amount is None else float(str(amount)) for amount in old] == [38.5, None, None, 99.0, None, None]


def test_fields_are_named_in_bare_letters(page: Page, spec: Spec) -> None:
    """A file's names have no accents, and the heads of a timetable have: the train is no delay."""
    rows = "".join(
        f"<tr><td>{city}</td><td>{train}</td><td>{late}</td></tr>"
        for city, train, late in (("Lublin", "IC 46", "+5 min"), ("Radom", "TLK 5", ""), ("Konin", "R 76", "+12 min"))
    )
    heads = "<tr><th>Kierunek</th><th>Pociąg</th><th>Opóźnienie</th></tr>"
    got = rows_of(page(f"<table>{heads}{rows}</table>"), spec({"pociag": "text", "opoznienie": "text"}))
    assert got[0] == {"pociag": "IC 46", "opoznienie": "+5 min"}
    assert [row["opoznienie"] for row in got] == ["+5 min", None, "+12 min"]


def test_a_link_is_where_the_title_leads(page: Page, spec: Spec) -> None:
    """Films come again on several days, and the tickets have an address each: these are no link of the record."""
    films = ("The Ash Grove", "Elm Street", "The Ash Grove", "Oak and Yew", "Elm Street", "The Last Fir")
    cards = "".join(
        f"<div class=film><div class=text><a href=/film/{name.replace(' ', '-')}><div class=heading>{name}</div>"
        f"<div class=about>DE | 9{n} min</div></a></div><div><a href=https://tickets.example/{n}>Tickets</a></div></div>"
        for n, name in enumerate(films)
    )
    got = rows_of(page(f"<h1>Films</h1><main>{cards}</main>"), spec({"title": "text", "link": "link"}))
    assert [str(row["link"]).rpartition("/")[2] for row in got] == [name.replace(" ", "-") for name in films]


def test_a_head_that_names_another_field_first_is_a_doubt(page: Page, spec: Spec) -> None:
    """Names stand below "Name (order by: size)", and no sizes: both fields read the one text."""
    rows = "".join(f"<tr><td><a href=/d/{n}>{name}</a></td><td>{n}</td></tr>" for n, name in enumerate(NAMES))
    head = "<th>Name (order by: <a href=?s>Size</a>, <a href=?d>Day</a>)</th><th>Seeds</th>"
    view = page(f"<main><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></main>")
    got = read(view, spec({"name": "text", "size": "text", "seeds": "integer"}))
    assert [(one.code, one.column) for one in got.remarks if one.column] == [("by type", "size")]


def test_yesterday_is_a_moment_and_a_town_is_none(page: Page, spec: Spec) -> None:
    """Neither text has a name, and no day is written in full: `date` is what tells a day."""
    said = ("Aujourd'hui, 22:21", "Hier, 9:05", "31 janv., 18:40", "Hier, 7:12")
    towns = ("Lyon / Rhône", "Brest / Finistère", "Nantes / Loire", "Metz / Moselle")
    ads = "".join(
        f"<li><a href=/ad/{n}><h2>{name}</h2><p class=more>{town}</p><aside><p class=more>{when}</p></aside></a></li>"
        for n, (name, town, when) in enumerate(zip(NAMES, towns, said, strict=False))
    )
    fields = {"title": "text", "place": "text", "date": "text"}
    got = rows_of(page(f"<h1>Annonces</h1><ul>{ads}</ul>"), spec(fields, locale="fr"))
    assert [row["place"] for row in got] == list(towns)
    assert [row["date"] for row in got] == list(said)


def test_a_head_of_two_names_names_a_text(page: Page, spec: Spec) -> None:
    """Under "Date/time" stand a day and a clock in two lines: `date` is the whole of it, not what is left."""
    rows = "".join(
        f"<tr><td>06/1{n}/2018<br>{n + 1}:00 PM</td><td>{name}</td><td>Room {n}<br>2nd floor</td></tr>"
        for n, name in enumerate(NAMES)
    )
    heads = "<tr><th>Date/time</th><th>Meeting</th><th>Location</th></tr>"
    got = rows_of(page(f"<table>{heads}{rows}</table>"), spec({"meeting": "text", "date": "text"}))
    assert got[1]["date"] == "06/11/2018 2:00 PM"


def test_a_class_that_ends_in_a_holder_names_its_text(page: Page, spec: Spec) -> None:
    """A bare number beside "43 m²" looks more like one, but the class says that it is no area: that is a doubt."""
    cards = "".join(
        f"<div class=flat><a href=/f/{n}>{name}</a><div class=top_area_column>{40 + n} m²</div>"
        f"<div class=top_other_column>{n % 3 + 1}</div></div>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<h1>Flats</h1><main>{cards}</main>"), spec({"title": "text", "area": "number"}))
    assert [problem.field for problem in got.problems] == ["area"]


@pytest.mark.parametrize(("name", "said"), [("time", "1{}:30"), ("date", "7/1{}")])
def test_digits_are_a_text_that_is_called_a_time(page: Page, spec: Spec, name: str, said: str) -> None:
    """A clock has no letters, and a day none either; the words beside it have no name, and are no moment."""
    shows = "".join(
        f"<li><h3><a href=/s/{n}>{title}</a></h3><div><div>{said.format(n)}</div><div>{title.split()[-1]} hall</div></div>"
        "</li>"
        for n, title in enumerate(NAMES)
    )
    got = rows_of(page(f"<h1>Shows</h1><ul>{shows}</ul>"), spec({"title": "text", name: "text"}))
    assert [row[name] for row in got] == [said.format(n) for n in range(4)]


def test_a_day_in_words_goes_before_a_score(page: Page, spec: Spec) -> None:
    """A text like "4/5" may be a day, and is none beside "Sat 5 Oct": that leaves no question."""
    games = "".join(
        f"<li><h3><a href=/g/{n}>{title}</a></h3><div><div>{n + 1}/5</div><div>Sat {n + 1} Oct</div></div></li>"
        for n, title in enumerate(NAMES)
    )
    got = rows_of(page(f"<h1>Games</h1><ul>{games}</ul>"), spec({"title": "text", "date": "text"}))
    assert [row["date"] for row in got] == [f"Sat {n + 1} Oct" for n in range(4)]


def test_a_code_is_as_good_as_another_for_what_records_are_called(page: Page, spec: Spec) -> None:
    """`ip` stands under "IP address", and so no other column of digits is as good for it."""
    rows = "".join(
        f"<tr><td>94.135.192.{n}</td><td>{n}80</td><td>{'ABCD'[n - 1]}yr</td><td>{n}100 ms</td><td>{kind}</td></tr>"
        for n, kind in enumerate(("HTTP", "SOCKS5", "HTTP", "HTTPS"), 1)
    )
    heads = "<tr><th>IP address</th><th>Port</th><th>Country, City</th><th>Speed</th><th>Type</th></tr>"
    fields = {"ip": "text", "port": "integer", "country": "text", "type": "text"}
    got = rows_of(page(f"<table>{heads}{rows}</table>"), spec(fields))
    assert got[1] == {"ip": "94.135.192.2", "port": 280, "country": "Byr", "type": "SOCKS5"}


def test_a_head_with_the_fields_word_goes_before_texts_that_differ_more(page: Page, spec: Spec) -> None:
    """Few judges write many opinions: "Authoring Judge" is `judge`, though each opinion came from a town of its own."""
    opinions = [("A v. B", "Ann Pitt"), ("C v. D", "Ann Pitt"), ("E v. F", "Joe Cox"), ("G v. H", "Ann Pitt")]
    rows = "".join(
        f"<tr><td><a href=/o/{n}>{name}</a></td><td>{judge}</td><td>{town}</td></tr>"
        for n, ((name, judge), town) in enumerate(zip(opinions, ("Ayr", "Bath", "Cork", "Deal"), strict=True))
    )
    heads = "<tr><th>Case</th><th>Authoring Judge</th><th>Court of Origin</th></tr>"
    got = read(page(f"<table>{heads}{rows}</table>"), spec({"case": "text", "judge": "text"}))
    assert not got.problems
    assert [(record.values["case"], record.values["judge"]) for record in got.records] == opinions


def test_a_text_may_be_a_moment_though_its_name_is_none(page: Page, spec: Spec) -> None:
    """A `delivery` is a day as well as a firm: which is meant is asked, whatever the name of the field."""
    items = "".join(
        f"<li><h3><a href=/p/{n}>{name}</a></h3><span>Brand {'ABCD'[n]}</span><span>{day}</span></li>"
        for n, (name, day) in enumerate(
            (("Ash table", "Today"), ("Birch chair", "Tomorrow"), ("Cedar shelf", "Today"), ("Elm bed", "Yesterday"))
        )
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "delivery": "text"}))
    assert [problem.field for problem in got.problems] == ["delivery"]


@pytest.mark.parametrize("day", ["Ma", "Tegnap"])
def test_a_day_and_a_clock_are_a_time(page: Page, spec: Spec, day: str) -> None:
    """It is "Ma 17:37", today, that says when, and what is sold is not; the empty link beside is no title."""
    sold = ("Kerti pad", "Csónak", "Téli gumi", "Asztal")
    items = "".join(
        f"<li><a href=/a/{n}><div>{day} 1{n}:37</div><div>{words}</div></a>"
        f"<a href=/b/{n}>{'Eger' if n == 3 else ''}</a></li>"
        for n, words in enumerate(sold)
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "date": "text"}))
    assert not got.problems
    assert [(r.values["title"], r.values["date"]) for r in got.records] == [
        (words, f"{day} 1{n}:37") for n, words in enumerate(sold)
    ]


@pytest.mark.parametrize("word", ["Mark", "Heim", "Halle"])
def test_any_word_before_digits_makes_no_time_of_them(page: Page, spec: Spec, word: str) -> None:
    """A verse, a score or a hall stands before digits as a day does; the clock by itself is the time."""
    items = "".join(
        f"<li><h3><a href=/p/{n}>{name}</a></h3><span>{word} 1{n}:30</span><b>1{n}:05</b></li>"
        for n, name in enumerate(("Choir", "Walk", "Fair", "Quiz"))
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "time": "text"}))
    assert got.problems or [record.values["time"] for record in got.records] == [f"1{n}:05" for n in range(4)]


def test_names_that_begin_alike_are_two(page: Page, spec: Spec) -> None:
    """The head "Case date" is `date`, and not a `case_name` or a `case_file`, which are declared as well."""
    cases = [("Ash v. Birch", "22-MP-9", date(2022, 12, 31)), ("Elm v. Fir", "22-MP-8", date(2022, 12, 2))]
    rows = "".join(f"<tr><td>{name}</td><td>{file}</td><td>{day}</td></tr>" for name, file, day in cases)
    html = f"<table><tr><th>Case name:</th><th>Case file:</th><th>Case date:</th></tr>{rows}</table>"
    found = rows_of(page(html), spec({"case_name": "text", "case_file": "text", "date": "date"}))
    assert [(row["case_name"], row["case_file"], row["date"]) for row in found] == cases


@pytest.mark.parametrize("second", ["Ajax", "Brora"])
def test_a_link_that_two_records_share_is_that_of_the_title(page: Page, spec: Spec, second: str) -> None:
    """Each place has a page, too: `url` is the team's on every page, whether or not two rows of this one share it."""
    teams = ["Ajax", second, "Celtic", "Derby"]
    rows = "".join(
        f"<tr><td><a href=/rank/{n}>{n + 1}</a></td><td><a href=/team/{team}>{team} {n}</a></td></tr>"
        for n, team in enumerate(teams)
    )
    found = rows_of(page(f"<table>{rows}</table>"), spec({"name": "text", "url": "link"}))
    assert [(row["name"], row["url"]) for row in found] == [
        (f"{team} {n}", f"http://shop.example/team/{team}") for n, team in enumerate(teams)
    ]


def test_what_stands_below_a_name_tells_of_it(page: Page, spec: Spec) -> None:
    """A forum's description stands in its cell, below the link that the head "Forum" names."""
    forums = [
        ("Lofts", "Work under the roof.", 12),
        ("Sheds", "Small houses for tools.", 7),
        ("Barns", "The big ones.", 9),
    ]
    rows = "".join(
        f"<tr><td><a href=/f/{n}>{name}</a><br><span>{told}</span></td><td>{posts}</td></tr>"
        for n, (name, told, posts) in enumerate(forums)
    )
    html = f"<table><tr><th>Forum</th><th>Posts</th></tr>{rows}</table>"
    found = rows_of(page(html), spec({"forum": "text", "description": "text", "posts": "integer"}))
    assert [(row["forum"], row["description"], row["posts"]) for row in found] == forums


def test_whose_link_stands_before_a_shared_one_is_not_asked(page: Page, spec: Spec) -> None:
    """The people who wrote last have pages of their own, too: `url` stays the link of the thread, though two share it."""
    last = [("ann", "Oars", 3), ("bob", "Oars", 3), ("cy", "Sails", 5), ("di", "Knots", 8)]
    rows = "".join(
        f"<tr><td><a href=/user/{who}>{who}</a></td><td><a href=/thread/{n}>{topic}</a></td></tr>"
        for who, topic, n in last
    )
    html = f"<table><tr><th>By</th><th>Thread</th></tr>{rows}</table>"
    found = rows_of(page(html), spec({"thread": "text", "url": "link"}))
    assert [(row["thread"], str(row["url"])[-9:]) for row in found] == [(topic, f"/thread/{n}") for _, topic, n in last]


def test_a_number_that_is_called_a_date_is_no_day(page: Page, spec: Spec) -> None:
    """A calendar's sheet says "12" under a class `date`: the text beside it that tells the day is meant."""
    items = "".join(
        f"<li><b class=date>{n}</b> <h3><a href=/e/{n}>{name}</a></h3><p>{n} March, 7 pm</p></li>"
        for n, name in ((12, "Choir"), (14, "Fair"), (19, "Walk"))
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "date": "text"}))
    days = [record.values["date"] for record in got.records]
    assert got.problems or days == ["12 March, 7 pm", "14 March, 7 pm", "19 March, 7 pm"]


NEWS = (
    ("Quay", ("Fix the lamp on pier 3", "Add a <code>berth</code> map")),
    ("Lock", ("Open on Sundays",)),
    ("Weir", ("Rename <code>sluice</code> to <code>gate</code>", "Drop the old fees", "Paint the rails")),
)


@pytest.mark.parametrize("item", ["<li>{}</li>", "<li><p>{}</p></li>"])
def test_items_of_a_list_are_read_with_what_is_marked_up_in_them(page: Page, spec: Spec, item: str) -> None:
    """A part that some of the items have marked up is no list by itself."""
    html = "".join(f"<section><h2>{name}</h2><ul>{''.join(map(item.format, own))}</ul></section>" for name, own in NEWS)
    rows = rows_of(page(f"<main>{html}</main>"), spec({"name": "text", "changes": "[text]"}))
    said = [tuple(one.replace("<code>", "").replace("</code>", "") for one in own) for _, own in NEWS]
    assert [row["changes"] for row in rows] == said


def test_a_link_in_every_item_of_a_list_is_the_item(page: Page, spec: Spec) -> None:
    """A word before it says what it is."""
    html = "".join(
        f"<section><h2>Song {n}</h2><ul>{''.join(f'<li>by <a href=/a/{who}>{who}</a></li>' for who in own)}</ul></section>"
        for n, own in enumerate((("Ann", "Bo"), ("Cy",), ("Di", "Ed", "Flo")))
    )
    rows = rows_of(page(f"<main>{html}</main>"), spec({"title": "text", "artists": "[text]"}))
    assert [row["artists"] for row in rows] == [("Ann", "Bo"), ("Cy",), ("Di", "Ed", "Flo")]


def test_a_form_without_a_heading_says_its_name_by_a_label(page: Page, spec: Spec) -> None:
    """The form of an application has no heading; boxes farther down are called so, too, and are empty."""
    html = (
        "<main><form><div><label for=n>Name</label><input id=n value='Frost Foods 5'></div>"
        "<div><label for=c>Code</label><input id=c value=5></div></form>"
        "<fieldset><div><label for=d>Name</label><input id=d></div><div><label for=e>Name</label><input id=e></div>"
        "</fieldset></main>"
    )
    got = read(page(html), spec({"name": "text", "code": "integer"}, kind="page"))
    assert [dict(record.values) for record in got.records] == [{"name": "Frost Foods 5", "code": 5}]
    assert not got.missing


@pytest.mark.parametrize(("day", "asked"), [("22", False), ("23", True)], ids=["the same day", "another day"])
def test_two_moments_of_one_day_are_one_date(page: Page, spec: Spec, day: str, asked: bool) -> None:
    """An article came out three hours ago and was changed since; their elements have the moments."""
    first = "<span class=pub-date>Out <time datetime=2024-11-22T07:22:44+01:00>3 hours ago</time>,</span>"
    last = f"<span class=maj-date>changed <time datetime=2024-11-{day}T09:42:28+01:00>at 09:42</time></span>"
    html = f"<main><h1>Rain ahead in the north</h1><div>{first} {last}</div><p>It is wet.</p></main>"
    got = read(page(html), spec({"title": "text", "date": "date"}, kind="page"))
    assert bool(got.problems) == asked
    assert asked or got.records[0].values["date"] == date(2024, 11, 22)


def test_two_days_that_are_shown_are_two_though_their_elements_tell_one(page: Page, spec: Spec) -> None:
    """A template put the same moment in both."""
    first = "<span class=pub-date>Out <time datetime=2024-06-01>10 May 2024</time>,</span>"
    last = "<span class=maj-date>changed <time datetime=2024-06-01>11 April 2024</time></span>"
    html = f"<main><h1>Rain ahead in the north</h1><div>{first} {last}</div><p>It is wet.</p></main>"
    assert read(page(html), spec({"title": "text", "date": "date"}, kind="page")).problems
