"""What the studio shows is read in the language that the page says it is in."""

from typing import Any, cast

import pytest

from tests.records.conftest import build
from webdart.studio.clicks import Trail
from webdart.studio.scene import Scene
from webdart.values import replace

_DAYS = "".join(f"<tr><td>Lamp {n}</td><td>{n} января 2024 г.</td></tr>" for n in range(1, 7))
_PAGE = f"<html lang=ru><title>Lamps</title><table><tr><th>Name</th><th>Since</th></tr>{_DAYS}</table>"


@pytest.mark.parametrize(("given", "locale", "kind"), [("", "ru", "date"), ("en-US", "en-US", "text")])
async def test_a_page_is_read_in_its_language(given: str, locale: str, kind: str):
    view = replace(build(_PAGE, url="https://s.example/lamps"), language="ru")
    scene = Scene(cast("Any", None), given, Trail(view.url), lambda _: None, view=view)
    sight = await scene.look()
    fields = {field.name: field.type.kind for field in sight.sighting.found[0].extract.fields}
    assert (scene.locale, sight.sighting.locale, fields["since"]) == (locale, locale, kind)
