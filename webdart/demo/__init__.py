"""Serves a site to try chores on, with nothing but this package.

`serve()` gives a site on loopback with a shop, a forum, an issue tracker, a reference table and a long plain listing.
Its rows follow from a seed and lie in `DemoSite.data`, so that every expected answer can be computed; `DemoSite.log`
and `.writes` say what it received. `Quirks` make it as difficult as real sites are. Standard library only.
"""

from webdart.demo.data import DemoData
from webdart.demo.quirks import Quirks
from webdart.demo.server import DemoSite, LoggedRequest, serve
from webdart.demo.state import Write

__all__ = ["DemoData", "DemoSite", "LoggedRequest", "Quirks", "Write", "serve"]
