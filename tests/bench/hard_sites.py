"""Local sites that make going back hard: each with a start, and the words that a walk follows on it."""

from dataclasses import dataclass

from tests.conftest import Asked, Reply, SiteServer


@dataclass(frozen=True, slots=True)
class Walk:
    """A site, where a walk on it begins, and the words on what is clicked, one after another."""

    name: str
    start: str
    words: tuple[str, ...]


SITES = (
    Walk("rooms", "/rooms", ("kitchen", "pantry", "shelf")),
    Walk("shop", "/shop", ("Garden", "Tools", "Spades", "Steel spade", "Reviews", "Write one", "Rules")),
    Walk("forum", "/forum/1", ("Next", "Next", "Next", "Next", "Next", "Sort", "Newest")),
    Walk("shuffled", "/desk/1", ("Onward", "Onward", "Onward", "Onward", "Details", "More details")),
    Walk("growing", "/feed", ("Archive", "March", "scroll", "scroll")),
    Walk("wizard", "/wizard/1", ("Next step", "Next step", "Next step", "type Name", "Preview")),
    Walk("cart", "/things", ("Kitchen", "Pans", "Iron pan", "Add to cart", "Shout")),
    Walk("graph", "/graph", ("Board", "Card 7", "History", "Archive card", "Fold")),
    Walk("account", "/account", ("Settings", "Privacy", "Advanced", "Show all", "Compare")),
)


def page(title: str, body: str, script: str = "") -> str:
    """A page with its heading."""
    return f"<title>{title}</title><h1>{title}</h1>{body}" + (f"<script>{script}</script>" if script else "")


def links(*pairs: tuple[str, str]) -> str:
    """A list of links."""
    return "<ul>" + "".join(f"<li><a href='{to}'>{words}</a></li>" for words, to in pairs) + "</ul>"


ROOMS = """const rooms = {hall: ["kitchen", "cellar"], kitchen: ["pantry", "hall"], pantry: ["shelf"], cellar: [], shelf: []};
function show(room) {
  at.innerHTML = `<h2>${room}</h2>` + rooms[room].map(one => `<button>${one}</button>`).join(" ");
  for (const button of at.querySelectorAll("button")) button.onclick = () => show(button.textContent);
}
show("hall");"""

PRODUCT = """const tabs = {Reviews: "<h2>Reviews</h2><p>Four.</p><button id=write>Write one</button>", Facts: "<h2>Facts</h2>"};
for (const tab of document.querySelectorAll("[role=tab]")) tab.onclick = () => {
  panel.innerHTML = tabs[tab.textContent];
  const write = document.getElementById("write");
  if (write) write.onclick = () => { panel.insertAdjacentHTML("beforeend",
    "<div role=dialog aria-label='Your review'><p>Be kind.</p><button onclick=\\"rules.textContent = 'No rules.'\\">Rules</button><p id=rules></p></div>"); };
};"""

SHUFFLE = """const words = ["News", "About", "Jobs", "Press", "Help"].sort(() => Math.random() - 0.5);
side.innerHTML = words.map(word => `<li><a href="/side/${word}">${word}</a></li>`).join("");
if (Math.random() < 0.6) banner.innerHTML = "<a href='/offer'>An offer, today only</a> <button>Close</button>";
const details = document.getElementById("details");
details.onclick = () => { at.innerHTML = "<h2>Details</h2><button id=more>More details</button>";
  more.onclick = () => { at.innerHTML = "<h2>More details</h2>"; }; };"""

GROWING = """let shown = 0;
function more() { for (let n = 0; n < 20; n++) list.insertAdjacentHTML("beforeend", `<li style='height:60px'>Entry <a href='/entry/${++shown}'>number ${shown}</a></li>`); }
more();
addEventListener("scroll", () => { if (innerHeight + scrollY > document.body.scrollHeight - 50 && shown < 100) more(); });"""


