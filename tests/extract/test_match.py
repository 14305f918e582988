"""Declared fields find their columns: what decides between two that may both be meant."""

import pytest

from webdart.extract import FieldSpec, Question, map_fields, page_from_html, record_sets
from webdart.extract.model import Choice, Column

ITEMS = (("Kettle", "19.90", "24.90"), ("Toaster", "35.00", "49.00"), ("Blender", "42.50", "60.00"))


def column(html: str, *fields: FieldSpec, of: str = "lists") -> dict[str, Column | None]:
    page = page_from_html(f"<html><body>{html}</body></html>", "https://case.example/list")
    best = record_sets(page, of="page" if of == "page" else "lists")[0]
    chosen = map_fields(Question(best, fields, page))
    return {one.field: best.columns[one.column] if one.column >= 0 else None for one in chosen.values()}


def values(html: str, *fields: FieldSpec, of: str = "lists") -> dict[str, tuple[str | None, ...]]:
    return {name: one.values if one else () for name, one in column(html, *fields, of=of).items()}


@pytest.mark.parametrize("was", ["<del>€ {}</del>", "<span class='old-price'>€ {}</span>"])
def test_a_former_price_is_not_the_price(was: str):
    items = "".join(
        f"<li><h3><a href='/{name}'>{name}</a></h3>{was.format(old)}<span class='amount'>€ {now}</span></li>"
        for name, now, old in ITEMS
    )
    found = values(f"<ul>{items}</ul>", FieldSpec(name="name"), FieldSpec(name="price", type="money"))
    assert found["price"] == tuple(f"€ {now}" for _, now, _ in ITEMS)


def test_labels_behind_their_values_name_what_is_before_them():
    scores = ((8, 6, 7), (9, 5, 4), (3, 7, 8))
    items = "".join(
        f"<li><h3><a href='/{n}'>Place {word}</a></h3>"
        f"<div><b>{a}</b> <i>Food</i></div><div><b>{b}</b> <i>Service</i></div><div><b>{c}</b> <i>Decor</i></div></li>"
        for n, (word, (a, b, c)) in enumerate(zip(("Alba", "Bruno", "Carla"), scores, strict=True))
    )
    fields = [FieldSpec(name=name, type="integer") for name in ("food", "service", "decor")]
    found = values(f"<ul>{items}</ul>", *fields)
    assert [found[name] for name in ("food", "service", "decor")] == [
        tuple(str(one[place]) for one in scores) for place in range(3)
    ]


def test_the_words_before_a_value_are_its_label_on_a_page_of_one_record():
    html = (
        "<h1>Winter coat</h1><p><span>Material</span> <a href='/wool'>Wool</a></p>"
        "<p><span>Colour</span> <a href='/grey'>Grey</a></p><p><span>Lining</span> <a href='/silk'>Silk</a></p>"
    )
    found = values(html, FieldSpec(name="lining"), FieldSpec(name="colour"), of="page")
    assert found == {"lining": ("Silk",), "colour": ("Grey",)}


def test_a_soft_hyphen_parts_no_word_of_a_head():
    rows = "".join(f"<tr><td>{n}</td><td>{word}</td></tr>" for n, word in enumerate(("North", "South", "West"), 4))
    table = f"<table><tr><th>Dis\u00adtrict num\u00adber</th><th>Side</th></tr>{rows}</table>"
    found = values(table, FieldSpec(name="n", type="integer", label="District number"))
    assert found["n"] == ("4", "5", "6")


def test_all_words_behind_a_number_name_it():
    """The nearest one alone ("in") names nothing."""
    html = "".join(f"<div class=card><b>Lamp {n}</b><p>{n * 7} in stock</p></div>" for n in range(3, 9))
    stock = column(html, FieldSpec(name="stock", type="integer"))["stock"]
    assert stock is not None
    assert "in stock" in [name.words for name in stock.names]


