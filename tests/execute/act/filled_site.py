"""A site with one form, and what it was sent."""

from tests.conftest import SiteServer

FORM = "<form method=post action=/add><label>Name <input name=n></label><button>Add</button></form>"

NAMED = """webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        writes: ["POST /add"]
        steps: [{open: /form}, {fill: {Name: Lamp}}, {click: Add}]
%s"""


def sent(site: SiteServer) -> list[bytes]:
    return [asked.body for asked in site.seen("/add")]
