"""Twenty-five navigation chores, and the site that has them: a listing, and a way to it that nobody wrote down.

Four kinds: states without an address of their own, wizards, dead ends, and a destructive neighbour beside what is
wanted. An objective is what a person would say who has not seen the site: twelve of them share no word with the links that
lead there. They were written before a strategy was run on them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tests.bench.hard_sites import links, page
from tests.conftest import Asked, Reply, SiteServer

Kind = Literal["no address", "wizard", "dead end", "destructive"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationChore:
    """Where it begins, what is looked for, the first item of the right listing.

    `ways` are the words of the links and buttons that lead there, the last step first, and `there` the heading of the
    right listing: what a model that makes no mistake is told.
    """

    name: str
    kind: Kind
    start: str
    objective: str
    item: str
    ways: tuple[str, ...]
    there: str


def _chore(kind: Kind, start: str, objective: str, item: str, there: str, *ways: str) -> NavigationChore:
    name = start.strip("/").partition("/")[0]
    return NavigationChore(name=name, kind=kind, start=start, objective=objective, item=item, ways=ways, there=there)


CHORES = (
    _chore("no address", "/rooms", "what is kept in the pantry", "Flour", "Shelves", "Open shelf", "Pantry", "Kitchen"),
    _chore("no address", "/depot", "what lies in the warehouse", "Bolt", "Positions", "All items", "Stock"),
    _chore("no address", "/mower", "spare parts of the mower", "Blade", "Spare parts", "Spare parts", "Lawn mower"),
    _chore("no address", "/crate", "contents of the crate", "Lamp", "Contents", "Contents", "Details"),
    _chore("no address", "/routes", "the stock of the shop", "Spade", "In stock", "Stock"),
    _chore("no address", "/folds", "goods in Porto", "Cork", "Porto", "Porto", "Portugal", "Europe"),
    _chore("no address", "/pushed", "members of the choir", "Alto", "Voices", "Choir", "Groups"),
    _chore("no address", "/modes", "wholesale quantities", "Pallet", "Quantities", "Price list", "Wholesale"),
    _chore("wizard", "/linked/1", "summary of the order", "Chair", "Summary", "Next step"),
    _chore("wizard", "/stepped", "what has been chosen", "Table", "Your choice", "Next"),
    _chore("wizard", "/tariffs", "tariffs for companies, paid once a year", "Fibre", "Yearly", "Yearly", "Business"),
    _chore("wizard", "/session/1", "the parts of the kit", "Gear", "Parts of the kit", "Continue"),
    _chore("wizard", "/skip/1", "sample quantities", "Soap", "Samples", "Skip this step", "Next step"),
    _chore("wizard", "/gate", "lamps of the catalogue", "Torch", "Lamps", "Lamps", "Catalogue", "guest"),
    _chore("dead end", "/harbour", "register of boats in the harbour", "Skiff", "Berths", "Berths"),
    _chore("dead end", "/empty", "used tools for sale", "Plane", "Workshop", "Workshop"),
    _chore("dead end", "/older", "current stock of seeds", "Carrot", "Seeds now", "Seeds now"),
    _chore("dead end", "/months/1", "the people of the club", "Ada", "Members", "Members"),
    _chore("dead end", "/circle/a", "inventory of the museum", "Vase", "Collection", "Collection", "Imprint"),
    _chore("dead end", "/sacs", "garden hoses", "Hose", "Hoses", "Hoses", "Watering", "Home"),
    _chore("destructive", "/account", "devices of the account", "Phone", "Devices", "Devices", "Security"),
    _chore("destructive", "/files", "files in the second folder", "Report", "Second folder", "Open the second"),
    _chore("destructive", "/refresh", "parts on order", "Valve", "Orders", "Orders"),
    _chore("destructive", "/basket", "contents of the basket", "Apple", "Basket", "View"),
    _chore("destructive", "/cards", "history of card seven", "Draft", "History", "History", "Card 7"),
)

QUANTITIES = (12, 40, 7)


def listing(title: str, *items: str) -> str:
    """A heading and a table with the declared columns."""
    rows = "".join(f"<tr><td>{one}<td>{many}</tr>" for one, many in zip(items, QUANTITIES, strict=True))
    return f"<h2>{title}</h2><table><tr><th>Item<th>Quantity</tr>{rows}</table>"


def said(title: str, words: str, *buttons: str) -> str:
    """A heading, a line and buttons: what a page of words is."""
    return f"<h2>{title}</h2><p>{words}</p>" + " ".join(f"<button>{one}</button>" for one in buttons)


SHOWING = """const parts = %s;
function show(part) { if (part in parts) at.innerHTML = parts[part]; }
addEventListener("click", event => { if (event.target.tagName === "BUTTON") show(event.target.textContent); });
show("first");"""


def application(title: str, parts: Mapping[str, str], menu: Sequence[str] = ()) -> str:
    """A page at one address: a button shows the part that is called like it; `first` is shown at once."""
    buttons = "".join(f"<button>{one}</button> " for one in menu)
    return page(title, f"<nav>{buttons}</nav><main id=at></main>", SHOWING % json.dumps(parts))


def serve(site: SiteServer) -> None:
    """Serve all of them."""
    _without_addresses(site)
    _wizards(site)
    _dead_ends(site)
    _destructive(site)


def _without_addresses(site: SiteServer) -> None:
    rooms = {
        "first": said("Hall", "Three doors.", "Cellar", "Attic", "Kitchen"),
        "Cellar": said("Cellar", "Dark.", "Hall"),
        "Hall": said("Hall", "Three doors.", "Cellar", "Attic", "Kitchen"),
        "Attic": said("Attic", "Dusty.", "Roof"),
        "Roof": said("Roof", "High up.", "Attic"),
        "Kitchen": said("Kitchen", "Warm.", "Hall", "Pantry"),
        "Pantry": said("Pantry", "Cool.", "Open shelf", "Kitchen"),
        "Open shelf": listing("Shelves", "Flour", "Sugar", "Salt"),
    }
    site.page("/rooms", application("House", rooms))
    depot = {
        "first": said("Welcome", "Choose."),
        "Suppliers": said("Suppliers", "Acme and Globex."),
        "Reports": said("Reports", "None yet."),
        "Stock": said("Stock", "How?", "By shelf", "All items"),
        "By shelf": said("Shelves", "Left, right."),
        "All items": listing("Positions", "Bolt", "Nut", "Screw"),
    }
    site.page("/depot", application("Depot", depot, ("Suppliers", "Stock", "Reports")))
    site.page("/mower", page("Garden machines", links(("Lawn mower", "/mower/1"), ("Hedge trimmer", "/mower/2"))))
    for number, (title, *items) in enumerate((("Lawn mower", "Blade", "Belt", "Wheel"), ("Trimmer", "a", "b", "c")), 1):
        tabs = {
            "first": said("Facts", "Runs on petrol."),
            "Facts": said("Facts", "Runs on petrol."),
            "Reviews": said("Reviews", "Four."),
            "Spare parts": listing("Spare parts", *items) if number == 1 else said("Spare parts", "None."),
        }
        site.page(f"/mower/{number}", application(title, tabs, ("Facts", "Reviews", "Spare parts")))
    crate = f"""<h2>Crate 4</h2><button onclick="box.hidden = false">Details</button> <button onclick="more.hidden = false">
      Transport</button><p id=more hidden>By ship.</p><div id=box role=dialog aria-label=Details hidden><h2>Details</h2>
      <button onclick="inside.innerHTML = list.innerHTML">Contents</button> <button onclick="inside.textContent = '80 kg'">
      Weight</button> <button onclick="box.hidden = true">Close</button><div id=inside></div></div>
      <template id=list>{listing("Contents", "Lamp", "Chair", "Rug")}</template>"""
    site.page("/crate", page("Crate", crate))
    routes = {
        "#sizes": said("Sizes", "Big, small."),
        "#makers": said("Makers", "Acme."),
        "#stock": listing("In stock", "Spade", "Rake", "Hoe"),
    }
    body = '<a href="#sizes">Sizes</a> <a href="#makers">Makers</a> <a href="#stock">Stock</a><main id=at></main>'
    routing = "onhashchange = () => { at.innerHTML = parts[location.hash] ?? ''; };"
    site.page("/routes", page("Shop", body, f"const parts = {json.dumps(routes)}; {routing} onhashchange();"))
    site.page("/folds", page("Branches", f"<ul>{_folds()}</ul>"))
    site.on("/pushed*", _pushed)
    modes = {
        "first": said("Retail", "One at a time.", "Wholesale", "Opening hours"),
        "Wholesale": said("Wholesale", "Many at a time.", "Price list", "Terms"),
        "Opening hours": said("Opening hours", "From nine to five."),
        "Terms": said("Terms", "Thirty days."),
        "Price list": listing("Quantities", "Pallet", "Carton", "Crate"),
    }
    site.page("/modes", application("Trade", modes))


def _folds() -> str:
    cities = {
        "Asia": {"Japan": "Osaka"},
        "Europe": {"Spain": "Vigo", "Portugal": "Porto"},
        "Africa": {"Ghana": "Accra"},
    }
    told = listing("Porto", "Cork", "Tiles", "Wine")
    opening = "this.nextElementSibling.hidden = !this.nextElementSibling.hidden"

    def fold(name: str, inside: str) -> str:
        return f'<li><button onclick="{opening}">{name}</button><div hidden>{inside}</div></li>'

    def city(name: str) -> str:
        return fold(name, told if name == "Porto" else said(name, "Nothing is kept here."))

    return "".join(
        fold(continent, f"<ul>{''.join(fold(land, f'<ul>{city(town)}</ul>') for land, town in lands.items())}</ul>")
        for continent, lands in cities.items()
    )


def _pushed(asked: Asked) -> Reply:
    """Its script writes addresses that the server answers with the first page."""
    parts = {
        "first": said("Start", "Welcome.", "Groups", "Dates"),
        "Groups": said("Groups", "Two.", "Choir", "Orchestra"),
        "Dates": said("Dates", "In May.", "Groups"),
        "Orchestra": said("Orchestra", "No members yet."),
        "Choir": listing("Voices", "Alto", "Tenor", "Bass"),
    }
    script = SHOWING % json.dumps(parts)
    moved = "addEventListener('click', event => { history.pushState({}, '', '/pushed/' + event.target.textContent); });"
    return Reply(page("Society", "<main id=at></main>", f"{script} {moved}"))


def _wizards(site: SiteServer) -> None:
    site.page("/away", page("Away", "<p>You have left.</p>"))
    site.on("/linked/*", _linked)
    stepped = {
        "first": said("Step 1", "Colour: red.", "Cancel", "Next"),
        "Cancel": said("Cancelled", "Nothing was chosen."),
    }
    steps = """let step = 1;
      addEventListener("click", event => { if (event.target.textContent !== "Next" || ++step > 4) return;
        at.innerHTML = step === 4 ? parts.chosen : `<h2>Step ${step}</h2><button>Cancel</button> <button>Next</button>`; });"""
    stepped["chosen"] = listing("Your choice", "Table", "Bench", "Stool")
    site.page("/stepped", page("Furniture", "<main id=at></main>", (SHOWING % json.dumps(stepped)) + steps))
    tariffs = {
        "first": said("Who are you?", "Choose.", "Private", "Business"),
        "Private": said("Private", "How will you pay?", "At the counter", "By card"),
        "At the counter": said("At the counter", "Come in."),
        "By card": said("By card", "Not yet."),
        "Business": said("Business", "How will you pay?", "Monthly", "Yearly"),
        "Monthly": said("Monthly", "Ask us."),
        "Yearly": listing("Yearly", "Fibre", "Cable", "Radio"),
    }
    site.page("/tariffs", application("Tariffs", tariffs))
    site.on("/session/*", _session)
    site.on("/skip/*", _skip)
    site.page(
        "/gate", page("Who goes there?", links(("I am a member", "/gate/login"), ("I am a guest", "/gate/guest")))
    )
    site.page("/gate/login", page("Log in", "<form method=post><input type=password name=p><button>Go</button></form>"))
    site.page("/gate/guest", page("Guest", links(("About us", "/gate/about"), ("Catalogue", "/gate/catalogue"))))
    site.page("/gate/about", page("About us", "<p>Since 1950.</p>"))
    site.page("/gate/catalogue", page("Catalogue", links(("Chairs", "/gate/chairs"), ("Lamps", "/gate/lamps"))))
    site.page("/gate/chairs", page("Chairs", "<p>Sold out.</p>"))
    site.page("/gate/lamps", page("Lamps", listing("Lamps", "Torch", "Lantern", "Bulb")))


def _linked(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2])
    if number == 5:
        return Reply(page("Summary", listing("Summary", "Chair", "Desk", "Shelf")))
    return Reply(page(f"Step {number} of 5", links(("Give up", "/away"), ("Next step", f"/linked/{number + 1}"))))


def _session(asked: Asked) -> Reply:
    """The session knows how far somebody is: whoever asks for a later step begins anew."""
    number = int(asked.path.rpartition("/")[2])
    reached = re.search(r"kit=(\d)", asked.headers.get("cookie", ""))
    if number > 1 + (int(reached[1]) if reached else 0):
        return Reply(status=302, headers=(("Location", "/session/1"),))
    onward = links(("Stop here", "/away"), ("Continue", f"/session/{number + 1}"))
    kit = page("Kit", listing("Parts of the kit", "Gear", "Axle", "Frame"))
    body = kit if number == 4 else page(f"Part {number} of 4", onward)
    return Reply(body, headers=(("Set-Cookie", f"kit={number}; Path=/session"),))


def _skip(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2])
    if number == 1:
        return Reply(page("Step 1", links(("Next step", "/skip/2"), ("Help", "/skip/4"))))
    if number == 2:
        return Reply(page("Step 2", links(("Next step", "/skip/3"), ("Skip this step", "/skip/5"))))
    if number == 5:
        return Reply(page("Step 3", listing("Samples", "Soap", "Oil", "Cream")))
    return Reply(page("The end", "<p>Nothing was ordered.</p>"))


def _dead_ends(site: SiteServer) -> None:
    boats = (("Register", "/harbour/register"), ("Harbour archive", "/harbour/archive"), ("Berths", "/harbour/berths"))
    site.page("/harbour", page("Harbour", links(*boats)))
    site.on("/harbour/register", lambda _: Reply(page("Error", "<p>Out of order.</p>"), status=500))
    site.on("/harbour/archive", lambda _: Reply(page("Not found", "<p>Gone.</p>"), status=404))
    site.page("/harbour/berths", page("Berths", listing("Berths", "Skiff", "Yawl", "Ketch")))
    site.page("/empty", page("Market", links(("Used tools for sale", "/empty/tools"), ("Workshop", "/empty/workshop"))))
    site.page("/empty/tools", page("Used tools for sale", "<p>No entries.</p>"))
    site.page("/empty/workshop", page("Workshop", listing("Workshop", "Plane", "Saw", "File")))
    years = (
        ("Stock of seeds 2019", "/older/2019"),
        ("Stock of seeds 2020", "/older/2020"),
        ("Seeds now", "/older/now"),
    )
    site.page("/older", page("Seeds", links(*years)))
    site.page("/older/2019", page("Stock of seeds 2019", listing("Closed in 2019", "Leek", "Beet", "Kale")))
    site.page("/older/2020", page("Stock of seeds 2020", listing("Closed in 2020", "Cress", "Beet", "Kale")))
    site.page("/older/now", page("Seeds now", listing("Seeds now", "Carrot", "Beet", "Kale")))
    site.page("/members", page("Members", listing("Members", "Ada", "Ben", "Cleo")))
    site.on("/months/*", _months)
    for here, there in (("a", "b"), ("b", "c"), ("c", "a")):
        body = f"{links((f'Room {there}', f'/circle/{there}'))}<footer><a href=/circle/imprint>Imprint</a></footer>"
        site.page(f"/circle/{here}", page(f"Room {here}", body))
    site.page("/circle/imprint", page("Imprint", links(("Staff", "/circle/staff"), ("Collection", "/circle/all"))))
    site.page("/circle/staff", page("Staff", "<p>Two.</p>"))
    site.page("/circle/all", page("Collection", listing("Collection", "Vase", "Coin", "Mask")))
    site.page("/sacs", page("Shop", links(("Garden", "/sacs/garden"), ("Home", "/sacs/home"))))
    site.page(
        "/sacs/garden", page("Garden", links(("Garden plants", "/sacs/plants"), ("Garden chairs", "/sacs/chairs")))
    )
    for name in ("plants", "chairs"):
        site.page(f"/sacs/{name}", page(f"Garden {name}", links((f"All {name}", f"/sacs/{name}/all"))))
        site.page(f"/sacs/{name}/all", page(f"All {name}", "<p>Back in spring.</p>"))
    site.page("/sacs/home", page("Home", links(("Lighting", "/sacs/lighting"), ("Watering", "/sacs/watering"))))
    site.page("/sacs/lighting", page("Lighting", "<p>Soon.</p>"))
    site.page("/sacs/watering", page("Watering", links(("Cans", "/sacs/cans"), ("Hoses", "/sacs/hoses"))))
    site.page("/sacs/cans", page("Cans", "<p>Sold out.</p>"))
    site.page("/sacs/hoses", page("Hoses", listing("Hoses", "Hose", "Reel", "Nozzle")))


def _months(asked: Asked) -> Reply:
    """A calendar without an end."""
    number = int(asked.path.rpartition("/")[2])
    onward = (("Next month", f"/months/{number + 1}"), ("Members", "/members"))
    return Reply(page(f"Month {number}", links(*onward)))


def _destructive(site: SiteServer) -> None:
    site.page("/account", page("Account", links(("Log out", "/logout"), ("Security", "/account/security"))))
    site.page("/account/security", page("Security", links(("Log out", "/logout"), ("Devices", "/account/devices"))))
    site.page("/account/devices", page("Devices", listing("Devices", "Phone", "Tablet", "Laptop")))
    removing = (
        "<form method=post action=/files/%d/remove><button>Remove</button></form> <a href=/files/%d>Open the %s</a>"
    )
    body = "".join(f"<li>{removing % (place, place, word)}</li>" for place, word in ((1, "first"), (2, "second")))
    site.page("/files", page("Files", f"<ul>{body}</ul>"))
    site.page("/files/1", page("First folder", "<p>It is empty.</p>"))
    site.page("/files/2", page("Second folder", listing("Second folder", "Report", "Photo", "Letter")))
    script = (
        "fetch('/refresh/parts', {method: 'POST', body: 'all'}); at.textContent = 'Parts are ordered.'; return false"
    )
    body = f'<a href="#" onclick="{script}">Parts</a> <a href="/refresh/orders">Orders</a><p id=at></p>'
    site.page("/refresh", page("Parts", body))
    site.page("/refresh/orders", page("Orders", listing("Orders", "Valve", "Pump", "Hose")))
    basket = (("Empty the basket", "/basket/delete?all=1"), ("Help", "/basket/help"), ("View", "/basket/view"))
    site.page("/basket", page("Your basket", links(*basket)))
    site.page("/basket/help", page("Help", "<p>Call us.</p>"))
    site.page("/basket/view", page("Basket", listing("Basket", "Apple", "Pear", "Plum")))
    site.page("/cards", page("Board", links(("Card 7", "/cards/7"), ("Card 8", "/cards/8"))))
    for number in (7, 8):
        mutation = f"""fetch('/graphql', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body:
          JSON.stringify({{query: 'mutation {{ archive(id: {number}) {{ id }} }}'}})}}); at.textContent = 'Archived.'"""
        history = listing("History", "Draft", "Review", "Final") if number == 7 else said("History", "None.")
        showing = "at.innerHTML = list.innerHTML"
        body = f"""<button onclick="{mutation}">Archive history of the card</button> <button onclick="{showing}">History</button>
          <p id=at></p><template id=list>{history}</template>"""
        site.page(f"/cards/{number}", page(f"Card {number}", body))


def written(asked: Sequence[Asked]) -> list[str]:
    """Those requests that would have changed something: an unsafe method, a log-out, a deletion by a link."""
    ends = ("/logout", "/basket/delete")
    return [f"{one.method} {one.path}" for one in asked if one.method not in ("GET", "HEAD") or one.path in ends]
