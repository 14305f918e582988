"""Half an emoji, wherever a page can show one: the run answers, and every file of it can be written and read."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer
from tests.navigate.failing_site import CHORE, PAGES, PER_PAGE, listing, run
from webdart import surrogates
from webdart.answer import finish as closing
from webdart.cli.main import main

HALF = "\\ud83d"
"""As a script of the page writes it."""


def with_script(site: SiteServer, script: str) -> None:
    """Twenty goods on one page, with a script that changes it."""
    lines = "".join(f"<tr><td>Lamp {n}<td>{n}.50" for n in range(PAGES * PER_PAGE))
    table = f"<table><tr><th>Name<th>Price{lines}</table>"
    site.page("/", f"<title>Goods</title>{table}<script>{script}</script>")


PLACES = {
    "title": f"document.title = 'Goods {HALF}'",
    "heading": f"document.body.prepend(Object.assign(document.createElement('h1'), {{textContent: 'Goods {HALF}'}}))",
    "cell": f"document.querySelector('td').textContent = 'Lamp {HALF}'",
    "label": f"document.querySelector('table').setAttribute('aria-label', '{HALF} Goods')",
    "class": f"document.querySelector('table').className = 'goods{HALF}'",
    "link": f"document.querySelector('td').innerHTML = '<a href=/lamp?{HALF}>Lamp {HALF}</a>'",
    "dialog": f"alert('{HALF}')",
    "print": f"console.log('{HALF}'); throw new Error('{HALF}')",
    "option": f"document.body.insertAdjacentHTML('beforeend', '<select><option>{HALF}<option>b</select>')",
}


@pytest.mark.sampled(12)
@pytest.mark.browser
@pytest.mark.parametrize("place", PLACES)
async def test_half_an_emoji(place: str, site_server: SiteServer, tmp_path: Path) -> None:
    """Wherever it stands, the answer is whole, and the report, the trace and the rows are readable UTF-8."""
    with_script(site_server, PLACES[place])
    done, _ = await run(site_server, tmp_path)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE), done.result.error
    assert not [text for text in done.result.warnings if "could not be written" in text]
    assert json.loads((done.folder / "run.json").read_text())["exit"] == 0
    for name in ("report.html", "trace.jsonl", "journal.jsonl"):
        assert (done.folder / name).read_text(encoding="utf-8")
    done.result.to_json().encode()


@pytest.mark.proof
@pytest.mark.browser
async def test_half_an_emoji_in_what_is_missing(site_server: SiteServer, tmp_path: Path) -> None:
    """A failure that quotes the page is told, and the report is written."""
    site_server.page("/", f"<p>Nothing<script>document.title = '{HALF}'; document.body.append('x{HALF}')</script>")
    done, _ = await run(site_server, tmp_path)
    assert done.result.exit == 1
    "".join(done.result.error).encode()
    assert (done.folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.browser
async def test_a_report_that_fails_is_a_warning(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks the report, the answer and the exit code stay, and the run is at its end."""

    def fail(*_: object, **__: object) -> None:
        raise UnicodeEncodeError("utf-8", "\ud83d", 0, 1, "surrogates not allowed")

    listing(site_server, lambda _: None)
    monkeypatch.setattr(closing, "write_report", fail)
    done, _ = await run(site_server, tmp_path)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE), done.result.error
    assert any("the report could not be written" in text for text in done.result.warnings)
    assert json.loads((done.folder / "run.json").read_text())["exit"] == 0


@pytest.mark.browser
def test_the_answer_comes_before_the_report(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a person waits for is printed before anything is written that could fail or take long."""
    printed: list[str] = []
    listing(site_server, lambda _: None)
    write = closing.write_report

    def noted(*given: Any, **named: Any) -> None:
        printed.append(capsys.readouterr().out)
        write(*given, **named)

    monkeypatch.setattr(closing, "write_report", noted)
    path = tmp_path / "goods.yaml"
    path.write_text(CHORE % site_server.url)
    with pytest.raises(SystemExit) as left:
        main(["run", str(path), "--project", str(tmp_path)])
    assert left.value.code == 0
    assert printed == [f"{PAGES * PER_PAGE}\n"]
    assert capsys.readouterr().out == ""


def test_pairs_are_joined() -> None:
    """Two halves that belong together are one sign; a half alone is the sign for what can't be shown."""
    assert surrogates.well_formed("a\ud83d\ude00b") == "a😀b"
    assert surrogates.well_formed("\ude00\ud83d") == "\ufffd\ufffd"
    assert surrogates.well_formed_json({"k\ud83d": ["\ud83d", 1, None]}) == {"k\ufffd": ["\ufffd", 1, None]}
