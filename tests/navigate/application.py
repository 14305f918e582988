"""A small application that a search has to find its way in, and the chore that looks for its listing."""

from pathlib import Path

APPLICATION = """<title>Depot</title><h1>Depot</h1><nav><button>Suppliers</button> <button>Stock</button>
<button>Reports</button></nav><main id=at><p>Welcome.</p></main><script>
const stock = [["Bolt", 12], ["Nut", 40], ["Screw", 7], ["Washer", 3]];
const pages = {
  Suppliers: "<h2>Suppliers</h2><ul><li>Acme</li><li>Globex</li></ul>",
  Reports: "<h2>Reports</h2><p>None yet.</p>",
  Stock: "<h2>Stock</h2><button>By shelf</button> <button>All items</button>",
  "By shelf": "<h2>Shelves</h2><p>Left, right.</p>",
  "All items": "<h2>Items</h2><table><tr><th>Item<th>Quantity</tr>" +
    stock.map(([item, quantity]) => `<tr><td>${item}<td>${quantity}</tr>`).join("") + "</table>",
};
document.addEventListener("click", event => {
  if (event.target.tagName === "BUTTON") at.innerHTML = pages[event.target.textContent];
});
</script>"""


def chore(folder: Path, url: str, navigate: str, extract: str) -> Path:
    path = folder / "sought.yaml"
    path.write_text(
        f"""webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{{navigate}}}
  - extract: {{{extract}}}
  - execute: SELECT count(*) AS n FROM items
"""
    )
    return path
