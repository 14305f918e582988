"""A chore in a site's own words and letters, through every room: walk, push-down, SQL, export, report, lock, diff."""

import csv
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest

from tests.conftest import Asked, Reply, SiteServer

pytestmark = pytest.mark.browser

_ON_A_PAGE = 10
_ROWS = 120


class Shop(NamedTuple):
    """The words of a site, and the names that its user writes."""

    title: str
    heads: tuple[str, str, str]
    kinds: tuple[str, str, str]
    every: str
    submit: str
    following: str
    price: str
    maker: str
    table: str
    fields: tuple[str, str, str, str]
    limit: str

    def rows(self) -> list[tuple[str, str, int]]:
        """Name, kind and price."""
        return [(f"{self.title} №{n}", self.kinds[n % 3], 1000 + n * 7 % 120 * 10) for n in range(_ROWS)]


RUSSIAN = Shop(
    "Лампа",
    ("Название", "Категория", "Цена"),
    ("Настольные", "Напольные", "Подвесные"),
    "Все",
    "Показать",
    "Далее",
    "{} ₽",
    "Изготовитель",
    "лампы",
    ("название", "категория", "цена", "изготовитель"),
    "предел",
)
JAPANESE = Shop(
    "照明",
    ("商品名", "種類", "価格"),
    ("卓上", "床置き", "吊り下げ"),
    "すべて",
    "表示",
    "次へ",
    "{}円",
    "製造元",
    "照明器具",
    ("商品名", "種類", "価格", "製造元"),
    "上限",
)


