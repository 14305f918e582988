"""Does a plan hold what a run needs: inputs, sites, schemas, stages, and what each listing must give?"""

from decimal import Decimal
from pathlib import Path

import pytest

from webdart.errors import UsageError, WorkflowError
from webdart.plan import Inputs, Plan, build
from webdart.plan.model import ActStage, ListingStage, Need, QueryStage
from webdart.secret import Secret
from webdart.workflow import load, loads

GOOD = Path(__file__).parents[1] / "cases" / "workflow" / "good"
SHOP = {"SHOP_URL": "http://127.0.0.1:8000/shop/"}


def plan_of(text: str, **params: str) -> Plan:
    """The plan of a text whose site is at a fixed address."""
    workflow = loads(text, "file.yaml")
    return build(workflow, Inputs(params=params, environment=SHOP, secret=lambda name: Secret(name, "geheim")))


HEAD = 'webdart: 1\nsites: {shop: "{{ env.SHOP_URL }}"}\nstages:\n  - navigate: {}\n'
FIELDS = "{sku: text, name: text, price: money, stock: {type: integer, page: detail}, url: link}"


def listing(plan: Plan) -> ListingStage:
    """The first stage of a plan."""
    stage = plan.stages[0]
    assert isinstance(stage, ListingStage)
    return stage


def test_the_first_example_is_planned() -> None:
    """Parameters in their types, the site's address, the query, and what the listing must give."""
    plan = build(load(GOOD / "top-reviewed.yaml"), Inputs(params={"n": "5"}, environment=SHOP))
    assert plan.parameters == {"category": "Home Audio", "min_price": 1000, "max_price": 9999, "n": 5}
    assert plan.sites["shop"].url == "http://127.0.0.1:8000/shop/"
    need = listing(plan).needs["products"]
    assert need.columns == {"name", "price", "reviews"}
    assert [one.operands for one in need.predicates] == [(1000,), (9999,)]
    assert need.limit == 5
    select = plan.stages[1]
    assert isinstance(select, QueryStage)
    assert not select.query.single_row


def test_everything_that_is_missing_is_named_at_once() -> None:
    """An unknown parameter, a wrong one, a missing one, a variable and two secrets: one message, exit code 2."""
    head = "webdart: 1\nparams: {n: 3, since: {type: date}}\n"
    text = head + (GOOD / "write-back.yaml").read_text().split("\n", 1)[1]
    with pytest.raises(UsageError) as caught:
        build(loads(text), Inputs(params={"n": "many", "m": "1"}))
    message = str(caught.value)
    for words in ("no parameter 'm'", "parameter n: 'many' is no integer", "parameter since is not given"):
        assert words in message
    for words in ("variable DESK_URL is not set", "secret DESK_USER is not set", "secret DESK_PASSWORD is not set"):
        assert words in message
    assert caught.value.exit_code == 2


def test_an_optional_variable_may_be_missing() -> None:
    """A name with `default` wherever it stands is not asked for."""
    text = HEAD.replace("{}", "{path: [\"{{ env.SHELF | default('Lamps') }}\"]}")
    plan = plan_of(text + "  - extract: {into: t, fields: {a: text}}\n")
    assert plan.environment == SHOP


@pytest.mark.parametrize(
    "address", ["mailto:me@shop.example", "file:///etc/passwd", "http://", "https://me:pw@shop.example/", "shop shop"]
)
def test_a_variable_that_is_no_address_is_refused_at_its_place(address: str) -> None:
    """The message has the line of the site and the variable to check."""
    workflow = loads(HEAD + f"  - extract: {{into: t, fields: {FIELDS}}}\n", "file.yaml")
    with pytest.raises(WorkflowError, match=r"file\.yaml:2:15: .*\n  correct SHOP_URL"):
        build(workflow, Inputs(environment={"SHOP_URL": address}))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "site shop is empty\n  set SHOP_URL, such as https://shop.example/"),
        ("127.0.0.1:8765", "http:// is missing before it\n  SHOP_URL=http://127.0.0.1:8765"),
        ("shop.example/all", "http:// is missing before it\n  SHOP_URL=http://shop.example/all"),
    ],
)
def test_an_address_without_its_beginning_is_given_back_corrected(address: str, said: str) -> None:
    """A host and a port alone, or nothing: what is missing, and the value to set."""
    workflow = loads(HEAD + f"  - extract: {{into: t, fields: {FIELDS}}}\n", "file.yaml")
    with pytest.raises(WorkflowError) as caught:
        build(workflow, Inputs(environment={"SHOP_URL": address}))
    assert str(caught.value).endswith(said)


