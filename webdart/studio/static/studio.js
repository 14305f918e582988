// The studio: joins the connection with the parts of the page.

import { Answer } from "./answer.js";
import { byId, fill, make } from "./dom.js";
import { Doubts } from "./doubts.js";
import { File } from "./file.js";
import { Live } from "./live.js";
import { Login } from "./login.js";
import { Picture } from "./picture.js";
import { Table } from "./table.js";

const MOST_HELD = 50;
const send = (kind, more) => live.send(kind, more);
const picture = new Picture(send);
const table = new Table(send);
const file = new File(send);
const answer = new Answer(send);
const doubts = new Doubts(send);
const login = new Login(send);
let sight = null;
let into = "";
const held = [];

function say(text, kind = "") {
  byId("status").textContent = text;
  byId("status").className = kind;
}

const live = new Live({
  frame: (message) => picture.frame(message),
  arrived: (message) => {
    sight = null;
    picture.spot([]);
    picture.draw(null, []);
    if (document.activeElement !== byId("url")) byId("url").value = message.url;
    byId("title").textContent = message.title;
    byId("busy").hidden = false;
  },
  sight: (message) => {
    sight = message;
    if (document.activeElement !== byId("url")) byId("url").value = message.url;
    byId("title").textContent = message.title;
    byId("busy").hidden = true;
    table.sets(message);
    login.show(message.login);
    if (message.lacking.length) say(message.lacking.join(" "), "bad");
    else say("");
  },
  columns: (message) => {
    picture.draw(sight, message.columns);
    table.show(message, into);
    file.columns(message, into);
    document.body.dataset.ready = "true";
  },
  chore: (message) => {
    into = message.into;
    file.show(message);
    table.rows(message);
  },
  column: (message) => table.mark(message.name),
  doubts: (message) => doubts.show(message),
  spot: (message) => { picture.spot(message.boxes); say(`shown on its page: ${message.text}`); },
  held: (message) => {
    held.unshift(message.text);
    held.length = Math.min(held.length, MOST_HELD);
    byId("held-none").hidden = true;
    fill(byId("held"), held.map((text) => make("li", {}, text)));
  },
  recording: (message) => {
    byId("write").setAttribute("aria-pressed", String(message.on));
    byId("write").textContent = message.on ? "● End recording" : "Record a write";
    if (message.on) say("Fill the form and press its button: what it would send is held, never sent.");
  },
  recorded: (message) => say(`recorded, not sent: ${message.request}`, "good"),
  saved: (message) => say(`saved as ${message.file}`, "good"),
  failure: (message) => { byId("busy").hidden = true; say(message.text, "bad"); },
  running: () => answer.running(),
  progress: (message) => answer.progress(message),
  outcome: (message) => answer.outcome(message),
  stopped: () => answer.stopped(),
}, (taken) => {
  document.body.classList.add("ended");
  say(taken ? "the studio is open in another window" : "webdart studio has ended", "bad");
});

function run() {
  file.settle();
  if (answer.runs) send("stop");
  else send("run", { pages: Number(byId("pages").value) || 0 });
}

function save() {
  file.settle();
  send("save");
}

byId("address").addEventListener("submit", (event) => {
  event.preventDefault();
  byId("busy").hidden = false;
  send("go", { url: byId("url").value });
  byId("stage").focus();
});
byId("back").addEventListener("click", () => send("back"));
byId("look").addEventListener("click", () => send("look"));
byId("anew").addEventListener("click", () => send("anew"));
byId("write").addEventListener("click", () => send("write"));
byId("use").addEventListener("click", () => picture.mode(false));
byId("pick").addEventListener("click", () => picture.mode(true));
byId("run").addEventListener("click", run);
byId("save").addEventListener("click", save);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  if (event.key === "Enter") run();
  else if (event.key === "s") save();
  else return;
  event.preventDefault();
});
