"""Which records `webdart new` proposes first, and what it makes one column or several of."""

from datetime import date

from tests.extract.conftest import listings

TENTS = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel"]


def test_entries_are_proposed_before_the_days_that_hold_them() -> None:
    """Each talk leads to a page of its own, and a day says no more than its name."""
    days = "".join(
        f"<section><h3>{day} May 2026</h3><ul>"
        + "".join(
            f"<li><a href=/talk/{day}{n}>{name} in spring</a> <b>{name[::-1]}</b></li>"
            for n, name in enumerate(TENTS[:3])
        )
        + "</ul></section>"
        for day in range(4, 8)
    )
    found = listings(f"<main><h1>Programme</h1>{days}</main>")[0]
    assert found.count == 12
    assert found.records[3].values["date"] == date(2026, 5, 5)


def test_two_links_of_each_entry_are_no_entries() -> None:
    """The picture's link and the basket's have not the same parts."""
    rows = "".join(
        f"<li><a href=/tent/{n}><h2>{name}</h2><i>{name[::-1]} Ltd</i></a><a href=/add/{n}>+</a></li>"
        for n, name in enumerate(TENTS)
    )
    assert listings(f"<main><h1>Tents</h1><ul>{rows}</ul></main>")[0].count == len(TENTS)


def test_labels_that_come_again_in_each_record_are_no_records() -> None:
    """A term with its labelled descriptions is one record."""
    terms = "".join(
        f"<dt><a href=/tent/{n}>{name}</a></dt><dd><i>Height:</i> {n}.5</dd><dd><i>Beds:</i> {n % 4 + 1}</dd>"
        f"<dd><i>Made in:</i> {name[::-1]}</dd><dd><i>Weight:</i> {n * 3}.2</dd>"
        for n, name in enumerate(TENTS, 1)
    )
    found = listings(f"<main><h1>Tents</h1><dl>{terms}</dl></main>")[0]
    assert found.count == len(TENTS)
    assert {"name", "height", "beds", "made_in", "weight"} <= {field.name for field in found.extract.fields}


def test_a_list_of_the_main_part_comes_before_one_beside_it() -> None:
    """What a page counts beside its list is no listing that a person came for."""
    tents = "".join(f"<section><h3><a href=/tent/{n}>{name}</a></h3></section>" for n, name in enumerate(TENTS))
    counts = "".join(f"<tr><td>{name[::-1]}</td><td>{n}</td></tr>" for n, name in enumerate(TENTS[:4], 3))
    page = f"<main><h1>Tents</h1>{tents}</main><section><h3>Makers</h3><table>{counts}</table></section>"
    assert [found.extract.into for found in listings(page)][:2] == ["tents", "makers"]


def test_what_one_label_names_is_one_column() -> None:
    """Cards that leave a line out have the next one in its place."""
    cards = "".join(
        f"<div class=c><h3><a href=/tent/{n}>{name}</a></h3><table>"
        + (f"<tr><th>Beds</th><td>{n}</td></tr>" if n % 3 else "")
        + f"<tr><th>Made by</th><td>{name[::-1]} Ltd</td></tr></table></div>"
        for n, name in enumerate(TENTS)
    )
    found = listings(f"<main><h1>Tents</h1>{cards}</main>")[0]
    assert [record.values["made_by"] for record in found.records] == [f"{name[::-1]} Ltd" for name in TENTS]


def test_a_line_with_names_around_its_day_is_proposed_beside_it() -> None:
    """The day alone would leave out what the line is about."""
    lines = "".join(f"<li>{name} trail – {name[::-1]} ({n} May 2026), Oslo</li>" for n, name in enumerate(TENTS, 4))
    found = listings(f"<main><h1>Walks</h1><ul>{lines}</ul></main>")[0]
    first = found.records[0].values
    assert first["date"] == date(2026, 5, 4)
    assert "Alder trail – redlA (4 May 2026), Oslo" in first.values()


def test_a_dash_among_amounts_leaves_them_amounts() -> None:
    """A lone dash says that there is none."""
    rows = "".join(
        f"<tr><td>{name}</td><td>{'–' if n % 3 == 0 else f'£{n},200'}</td></tr>" for n, name in enumerate(TENTS, 1)
    )
    found = listings(f"<table><tr><th>Tent</th><th>Price</th></tr>{rows}</table>")[0]
    assert {field.name: field.type.kind for field in found.extract.fields}["price"] == "money"


def test_a_code_is_proposed_whole_and_no_number() -> None:
    """Pieces of it say nothing, and its point divides no thousands."""
    rows = "".join(
        f"<tr><td>{name}</td><td>{name[0]}-{n}7/26</td><td>1{n}.2{n}3</td></tr>" for n, name in enumerate(TENTS, 1)
    )
    found = listings(f"<table><tr><th>Tent</th><th>Case</th><th>Item no.</th></tr>{rows}</table>")[0]
    assert {field.name: field.type.kind for field in found.extract.fields} == {
        "tent": "text",
        "case": "text",
        "item_no": "text",
    }