def test_a_login_is_filled_in_and_keeps_its_secrets() -> None:
    """The page is absolute; user and password are Secrets, which print as their names."""
    workflow = load(GOOD / "write-back.yaml")
    environment = {"DESK_URL": "https://desk.example/app/"}
    plan = build(workflow, Inputs(environment=environment, secret=lambda name: Secret(name, "geheim")))
    login = plan.sites["desk"].login
    assert login is not None
    assert login.page == "https://desk.example/login/"
    assert isinstance(login.password, Secret)
    assert login.password.reveal() == "geheim"
    assert "geheim" not in repr(plan)
    act = plan.stages[1]
    assert isinstance(act, ActStage)
    assert act.rows is not None
    assert act.rows.single_row
    assert listing(plan).needs["orders"].columns == {"number", "placed", "status", "url"}


def test_schemas_have_types_digits_and_keys() -> None:
    """A child table carries its parent's key, as `_parent` too; its own key has the parent's in front."""
    schemas = build(load(GOOD / "child-tables.yaml"), Inputs(environment={"TRACKER_URL": "http://t.example/"})).schemas
    assert schemas["issues"].key == ("id",)
    assert schemas["comments"].key == ("issues_id", "number")
    assert [str(column.type) for column in schemas["comments"].columns] == [
        "integer", "text", "text", "text", "duration", "text"
    ]  # fmt: skip
    text = (
        HEAD
        + "  - extract: {into: t, fields: {a: {type: money, digits: 4}}}\n  - extract: {into: t, fields: {b: date}}\n"
    )
    columns = plan_of(text).schemas["t"].columns
    assert [(column.name, column.digits) for column in columns] == [("a", 4), ("b", 2)]


def needs_of(behind: str, extra: str = "") -> Need:
    """What is wanted of the table `t` of a listing with these stages behind it."""
    text = HEAD + f"  - extract: {{into: t, fields: {FIELDS}{extra}}}\n" + behind
    return listing(plan_of(text)).needs["t"]


def test_a_listing_gives_what_all_later_stages_want() -> None:
    """Columns of two queries are added; a template, a script or a question wants all; so does no query at all."""
    first, second = "  - execute: SELECT name FROM t WHERE price > 3\n", "  - execute: SELECT stock FROM t\n"
    assert needs_of(first).columns == {"name", "price"}
    assert needs_of(first + second) == Need(columns=frozenset({"name", "price", "stock"}), fixed=False)
    assert needs_of("") == Need()
    assert needs_of("  - execute: {ask: How many}\n" + first) == Need(placed=True)
    assert needs_of("  - execute: {python: answer = 1}\n" + first) == Need(placed=True)
    act = '  - execute: {act: {steps: [{open: "/{{ t.sku }}"}]}}\n'
    assert needs_of(first + act) == Need()


def test_a_listing_gives_what_the_file_itself_relies_on() -> None:
    """Key, detail link and the columns of `expect` are wanted whatever the SQL says."""
    query = "  - execute: SELECT name FROM t\n"
    assert needs_of(query, ", key: sku").columns == {"name", "sku"}
    assert needs_of(query, ', expect: {all: "stock > 0"}').columns == {"name", "stock"}
    assert needs_of(query, ", detail: {through: url}").columns == {"name", "url"}


def test_a_table_of_pages_has_one_row_only_where_one_page_fills_it() -> None:
    """`each: page` below `for_each` gives a row a walk."""
    page = "  - extract: {into: t, each: page, fields: {total: money}}\n  - execute: SELECT total FROM t\n"

    def one(text: str) -> bool:
        stage = plan_of(text).stages[1]
        assert isinstance(stage, QueryStage)
        return stage.query.single_row

    assert one(HEAD + page)
    assert not one(HEAD.replace("{}", '{for_each: {a: [x, y]}, start: "/{{ row.a }}"}') + page)


def test_parameters_reach_the_conditions_in_their_type() -> None:
    """A money parameter is a decimal in the predicate."""
    head = "webdart: 1\nparams: {least: {type: money}}\n" + HEAD.split("\n", 1)[1]
    plan = plan_of(
        head + f"  - extract: {{into: t, fields: {FIELDS}}}\n  - execute: SELECT name FROM t WHERE price > $least\n",
        least="12.50",
    )
    assert listing(plan).needs["t"].predicates[0].operands == (Decimal("12.50"),)


def test_budgets_become_limits(tmp_path: Path) -> None:
    """The run's and a stage's."""
    text = (
        HEAD.replace("{}", "{budget: {pages: 7}}")
        + "  - extract: {into: t, fields: {a: text}}\nbudget: {seconds: 2.5}\n"
    )
    plan = plan_of(text)
    assert plan.limits.seconds == 2.5
    assert listing(plan).limits.pages == 7