def _listing(shop: Shop, asked: Asked) -> Reply:
    kind, page = asked.query.get("k", [""])[0], int(asked.query.get("p", ["1"])[0])
    rows = [(n, row) for n, row in enumerate(shop.rows()) if kind in ("", row[1])]
    options = "".join(f"<option{' selected' * (one == kind)}>{one}</option>" for one in shop.kinds)
    form = (
        f"<form><label>{shop.heads[1]} <select name=k><option value=''>{shop.every}</option>{options}</select></label>"
        f"<button>{shop.submit}</button></form>"
    )
    head = "".join(f"<th>{one}</th>" for one in shop.heads)
    body = "".join(
        f"<tr><td><a href='/item/{n}'>{name}</a></td><td>{own}</td><td>{shop.price.format(price)}</td></tr>"
        for n, (name, own, price) in rows[(page - 1) * _ON_A_PAGE : page * _ON_A_PAGE]
    )
    pages = "".join(f"<a href='/?k={kind}&p={one}'>{one}</a> " for one in range(1, -(-len(rows) // _ON_A_PAGE) + 1))
    following = f"<a href='/?k={kind}&p={page + 1}'>{shop.following}</a>" if page * _ON_A_PAGE < len(rows) else ""
    return Reply(
        f"<title>{shop.title}</title><h1>{shop.title}</h1>{form}<table><tr>{head}</tr>{body}</table><nav>{pages}{following}</nav>"
    )


def _item(shop: Shop, asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2])
    own = f"<dl><dt>{shop.maker}</dt><dd>{shop.title}-{number % 5}</dd></dl>"
    return Reply(f"<title>{number}</title><h1>{shop.rows()[number][0]}</h1>{own}")


@pytest.fixture(params=[JAPANESE, RUSSIAN], ids=["japanese", "russian"])
def shop(request: pytest.FixtureRequest, site_server: SiteServer) -> Shop:
    shop: Shop = request.param
    site_server.on("/", lambda asked: _listing(shop, asked))
    site_server.on("/item/*", lambda asked: _item(shop, asked))
    return shop


def _chore(shop: Shop, site: SiteServer, folder: Path) -> Path:
    name, kind, price, maker = shop.fields
    file = folder / "chore.yaml"
    file.write_text(
        f"""webdart: 1
params: {{{shop.limit}: 1400}}
sites: {{s: "{site.url}/"}}
stages:
  - navigate: {{}}
  - extract:
      into: {shop.table}
      key: {name}
      fields: {{{name}: text, {kind}: text, {price}: money, url: link, {maker}: {{type: text, page: detail}}}}
  - execute: |
      SELECT {name}, {price}, {maker} FROM {shop.table}
      WHERE {kind} = '{shop.kinds[1]}' AND {price} < ${shop.limit} ORDER BY {price} DESC LIMIT 3
answer: {{format: "{{{name}}} {{{price}}}"}}
""",
        encoding="utf-8",
    )
    return file


def _expected(shop: Shop) -> list[tuple[str, int, str]]:
    numbered = [
        (name, price, f"{shop.title}-{n % 5}")
        for n, (name, kind, price) in enumerate(shop.rows())
        if kind == shop.kinds[1] and price < 1400
    ]
    return sorted(numbered, key=lambda row: -row[1])[:3]


@pytest.mark.sampled(2)
def test_a_run_answers_and_is_looked_at_again(shop: Shop, site_server: SiteServer, tmp_path: Path, cli: Any):
    """The filter of the page answers a part of the SQL; the table is asked, exported and traced by the same words."""
    name, kind, price, _ = shop.fields
    file = _chore(shop, site_server, tmp_path)
    run = cli("run", str(file), "--json")
    found = json.loads(run.out)
    assert run.code == 0, run.err
    assert [(row[name], float(row[price])) for row in _records(found)] == [(n, float(p)) for n, p, _ in _expected(shop)]
    assert [one["verdict"] for one in found["pushdowns"]] == ["taken"]
    query = cli(
        "query", f"SELECT count(*) AS n, max({price}) AS {price} FROM {shop.table} WHERE {kind} <> ''", "--json"
    )
    assert query.code == 0, query.err
    for ending in ("csv", "jsonl", "parquet"):
        target = tmp_path / f"out.{ending}"
        assert cli("export", shop.table, str(target)).code == 0
        assert {name, kind, price} <= set(_columns(target))
    assert shop.table in cli("tables").out
    why = cli("why", shop.table, _expected(shop)[0][0], price)
    assert why.code == 0, why.err
    (report,) = tmp_path.glob(".webdart/runs/*/report.html")
    assert shop.table in report.read_text(encoding="utf-8")


def _records(found: Any) -> list[dict[str, Any]]:
    columns = found["answer"]["columns"]
    return [dict(zip(columns, row, strict=True)) for row in found["answer"]["rows"]]


def _columns(file: Path) -> list[str]:
    if file.suffix == ".parquet":
        return list(pq.ParquetFile(file).schema_arrow.names)
    text = file.read_text(encoding="utf-8-sig")
    return next(csv.reader(io.StringIO(text))) if file.suffix == ".csv" else list(json.loads(text.splitlines()[0]))


@pytest.mark.sampled(2)
def test_a_lock_is_written_and_replayed(shop: Shop, site_server: SiteServer, tmp_path: Path, cli: Any):
    file = _chore(shop, site_server, tmp_path)
    first = cli("run", str(file), "--lock")
    assert first.code == 0, first.err
    assert file.with_suffix(".lock.yaml").exists()
    again = cli("run", str(file), "--frozen")
    assert (again.code, again.out) == (0, first.out), again.err
    other = cli("run", str(file), "-p", f"{shop.limit}=1200", "--no-lock")
    assert other.code == 0, other.err
    assert other.out != first.out
    runs = [one.name for one in (tmp_path / ".webdart" / "runs").iterdir() if one.is_dir()]
    diff = cli("diff", *sorted(runs)[:2])
    assert diff.code == 0, diff.err


def test_a_new_chore_has_the_pages_own_words_and_runs(shop: Shop, site_server: SiteServer, tmp_path: Path, cli: Any):
    assert cli("new", f"{site_server.url}/", "--out", "made.yaml").code == 0
    made = (tmp_path / "made.yaml").read_text(encoding="utf-8")
    assert all(f"        {field}: " in made for field in shop.fields[:3]), made
    assert cli("check", "made.yaml").code == 0
    run = cli("run", "made.yaml", "--limit-pages", "2", "--json")
    assert shop.rows()[0][0] in run.out, run.err
