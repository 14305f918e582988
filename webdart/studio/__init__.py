"""Shows a site and what webdart sees of it in a person's own browser, and ends with a workflow file that runs."""

from webdart.studio.job import Job
from webdart.studio.server import Opening, serve

__all__ = ["Job", "Opening", "serve"]
