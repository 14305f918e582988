"""A record's own page is full of texts and numbers: what nothing speaks for is nobody's value."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, read
from webdart.values import replace
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def own(view: PageView, spec: ListingSpec) -> Extraction:
    """A page that is a record, which leaves no doubt."""
    got = read(view, spec)
    assert got.error(view.url) is None, got.error(view.url)
    return got


def test_one_number_of_many_is_nobodys(page: Page, spec: Spec) -> None:
    """The first number of a page is not what was asked for; the only one may be."""
    many = page("<h1>Soup</h1><p>by Ann</p><a>53 Comments</a><p>Sep 2</p><p>Serving size: 1 cup</p><p>© 2023</p>")
    got = own(many, spec({"title": "text", "servings": "integer"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "servings": None}
    assert [missing.field for missing in got.missing] == ["servings"]
    one = page("<h1>Soup</h1><p>by Ann</p><b>12</b>")
    assert rows_of(one, spec({"title": "text", "portions": "integer"}, kind="page")) == [
        {"title": "Soup", "portions": 12}
    ]


def test_a_number_that_its_words_count(page: Page, spec: Spec) -> None:
    """What "Serves 4" and "4 servings" say are servings, though other numbers stand there; a dash is no minus."""
    for said in ("Serves 4", "4 servings", "Serves – 4", "Servings: 4"):
        view = page(f"<h1>Soup</h1><p>{said}</p><p>53 comments</p><p>17 shares</p>")
        assert rows_of(view, spec({"title": "text", "servings": "integer"}, kind="page"))[0]["servings"] == 4, said


@pytest.mark.parametrize(
    "beside",
    [
        "<header role=banner><nav><a href=/>Home</a></nav><time>8 July 2020</time></header>",
        "<aside role=complementary><h3>Read next</h3><a href=/x>Bread</a> <span>8 July 2020</span></aside>",
        "<ol><li><article><b>Megan</b> <a href=#c1>8 July 2020</a><p>Thanks.</p></article></li></ol>",
        f"<p>Since the harvest of 8 July 2020 {'we had to stretch the beans a good deal and so ' * 4} here it is.</p>",
        "<footer role=contentinfo>Last change of this site: 8 July 2020</footer>",
    ],
    ids=["head", "aside", "comment", "sentence", "foot"],
)
def test_a_date_beside_the_record_is_not_its_date(page: Page, spec: Spec, beside: str) -> None:
    """Today's date above every page, a comment's, one that is told about: though it is the only one, it is missing."""
    fields = {"title": "text", "published": "date"}
    got = own(page(f"{beside}<div><h1>Soup</h1><p>by Ann</p></div>"), spec(fields, kind="page"))
    assert got.records[0].values == {"title": "Soup", "published": None}
    head = "<header role=banner><h1>Soup</h1><p>by Ann, 8 July 2020</p></header><p>Beans and water.</p>"
    assert own(page(head), spec(fields, kind="page")).records[0].values["published"] == date(2020, 7, 8)


RADIOS = "".join(
    f'<input type=radio role=radio aria-label="Rate this {n} out of 5 stars" value={n}>' for n in range(1, 6)
)


PRESSED = "".join(
    f'<span role=button class="star star-{n} star-full" aria-label="Rate this {n} out of 5 stars"></span>'
    for n in range(1, 6)
)


SAID = "<div class=rating-details><span class=rating-average>4.86</span> from <span class=rating-count>7</span> votes</div>"


@pytest.mark.parametrize("scale", [RADIOS, PRESSED], ids=["radios", "buttons"])
def test_a_scale_to_rate_by_is_no_rating(page: Page, spec: Spec, scale: str) -> None:
    """What can be pressed says 1, 2, 3 … of 5; beside it stands what the page was given. A comment's stars are its own."""
    fields = {"title": "text", "rating": "rating"}
    asked = f"<h1>Soup</h1><div class=rating>{scale}</div>"
    assert own(page(asked), spec(fields, kind="page")).records[0].values["rating"] is None
    given = page(f"<h1>Soup</h1><div class=rating>{scale}{SAID}</div>")
    assert own(given, spec(fields, kind="page")).records[0].values["rating"] == pytest.approx(4.86)
    comment = "<ol><li><article><img role=img class=comment-rating title='3 stars'><p>Well, it is a soup.</p></article></li></ol>"
    assert own(page(f"<h1>Soup</h1>{comment}"), spec(fields, kind="page")).records[0].values["rating"] is None


