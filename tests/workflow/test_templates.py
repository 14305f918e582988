"""Are templates read strictly, and filled without evaluating anything?"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from webdart.errors import QueryError, SourceLine, UsageError, WorkflowError
from webdart.secret import Secret
from webdart.workflow.model import Scalar
from webdart.workflow.templates import Filter, Reference, as_text, fill, fill_address, parse

AT = SourceLine("file.yaml", 3, 7)


class Known:
    """Names over a map; what begins with `row` is data."""

    def __init__(self, values: Mapping[str, Scalar | Secret]) -> None:
        self._values = values

    def look_up(self, name: tuple[str, ...]) -> Scalar | Secret:
        """The value of a name."""
        if ".".join(name) not in self._values:
            raise UsageError(f"no {name}")
        return self._values[".".join(name)]

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Whether it is a row's."""
        return name[0] == "row"


def filled(text: str, **values: Scalar | Secret) -> str:
    """The text of a template over names in which `__` stands for a dot."""
    return fill(parse(text, AT), Known({name.replace("__", "."): value for name, value in values.items()})).text


def test_a_template_is_texts_and_references() -> None:
    """Names, filters and their arguments are read; the rest is text."""
    template = parse("a {{ row.price | round(2) | replace('.', \",\") }} b", AT)
    assert template.parts == (
        "a ",
        Reference(("row", "price"), (Filter("round", (2,)), Filter("replace", (".", ",")))),
        " b",
    )
    assert not template.constant
    assert parse("plain }} text", AT).constant
    assert parse("{{ a }}", AT).whole


@pytest.mark.parametrize(
    "text",
    [
        "{{ }}",
        "{{ a.b. }}",
        "{{ a b }}",
        "{{ a + 1 }}",
        "{{ 1 }}",
        "{{ a['b'] }}",
        "{{ a() }}",
        "{{ a.__class__.__mro__ | list }}",
        "{{ a | attr('x') }}",
        "{{ a | replace('x') }}",
        "{{ a | lower(1) }}",
        "{{ a | round(99) }}",
        "{{ a | round('x') }}",
        "{{ a | date('%Q') }}",
        "{{ a | date(5) }}",
        "{{ a | default(b) }}",
        "{{ a | default('x' }}",
        "{{ 'a' }}",
        "{{ a",
        "{% for x in y %}",
        "{# note #}",
        "{{ a ~ b }}",
        "{{ lipsum(n=1000000) }}",
    ],
)
def test_anything_else_of_jinja_is_refused_at_its_place(text: str) -> None:
    """Only dotted names and the listed filters are templates."""
    with pytest.raises(WorkflowError) as caught:
        parse(text, AT)
    assert caught.value.at == AT


def test_filters_do_what_their_names_say() -> None:
    """Each of the seven filters."""
    assert filled("{{ a | default('x') }}", a=None) == "x"
    assert filled("{{ a | default('x') }}", a="y") == "y"
    assert filled("{{ a | lower }}{{ a | upper }}", a="Ab") == "abAB"
    assert filled("[{{ a | trim }}]", a="  b ") == "[b]"
    assert filled("{{ a | replace('-', ' ') }}", a="a-b-c") == "a b c"
    assert filled("{{ a | round }} {{ a | round(1) }}", a=2.45) == "2 2.5"
    assert filled("{{ a | round }}", a="2.5") == "3"
    assert filled("{{ a | date('%Y-%m') }}", a=date(2024, 3, 31)) == "2024-03"
    assert filled("{{ a | date('%d.%m.') }}", a="2024-03-31T10:00") == "31.03."