def test_a_name_in_the_plural_plays_the_same_role():
    days = ("March 18, 2016", "March 19, 2016", "March 26 - 27, 2016", "April 2, 2016")
    items = "".join(
        f"<li><b><a href='/{n}'>Tap festival {word}</a></b><span class='dates'>{day}</span></li>"
        for n, (word, day) in enumerate(zip(("Alba", "Bruno", "Carla", "Dora"), days, strict=True))
    )
    assert chosen(f"<ul>{items}</ul>", FieldSpec(name="dates")).margin > 0.4


def test_a_text_that_says_another_again_is_not_the_first_choice():
    """The time is asked for by its pattern: the heading that has it, too, is no title."""
    items = "".join(
        f"<li><div><h3>{name}</h3><p>{n:02}:00</p><p>All about {name}.</p></div><div><h3>{n:02}:00 {name}</h3></div></li>"
        for n, name in enumerate(("Deserted", "Gangaa", "Love", "Rain", "Dust"))
    )
    alone = chosen(f"<ul>{items}</ul>", FieldSpec(name="title"))
    asked = chosen(f"<ul>{items}</ul>", FieldSpec(name="title"), FieldSpec(name="time", match=r"(\d\d:\d\d)"))
    assert alone.column == asked.column
    assert asked.probability > alone.probability > 1 / 2


def chosen(html: str, field: FieldSpec, *others: FieldSpec) -> Choice:
    page = page_from_html(f"<html><body>{html}</body></html>", "https://case.example/list")
    (best, *_) = record_sets(page, of="lists")
    return map_fields(Question(best, [field, *others], page))[field.name]


@pytest.mark.parametrize("pressed", ["<button>Edit</button>", "<label><input type=radio>Edit</label>"])
def test_what_is_pressed_in_every_record_is_no_value(pressed: str):
    said = "".join(f"<li><h3><a href='/{n}'>Order {n}</a></h3><p>Status: {{}}</p></li>" for n in range(5))
    pages = [f"<ul>{said.format(*[text] * 5)}</ul>" for text in ("<i>Edit</i>", pressed)]
    value, control = (chosen(page, FieldSpec(name="status"), FieldSpec(name="name")) for page in pages)
    assert (value.verdict, control.verdict) == ("sure", "ask")


@pytest.mark.parametrize("written", ["<b>{}</b> <small>,{}</small>", "{}<sup>,{}</sup>"])
def test_the_cents_of_an_amount_are_no_amount(written: str):
    said = "".join(
        f"<li><h3>Plan {n}</h3><p><span>{written.format(10 + n, 99 - n)} €</span></p></li>" for n in range(5)
    )
    fields = FieldSpec(name="price", type="money"), FieldSpec(name="name")
    assert values(f"<ul>{said}</ul>", *fields)["price"] == tuple(f"{10 + n},{99 - n} €" for n in range(5))
    assert chosen(f"<ul>{said}</ul>", *fields).probability > 1 / 2


def test_one_record_may_say_something_else_than_its_column():
    """A car park that is closed has no number of places: the others' stand between the same words."""
    items = "".join(
        f"<li><h3><a href='/{n}'>Park {n}</a></h3><p>{f'In all {400 + n} places.' if n != 3 else 'Closed today'}</p></li>"
        for n in range(12)
    )
    fields = [FieldSpec(name="name"), FieldSpec(name="total", type="integer", label="In all")]
    found = values(f"<ul>{items}</ul>", *fields)["total"]
    assert found == tuple(None if n == 3 else str(400 + n) for n in range(12))


def test_the_first_words_of_a_cell_name_what_is_in_it():
    """In a narrow table the head stands in every cell, and other words between it and the value."""
    days = ("2013-12-13 15:36", "2013-11-27 13:19", "2013-11-12 19:39", "2013-10-02 08:12")
    items = "".join(
        f"<li><h3><a href='/{n}'>Topic {n}</a></h3><p>begun <i>2011-03-{n + 10} 10:00</i></p>"
        f"<p><b>Last message</b> by <a href='/u/{n}'>user {n}</a><br>{day}</p></li>"
        for n, day in enumerate(days)
    )
    field = FieldSpec(name="latest", type="datetime", label="Last message")
    assert values(f"<ul>{items}</ul>", field)["latest"] == days
    assert chosen(f"<ul>{items}</ul>", field).verdict == "sure"