def test_a_price_beside_the_record(page: Page, spec: Spec) -> None:
    """What an empty basket costs is no price of the page's thing; what stands in its box to buy it is."""
    fields = {"title": "text", "price": "money"}
    basket = "<header role=banner><a href=/basket>Basket $0.00</a></header>"
    box = "<aside role=complementary><b>$12.50</b> <button>Buy</button></aside>"
    assert own(page(f"{basket}<div><h1>Pot</h1></div>"), spec(fields, kind="page")).records[0].values["price"] is None
    assert rows_of(page(f"<div><h1>Pot</h1>{box}</div>"), spec(fields, kind="page"))[0]["price"] == Decimal("12.50")


def test_a_pictures_caption_dates_the_picture(page: Page, spec: Spec) -> None:
    """A long name of an image tells when it was taken; a short one beside nothing else may be the value."""
    caption = (
        "The cook in her kitchen on May 20, 2020 in New York. (Photo by somebody of an agency, all rights reserved)"
    )
    view = page(f'<h1>Soup</h1><figure><img src=a.jpg alt="{caption}" title="{caption}"><i>Agency</i></figure>')
    got = own(view, spec({"title": "text", "published": "date"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "published": None}


def test_a_length_of_time_by_a_part_of_its_name(page: Page, spec: Spec) -> None:
    """A label "Prep" is `prep_time` where no other field has that word; a length of time in pieces is one."""
    times = "".join(
        f'<div class="{name}"><span>{name}:</span> <span class="time"><span>1<i> hour</i></span> <b>hr</b> '
        f"<span>{n}<i> minutes</i></span> <b>mins</b></span></div>"
        for n, name in ((5, "Prep"), (20, "Cook"), (25, "Total"))
    )
    fields = {"title": "text", "prep_time": "duration", "cook_time": "duration", "total_time": "duration"}
    (row,) = rows_of(page(f"<h1>Soup</h1><div>{times}</div>"), spec(fields, kind="page"))
    assert [row[name] for name in list(fields)[1:]] == [timedelta(hours=1, minutes=n) for n in (5, 20, 25)]


def test_a_length_of_time_that_another_label_names(page: Page, spec: Spec) -> None:
    """Resting is not cooking, and a piece of another field's value is that field's."""
    view = page("<h1>Soup</h1><p><b>Prep time:</b> <i><b>10</b> min</i></p><p><b>Resting:</b> <i>3 h</i></p>")
    got = own(view, spec({"title": "text", "prep_time": "duration", "cook_time": "duration"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "prep_time": timedelta(minutes=10), "cook_time": None}


def test_what_a_form_asks_for_is_no_value(page: Page, spec: Spec) -> None:
    """The box for a comment's author has a class with that word, and its label is not the author."""
    view = page(
        '<h1>Soup</h1><p>by Ann</p><form><p class="comment-form-author"><label>Name *</label><input></p></form>'
    )
    nodes = [node._replace(name="Name *") if node.tag == "input" else node for node in view.nodes]
    got = own(replace(view, nodes=tuple(nodes)), spec({"title": "text", "author": "text"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "author": None}


def test_a_byline_goes_before_those_of_comments(page: Page, spec: Spec) -> None:
    """The word "By" leads to the name, and who has commented is not who has written."""
    comments = "".join(
        f'<li><b class="comment-author">{who}</b> <i class="comment-author-says">says:</i> <p>I made it on {day} with leeks '
        "instead, and everybody at the table liked it a lot.</p></li>"
        for who, day in (("Cy", "Monday"), ("Di", "Friday"))
    )
    view = page(f'<h1>Soup</h1><p class="entry-author">By <a href="/ann">Ann Lee</a></p><ol>{comments}</ol>')
    assert rows_of(view, spec({"title": "text", "author": "text"}, kind="page")) == [
        {"title": "Soup", "author": "Ann Lee"}
    ]


@pytest.mark.parametrize("told", ["4.86 from <b>7</b> votes", "<b>4.86</b> (<b>7</b>)", "4.86 out of 5"])
def test_what_is_drawn_alike_is_told_beside_it(told: str, page: Page, spec: Spec) -> None:
    """Five stars of one class, and a text in the same element: the text is the rating."""
    star = "<span class='rating-star star-full'><svg></svg></span>"
    view = page(
        f"<h1>Soup</h1><p>A soup.</p><div><div class=rating>{star * 5}</div><div class=details>{told}</div></div>"
    )
    (record,) = own(view, spec({"title": "text", "rating": "rating"}, kind="page")).records
    assert record.values["rating"] == pytest.approx(4.86)


def test_a_count_in_an_element_before_its_word(page: Page, spec: Spec) -> None:
    """The votes are 7, though another number stands before them and each has an element of its own."""
    view = page(f"<h1>Soup</h1><div class=rating>{SAID}</div><p>For 12 people.</p>")
    (record,) = own(view, spec({"title": "text", "votes": "integer"}, kind="page")).records
    assert record.values["votes"] == 7


@pytest.mark.parametrize(
    ("byline", "author"),
    [
        ('<p class="author">By Ann Lee</p>', "Ann Lee"),
        ('<p class="author">Von Ann Lee</p>', "Ann Lee"),
        ('<p class="author">Von Neumann</p>', "Von Neumann"),
        ('<p class="author">by the sea</p>', "by the sea"),
        ('<p class="author"><span class="author-by">By</span> <span class="author-name">Ann Lee</span></p>', "Ann Lee"),
    ],
)
def test_who_wrote_it(page: Page, spec: Spec, byline: str, author: str) -> None:
    """The name behind the "by", which may have such a word itself."""
    (row,) = rows_of(page(f"<h1>Soup</h1><div>{byline}</div>"), spec({"title": "text", "author": "text"}, kind="page"))
    assert row == {"title": "Soup", "author": author}


@pytest.mark.parametrize(
    "other",
    [
        '<figure><img src=a.jpg><figcaption class="author">(Image: Agency)</figcaption></figure>',
        '<nav role=navigation><p class="author-options">Profile of the author</p></nav>',
        '<ol><li class="author">Hugo: "A law may well say who answers for what, but not to whom."</li></ol>',
        '<p class="author">Recipe by</p>',
        '<div><img src=a.jpg><span class="author">Image: Agency</span></div>',
        "<aside role=complementary><h3>Read next</h3><p>By Hugo Kern</p></aside>",
        "<footer role=contentinfo><address>Kitchen Press Ltd</address></footer>",
        "<p>By Type:</p><p><span>by</span> <span>by :</span></p>",
        "<h3>By Category</h3><p>Door Handles</p><p>Por Favor</p><p>By former YouTube staff</p>",
    ],
    ids=["picture", "menu", "comment", "lead", "credit", "aside", "foot", "labels", "headings"],
)
def test_who_did_not_write_it(page: Page, spec: Spec, other: str) -> None:
    """Whom a picture is by, what a menu offers, who commented: the mark-up has the field's word, and means another."""
    got = read(page(f"<h1>Soup</h1><div>{other}</div>"), spec({"title": "text", "author": "text"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "author": None}
    assert [missing.field for missing in got.missing] == ["author"]


@pytest.mark.parametrize(
    "byline",
    [
        "<p>By <a href=/ann>Ann Lee</a></p>",
        "<p>Written by Ann Lee</p>",
        '<p><a rel="author" href=/ann>Ann Lee</a></p>',
        '<div class="byline"><span>Ann Lee</span></div>',
        "<figure><img src=ann.jpg><figcaption><address><a href=/ann>Ann Lee</a></address></figcaption></figure>",
    ],
    ids=["by", "written", "rel", "class", "address"],
)
def test_who_signed_it(page: Page, spec: Spec, byline: str) -> None:
    """Pages say who wrote them in ways of their own; nothing here is called an author."""
    html = f"<article><h1>Soup</h1>{byline}<p>{'Cut the leeks. ' * 20}</p></article><ol><li>By Hugo Kern</li></ol>"
    got = own(page(html), spec({"title": "text", "author": "text"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "author": "Ann Lee"}


_STORY = "<p>Cut the leeks and put them into the pot.</p>" * 5


_NEXT = "".join(
    f'<div class="teaser"><h3><a href=/s/{n}>Story {n}</a></h3><b class="pub-date">{n}/22/2025</b></div>'
    for n in (5, 7)
)


@pytest.mark.parametrize(
    ("html", "day"),
    [
        (f"<header role=banner><h1>Soup</h1><time>27.04.2024</time></header>{_STORY}", date(2024, 4, 27)),
        (
            f"<header><h1>Soup</h1></header><aside role=complementary>27.04.2024, by Ann</aside>{_STORY}",
            date(2024, 4, 27),
        ),
        (f"<h1>Soup</h1><i>Published 27.04.2024</i>{_STORY}<div>{_NEXT}</div>", date(2024, 4, 27)),
        (
            (
                f"<h1>Soup</h1><i>27.04.2024</i>{_STORY}<ul><li><b>Megan</b> <span class=date>02.05.2024</span>"
                "<p>My aunt has made this one for years and years, and so shall all of us.</p></li></ul>"
            ),
            date(2024, 4, 27),
        ),
        (
            f"<h1>Soup</h1><figure><img src=a.jpg><time>25.04.2024</time></figure><b>27.04.2024</b>{_STORY}",
            date(2024, 4, 27),
        ),
        (f"<h1>Soup</h1><p>Guns on their way to the town that they fight for, 24. April 2023</p>{_STORY}", None),
    ],
    ids=["head", "box", "stories", "comment", "picture", "caption"],
)
def test_the_day_of_the_page_and_not_of_what_stands_beside(page: Page, spec: Spec, html: str, day: date | None) -> None:
    """In an article's own head or box it is its day; what a class calls a date may be a story's or a comment's."""
    got = read(
        page(f"<main role=main><article>{html}</article></main>"),
        spec({"title": "text", "date": "date"}, kind="page", locale="de"),
    )
    assert got.records[0].values["date"] == day


def test_a_data_attribute_names_its_value(page: Page, spec: Spec) -> None:
    """`data-author="Ann"` does not make the text beside it the author; `data-price="9.99"` of $9.99 does."""
    view = page('<h1 data-author="Ann">Soup</h1><p data-total="9.99">$9.99</p><p>$4.00</p><p class="ml-auto">Menu</p>')
    got = own(view, spec({"title": "text", "author": "text", "total": "money"}, kind="page"))
    assert got.records[0].values == {"title": "Soup", "author": None, "total": Decimal("9.99")}


def test_the_main_heading_is_the_one_that_the_window_is_called_by(page: Page, spec: Spec) -> None:
    """A search box, a trail, a section may have the highest heading, and the record's own stand in the page's head."""
    title = "<title>Far better leek soups - Some Kitchen</title>"
    pages = (
        "<h1>Search</h1><h1>Far better soup</h1><h2>Needed</h2>",
        "<header><h1>Far better leek soup</h1></header><h2>You are here</h2>",
        "<h2>Notes on soups for cold days</h2><h2>A far better leek soup</h2>",
        "<header role=banner><h1>Soups: far better with leek</h1></header><h2>Needed</h2><h2>Soups</h2>",
        "<h2>Hearty better leek soups</h2><h1>Anything else?</h1>",
        "<h1>Recipes</h1><h3>Leek soups</h3><footer role=contentinfo><h3>Some Kitchen Ltd</h3></footer>",
    )
    got = [rows_of(page(title + html), spec({"title": "text"}, kind="page"))[0]["title"] for html in pages]
    assert got == ["Far better soup", "Far better leek soup", "A far better leek soup",
                   "Soups: far better with leek", "Hearty better leek soups", "Leek soups"]  # fmt: skip
    long = "<title>Far better leek soups for cold days - Some Kitchen</title><h1>Winter in a bowl</h1><h2>Kitchen</h2>"
    assert rows_of(page(long), spec({"title": "text"}, kind="page")) == [{"title": "Winter in a bowl"}]
    brand = '<header><h1><a href="/kitchen?id=start"><span>Some Kitchen</span></a></h1></header><main><h1>Winter in a bowl</h1></main>'
    called = page(f"<title>soups:winter [Some Kitchen]</title>{brand}")  # the site's name, a link elsewhere
    assert rows_of(called, spec({"title": "text"}, kind="page")) == [{"title": "Winter in a bowl"}]
    kept = page(f"{title}<h1>Winter in a bowl</h1><h2>Needed</h2>")  # nothing says it better
    assert rows_of(kept, spec({"title": "text"}, kind="page")) == [{"title": "Winter in a bowl"}]
    foot = page(f"{title}<h1>Winter in a bowl</h1><footer role=contentinfo><h4>Some Kitchen</h4></footer>")
    assert rows_of(foot, spec({"title": "text"}, kind="page")) == [{"title": "Winter in a bowl"}]
    assert own(page(f"{title}<nav><h3>Shop</h3></nav>"), spec({"title": "text"}, kind="page")).missing


def test_a_colon_in_an_element_of_its_own_is_no_value(page: Page, spec: Spec) -> None:
    """It belongs to the label before it; a label with nothing behind its colon has no value."""
    line = "<div><div><span>{}</span></div><div><span>:</span></div><div>{}</div></div>"
    body = line.format("Created", "2026-11-23") + line.format("Owner", "Ada & Co") + line.format("Stage", "")
    got = own(page(f"<h1>A part</h1>{body}"), spec({"created": "date", "owner": "text"}, kind="page"))
    assert [str(value) for value in got.records[0].values.values()] == ["2026-11-23", "Ada & Co"]


@pytest.mark.parametrize(
    "beside",
    [
        "<div class=reviews><span>4.57</span> by 12 people</div>",
        "<p>Free Click & Collect over £30 & free returns</p>",
        "<table><tr><td>滿 490 元以上免運費，未滿者自付運費</td></tr></table>",
        "<dl><dt>Price</dt><dd>Under £5</dd><dd>£5 to £10</dd><dd>£10 to £20</dd><dd>£20 to £50</dd><dd>£50 and more</dd></dl>",
    ],
)
def test_an_amount_that_is_no_price(beside: str, page: Page, spec: Spec) -> None:
    """A mean rating, a sentence about delivery, the prices that a shop sorts by: none is what the thing costs."""
    asked = spec({"name": "text", "price": "money"}, kind="page", locale="en-GB")
    assert own(page(f"<h1>Boots</h1><p>Fine boots.</p>{beside}"), asked).records[0].values["price"] is None
    (record,) = own(page(f"<h1>Boots</h1><p>Fine boots.</p><div><b>£136.00</b></div>{beside}"), asked).records
    assert record.values["price"] == 136


def test_prices_of_other_things_are_told(page: Page, spec: Spec) -> None:
    """The courier's is called price, too, and nothing else tells which is meant; of before and now it is that of now."""
    asked = spec({"name": "text", "price": "money"}, kind="page")
    price = "<div class=details><span class=price>€978.00 each</span></div>"
    two = page(f"<h1>Mower</h1>{price}<div class=delivery><span class=price>€10.99</span></div>")
    assert "€10.99" in str(read(two, asked).error(two.url))
    now = page("<h1>Mower</h1><table><tr><td><s>€64.27</s> <b>€43.97</b> (-32%) <b>24 in stock</b></td></tr></table>")
    assert str(own(now, asked).records[0].values["price"]) == "43.97"


_FILE = """<h1>Case 12</h1><p>Date filed: 29 January 2010</p><p>{told}</p>
    <p>Judge: Ann Lee</p><p>Chapter: 11</p><p>{more}</p>"""


def test_a_day_that_is_told_of_is_no_other_field(page: Page, spec: Spec) -> None:
    """What the page has no label for is missing, though other days stand on it: in a sentence, or by themselves."""
    sentence = "The meeting of creditors that is required by law will be held on <b>8 May 2010</b> at the court house."
    for told, more in ((sentence, ""), ("", "Printed <b>15 May 2010</b>")):
        html = _FILE.format(told=told, more=more)
        got = read(page(html), spec({"date_filed": "date", "date_closed": "date"}, each="page", kind="page"))
        assert got.records[0].values == {"date_filed": date(2010, 1, 29), "date_closed": None}
        assert [missing.field for missing in got.missing] == ["date_closed"]


def test_the_only_day_of_a_page_may_be_any(page: Page, spec: Spec) -> None:
    """It is taken for what a file asks for, by whatever name; of two days the name of a page's own is needed."""
    got = read(
        page("<h1>Lake</h1><p>Opens</p><p><b>3 May 2024</b></p>"), spec({"due": "date"}, each="page", kind="page")
    )
    assert got.records[0].values == {"due": date(2024, 5, 3)}


@pytest.mark.parametrize(
    "line",
    [
        "By <b>Ann Lee</b> <span>8 July 2020</span> <button>Share</button>",
        "<a href=/author/ann-lee/>Ann Lee</a> <span>8 July 2020</span>",
        "<a href='/redaktion/autor/Anne-L%C3%A9e'>Anne Lée</a>, 8 July 2020",
        "<span class=writer>Ann Lee</span><span>8 July 2020</span>",
    ],
)
def test_who_wrote_a_page_whatever_its_line_goes_on_with(page: Page, spec: Spec, line: str) -> None:
    """The name behind a "By", or that leads to what the site keeps of its writers; not "All posts", which leads there."""
    html = f"<h1>Soup</h1><div>{line}</div><a href=/author/ann-lee/>All posts</a><p>Beans and water.</p>"
    got = own(page(html), spec({"title": "text", "author": "text", "date": "date"}, kind="page")).records[0].values
    assert got["author"] in {"Ann Lee", "Anne Lée"}
    assert got["date"] == date(2020, 7, 8)


def test_the_day_of_the_line_that_signs_a_page(page: Page, spec: Spec) -> None:
    """It goes before one that stands alone further down; a day in a quotation is the quotation's."""
    html = """<h1>Soup</h1><p class=line>By Ann Lee - Jul 8, 2020 at 10:05 am</p><p>Beans and water.</p>
        <blockquote><p>Best soup.</p><a>September 9, 2019</a></blockquote><div><b>Prices of</b> <span>10 August 2022</span></div>"""
    assert own(page(html), spec({"date": "date"}, kind="page")).records[0].values["date"] == date(2020, 7, 8)


def test_a_heading_that_is_the_sites_in_the_windows_title(page: Page, spec: Spec) -> None:
    """The part of a site stands in the window's title, too, but behind what the page is called."""
    html = "<div><h2>The Kitchen</h2></div><div><h1>A soup of beans and little else</h1></div><p>Beans and water.</p>"
    view = replace(page(html), title="Bean Broth At Home : The Kitchen : News")
    assert (
        own(view, spec({"title": "text"}, kind="page")).records[0].values["title"] == "A soup of beans and little else"
    )


def test_the_only_entry_of_a_list_has_no_others_beside_it(page: Page, spec: Spec) -> None:
    """What turns from record to record has the same mark-up as the tags; where there is one tag, they are none of it."""
    turns = (
        "<ul class=pager><li><a href=/1 rel=prev>Previous post</a></li><li><a href=/3 rel=next>Next post</a></li></ul>"
    )
    for tags in (("food",), ("food", "music")):
        entries = "".join(f"<li><a class=tag href=/tag/{tag} rel=tag>{tag}</a></li>" for tag in tags)
        html = f"<h1>Soup</h1><p>Good.</p><aside><nav><ul class=tags>{entries}</ul>{turns}</nav></aside>"
        assert rows_of(page(html), spec({"title": "text", "tags": "[text]"}, kind="page"))[0]["tags"] == tags


def test_a_heading_that_a_label_contradicts_is_told(page: Page, spec: Spec) -> None:
    """The highest heading may be the site's; a label of the field's name has the ticket's title."""
    html = (
        "<h1>Orchard Works</h1><table><tr><td>Title:</td><td>{}</td></tr><tr><td>Status:</td><td>Open</td></tr></table>"
    )
    fields = {"title": "text", "status": "text"}
    got = read(page(html.format("The press is late")), spec(fields, kind="page"))
    assert [remark.column for remark in got.remarks if remark.code == "by type"] == ["title"]
    same = read(page(html.format("Orchard Works, again")), spec(fields, kind="page"))
    assert [remark.column for remark in same.remarks if remark.code == "by type"] == []