def test_values_are_written_as_a_person_would_type_them() -> None:
    """Dates and durations are ISO 8601, decimals in full, truth values in words."""
    assert [as_text(value) for value in (True, 3, Decimal("12.50"), Decimal("1E+3"), "x", None)] == [
        "true", "3", "12.50", "1000", "x", ""
    ]  # fmt: skip
    assert as_text(date(2024, 3, 1)) == "2024-03-01"
    assert as_text(datetime(2024, 3, 1, 9, 30)) == "2024-03-01T09:30:00"  # noqa: DTZ001 - cells carry no zone
    assert as_text(timedelta(hours=2, minutes=15)) == "PT2H15M"
    assert as_text(timedelta(days=2, seconds=1.5)) == "P2DT1.5S"
    assert as_text(-timedelta(minutes=1)) == "-PT1M"
    assert as_text(timedelta(0)) == "PT0S"


def test_null_stops_unless_a_default_stands_there() -> None:
    """A NULL is an error that names the template; filters but `default` pass it on."""
    with pytest.raises(QueryError, match=r"file\.yaml:3:7: `row\.a` is NULL"):
        filled("{{ row.a | lower }}", row__a=None)
    assert filled("{{ row.a | lower | default('none') }}", row__a=None) == "none"


def test_output_is_capped_before_memory_is_spent() -> None:
    """64 KiB is the most that a template gives, also through `replace`."""
    with pytest.raises(QueryError, match="64 KiB"):
        filled("{{ a }}" * 3, a="x" * 30_000)
    with pytest.raises(QueryError, match="64 KiB"):
        filled("{{ a | replace('x', '" + "y" * 1000 + "') }}", a="x" * 60_000)


def test_filters_that_do_not_fit_the_value_are_errors() -> None:
    """Rounding a word or dating a number tells which reference it was."""
    with pytest.raises(QueryError, match="is no number"):
        filled("{{ a | round }}", a="many")
    with pytest.raises(QueryError, match="is no number"):
        filled("{{ a | round(20) }}", a=1e300)
    with pytest.raises(QueryError, match="is no date"):
        filled("{{ a | date('%Y') }}", a="soon")


def test_secrets_are_carried_and_never_shown() -> None:
    """A filled template knows its secrets, and does not print its text."""
    secret = Secret("PASSWORD", "hunter2")
    done = fill(parse("{{ secret.PASSWORD }}", AT), Known({"secret.PASSWORD": secret}))
    assert done.text == "hunter2"
    assert done.secrets == (secret,)
    assert "hunter2" not in repr(done)


def test_only_data_is_encoded() -> None:
    """In an address what came from a page is encoded, and the file's own words are left."""
    names = Known({"row.id": "a/b?c", "area": "x/y"})
    done = fill(parse("/{{ area }}/{{ row.id }}", AT), names, encode=lambda text: text.replace("/", "%2F"))
    assert done.text == "/x/y/a%2Fb?c"
    assert done.data


def test_an_address_encodes_data_unless_it_is_the_whole() -> None:
    """Part of an address is encoded, a `link` column is taken as it is."""
    names = Known({"row.id": "a/b?c", "row.url": "https://shop.example/x?y=1"})
    assert fill_address(parse("/orders/{{ row.id }}", AT), names).text == "/orders/a%2Fb%3Fc"
    assert fill_address(parse("{{ row.url }}", AT), names).text == "https://shop.example/x?y=1"


@pytest.mark.parametrize(
    ("source", "value"),
    [("/orders/{{ row.id }}/edit", ".."), ("/orders/{{ row.id }}", "."), ("/orders/.{{ row.id }}/x", "."), ("/{{ row.id }}{{ row.id }}", ".")],
)  # fmt: skip
def test_data_never_leads_up_in_an_address(source: str, value: str) -> None:
    """`/orders/../edit` is another page of the site, chosen by a page; the file's own `..` is its own."""
    with pytest.raises(QueryError, match=r"makes `\.`"):
        fill_address(parse(source, AT), Known({"row.id": value}))
    assert (
        fill_address(parse("/a/../{{ row.id }}?up={{ row.id }}", AT), Known({"row.id": "7.."})).text
        == "/a/../7..?up=7.."
    )