def test_digits_around_an_apostrophe_are_one_number() -> None:
    """In Switzerland it parts the thousands."""
    cards = "".join(
        f"<div class=c><h3><a href=/tent/{n}>{name}</a></h3><p><b>Views:</b> <i>2{n}’4{n}5</i></p></div>"
        for n, name in enumerate(TENTS)
    )
    found = listings(f"<main><h1>Tents</h1>{cards}</main>")[0]
    assert [field.name for field in found.extract.fields] == ["url", "name", "views"]


def test_a_field_is_located_by_what_hits_nothing_else() -> None:
    """Each row leads to its page and to a form; where only the first of several can be meant, the file says so."""
    rows = "".join(
        f"<tr><td><a href=/tent/{n}>{name}</a></td><td>{n}</td><td><a href=/edit/{n}>Edit</a></td></tr>"
        for n, name in enumerate(TENTS)
    )
    found = listings(f"<table><tr><th>Tent</th><th>Beds</th><th></th></tr>{rows}</table>")[0]
    url = next(field for field in found.extract.fields if field.name == "url")
    assert (getattr(url.target, "body", ""), url.of) == ("td:nth-child(1) > a", None)
    lines = "".join(
        f"<li><a href=/tent/{n}>{name}</a> <a href=/maker/{n}>{name[::-1]}</a></li>" for n, name in enumerate(TENTS)
    )
    url = next(field for field in listings(f"<ul>{lines}</ul>")[0].extract.fields if field.name == "url")
    assert getattr(url.target, "body", "") == "a:nth-child(1)"


def test_what_a_label_names_is_read_by_it_in_all_records() -> None:
    """Where most lack a line, the value behind it has another place in each."""
    cards = "".join(
        f"<div class=c><h3><a href=/tent/{n}>{name}</a></h3><dl>"
        + (f"<dt>Since</dt><dd>{n} May 2026</dd>" if n > 1 else "")
        + f"<dt>State</dt><dd>{'open' if n % 3 else 'sold'}</dd></dl></div>"
        for n, name in enumerate(TENTS)
    )
    found = listings(f"<main><h1>Tents</h1>{cards}</main>")[0]
    assert [record.values["state"] for record in found.records] == ["sold", "open", "open"] * 2


def test_a_number_behind_a_pictogram_is_a_number() -> None:
    """The eye says that these are views."""
    posts = "".join(f"<li><a href=/p/{n}>{name} post</a> <i>👁 {n}7,02{n}</i></li>" for n, name in enumerate(TENTS, 1))
    found = listings(f"<main><h1>Posts</h1><ul>{posts}</ul></main>")[0]
    assert [value for value in found.records[1].values.values() if isinstance(value, int)] == [27022]


def test_one_bold_head_above_names_and_links_is_no_record() -> None:
    """The column of links has no head."""
    rows = "".join(f"<tr><td>{name} tent</td><td><a href=/t/{n}>More</a></td></tr>" for n, name in enumerate(TENTS))
    found = listings(f"<h1>Tents</h1><table><tr><td><b>Tent</b></td><td></td></tr>{rows}</table>")[0]
    assert (found.count, [field.name for field in found.extract.fields]) == (len(TENTS), ["tent", "url"])


def test_values_behind_plain_words_are_read_by_these_where_lines_are_left_out() -> None:
    """No place among its siblings holds for a value, and there are more of them than may be looked for by a guess."""
    rows = "".join(
        f"<li><b><a href=/tent/{n}>{name}</a></b> "
        + (f"<em>Beds</em> <span>{n}</span> " if n != 3 else "")
        + f"<em>Height</em> <span>{n}.5</span> <em>Price</em> <span>${n}9.00</span> <em>Since</em> <span>{n} May 2026</span></li>"
        for n, name in enumerate(TENTS, 1)
    )
    found = listings(f"<main><h1>Tents</h1><ul>{rows}</ul></main>")[0]
    assert {"beds", "height", "price", "since"} <= {field.name for field in found.extract.fields}
    assert [record.values["beds"] for record in found.records] == [1, 2, None, 4, 5, 6]


def test_heads_in_plain_cells_are_no_listing() -> None:
    """They name the columns of the listing that is proposed."""
    rows = "".join(f"<tr><td>{name}</td><td>{n}</td><td>{n}.5 m</td></tr>" for n, name in enumerate(TENTS))
    heads = "".join(f"<td><b>{head}</b></td>" for head in ("Tent", "Beds", "Height"))
    assert len(listings(f"<main><h1>Tents</h1><table><tr>{heads}</tr>{rows}</table></main>")) == 1


def test_labels_below_their_values_are_no_records() -> None:
    """Of two texts in each line, one is the same few words in every card."""
    cards = "".join(
        f"<article><a href=/tent/{n}><img src=/{n}.png></a><h3>{name}</h3><div>"
        + "".join(
            f"<p><b>{value}</b> <i>{label}</i></p>" for label, value in (("Beds", n), ("Sewn by", name[::-1] + " Ltd"))
        )
        + "</div></article>"
        for n, name in enumerate(TENTS, 1)
    )
    assert listings(f"<main><h1>Tents</h1>{cards}</main>")[0].count == len(TENTS)