def serve(site: SiteServer) -> None:
    """Serve all of them."""
    site.page("/away", page("Away", "<p>Somewhere else.</p>"))
    site.page("/rooms", page("Rooms", "<main id=at></main>", ROOMS))
    site.page("/shop", page("Shop", links(("Garden", "/shop/garden"), ("Kitchen", "/shop/kitchen"))))
    site.page("/shop/garden", page("Garden", links(("Tools", "/shop/tools"), ("Plants", "/shop/plants"))))
    site.page("/shop/tools", page("Tools", links(("Spades", "/shop/spades"), ("Rakes", "/shop/rakes"))))
    site.page("/shop/spades", page("Spades", links(("Steel spade", "/shop/spade/1"), ("Toy spade", "/shop/spade/2"))))
    body = (
        "<div role=tablist><button role=tab>Facts</button><button role=tab>Reviews</button></div><div id=panel></div>"
    )
    site.page("/shop/spade/1", page("Steel spade", body, PRODUCT))
    site.on("/forum/*", _forum)
    site.on("/desk/*", _desk)
    site.page("/feed", page("Feed", links(("Archive", "/feed/archive"), ("Today", "/feed/today"))))
    site.page("/feed/archive", page("Archive", links(("March", "/feed/march"), ("April", "/feed/april"))))
    site.page("/feed/march", page("March", "<ul id=list></ul>", GROWING))
    site.on("/wizard/*", _wizard)
    site.page("/things", page("Things", links(("Kitchen", "/things/kitchen"), ("Bath", "/things/bath"))))
    site.page("/things/kitchen", page("Kitchen", links(("Pans", "/things/pans"), ("Pots", "/things/pots"))))
    site.page("/things/pans", page("Pans", links(("Iron pan", "/things/pan"), ("Log out", "/logout"))))
    cart = """<h2 id=state>empty</h2><a href="#" onclick="fetch('/cart/add', {method: 'POST', body: 'x'}); state.textContent = 'asked'; return false">Add to cart</a>
    <button onclick="state.textContent += '!'">Shout</button> <form method=post action=/things/pan/delete><button>Delete</button></form>"""
    site.page("/things/pan", page("Iron pan", cart))
    site.page("/graph", page("Graph", links(("Board", "/graph/board"))))
    site.page("/graph/board", page("Board", links(("Card 7", "/graph/card/7"), ("Card 8", "/graph/card/8"))))
    site.page("/graph/card/7", page("Card 7", links(("History", "/graph/card/7/history"))))
    mutation = """<h2 id=state>open</h2><button onclick="fetch('/graphql', {method: 'POST', headers: {'content-type': 'application/json'},
      body: JSON.stringify({query: 'mutation { archive(id: 7) { id } }'})}); state.textContent = 'archived'">Archive card</button>
      <button onclick="state.textContent += ' (folded)'">Fold</button>"""
    site.page("/graph/card/7/history", page("History of card 7", mutation))
    site.page("/account", page("Account", links(("Settings", "/account/settings"), ("Log out", "/logout"))))
    site.page("/account/settings", page("Settings", links(("Privacy", "/account/privacy"), ("Mail", "/account/mail"))))
    site.page("/account/privacy", page("Privacy", links(("Advanced", "/account/advanced"), ("Log out", "/logout"))))
    fold = """<button onclick="at.hidden = false">Show all</button><div id=at hidden><h2>All</h2>
      <button onclick="beside.textContent = 'Compared with the defaults.'">Compare</button><p id=beside></p></div>"""
    site.page("/account/advanced", page("Advanced", fold))


def _forum(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2])
    threads = links(*((f"Thread {number}-{n}", f"/thread/{number}/{n}") for n in range(5)))
    menu = """<button onclick="menu.hidden = false">Sort</button><div id=menu hidden role=menu>
      <button onclick="order.textContent = 'Newest first'">Newest</button></div><h2 id=order>Oldest first</h2>"""
    return Reply(page(f"Forum, page {number}", f"{menu}{threads}<a href='/forum/{number + 1}'>Next</a>"))


def _desk(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2])
    body = f"<div id=banner></div><aside><ul id=side></ul></aside><main><h2>Desk {number}</h2><a href='/desk/{number + 1}'>Onward</a>"
    return Reply(page("Desk", f"{body} <button id=details>Details</button><div id=at></div></main>", SHUFFLE))


def _wizard(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2])
    if number < 4:
        return Reply(page(f"Step {number}", links(("Next step", f"/wizard/{number + 1}"), ("Give up", "/away"))))
    form = """<form onsubmit="return false"><label>Name <input name=n></label>
      <button type=button onclick="out.textContent = 'Hello ' + document.querySelector('input').value">Preview</button></form><h2 id=out></h2>"""
    return Reply(page("Step 4", form))