def test_what_is_written_on_a_link_names_it():
    rows = "".join(
        f"<tr><td>{word}</td><td><a href='/view/{n}'>View</a> <a href='/edit/{n}'>Edit</a></td></tr>"
        for n, word in enumerate(("North", "South", "West", "East"))
    )
    table = f"<table><tr><th>Side</th><th>Actions</th></tr>{rows}</table>"
    found = values(table, FieldSpec(name="url", type="link", label="Edit"))
    assert found["url"] == tuple(f"https://case.example/edit/{n}" for n in range(4))


def test_a_unit_belongs_to_the_number_that_a_label_names():
    items = "".join(
        f"<li><h3>{word}</h3><p>Length: <b>{n}</b> km, Level: <b>easy</b></p></li>"
        for n, word in enumerate(("Alba", "Bruno", "Carla", "Dora"), 4)
    )
    found = values(f"<ul>{items}</ul>", FieldSpec(name="length"), FieldSpec(name="level"))
    assert found["length"] == ("4 km", "5 km", "6 km", "7 km")


def test_the_regular_price_counts_where_there_is_no_special_one():
    boxes = [
        f"<p class=old-price><i>Was:</i> <span class=price>€ {n}9.90</span></p>"
        f"<p class=special-price><i>Now:</i> <span class=price>€ {n}1.50</span></p>"
        if n % 3 == 0
        else f"<span class=regular-price><span class=price>€ {n}1.50</span></span>"
        for n in range(1, 10)
    ]
    cards = "".join(
        f"<li class=item><a class=picture href='/{n}'><img src='/{n}.png' alt='Lamp {word}'></a><h3 class=name>"
        f"<a href='/{n}'>Lamp {word}</a></h3><div class=box>{box}</div><button class=add>Into the basket</button></li>"
        for n, (word, box) in enumerate(
            zip(("by", "on", "in", "up", "off", "out", "at", "near", "far"), boxes, strict=True)
        )
    )
    found = values(f"<ul>{cards}</ul>", FieldSpec(name="name"), FieldSpec(name="price", type="money"))
    assert found["price"] == tuple(f"€ {n}1.50" for n in range(1, 10))


@pytest.mark.parametrize("between", [" - ", " ..... "])
def test_a_name_ends_where_the_line_of_its_amount_is_parted(between: str):
    lines = "".join(f"<li>{name} of the day{between}{now} EUR</li>" for name, now, _ in ITEMS * 2)
    found = values(f"<ul>{lines}</ul>", FieldSpec(name="name"), FieldSpec(name="price", type="money"))
    assert found["name"] == tuple(f"{name} of the day" for name, _, _ in ITEMS * 2)


@pytest.mark.parametrize("line", ["{} – {}.50 €", "{} - ${}.50", "{} ........ {}.50 €", "{} . . . . . ${}.50"])
def test_a_dash_or_dots_part_a_name_from_its_amount(line: str):
    """A dash within the name is part of it; a line that says something else is no such line, and then none is parted."""
    names = ("Tomato soup", "Fish – fried", "Leek pie")
    lines = "".join(f"<p>{line.format(name, n)}</p>" for n, name in enumerate(names, 4))
    found = values(f"<div>{lines}</div>", FieldSpec(name="name"), FieldSpec(name="price", type="money"))
    amount = line.rpartition(" ")[2] if not line.endswith("€") else "{1}.50 €"
    assert found == {"name": names, "price": tuple(amount.replace("{}", "{1}").format("", n) for n in (4, 5, 6))}
    more = "<p>Bread, 2 pieces, for 2.50</p>"
    whole = values(f"<div>{lines}{more}</div>", FieldSpec(name="name"), FieldSpec(name="price", type="money"))
    assert whole["name"][0] != names[0]
