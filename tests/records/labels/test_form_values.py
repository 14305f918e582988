"""What the controls of a record's form hold goes before what the form says around them."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("note", ["Call first", ""])
async def test_a_remark_of_a_form_is_no_value_of_its_fields(
    observe: Callable[[str], Awaitable[PageView]], spec: Callable[..., ListingSpec], note: str
):
    """Below the box for a day stands "Note: you are ahead of the server's time", and the record has a note."""
    html = (
        "<h1>Order 7</h1><form method=post><div><label for=p>Placed:</label> <input id=p value=2025-03-01>"
        "<div class=help>Note: You are 6 hours ahead of server time.</div></div>"
        f"<div><label for=n>Note:</label> <input id=n value='{note}'></div><button>Save</button></form>"
    )
    got = read(await observe(html), spec({"note": "text", "placed": "date"}, kind="page"))
    assert got.records[0].values["note"] == (note or None)
    assert str(got.records[0].values["placed"]) == "2025-03-01"
    assert not got.remarks
