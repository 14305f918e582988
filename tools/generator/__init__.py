"""Makes labelled pages by chance that can be repeated: layout, noise, locale, rows and labels from one seed."""

from tools.generator.layouts import LAYOUTS
from tools.generator.site import Generated, page

__all__ = ["LAYOUTS", "Generated", "page"]
