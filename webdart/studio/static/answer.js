// A run: its progress, then its answer with everything that speaks against it.

import { byId, fill, make, plural } from "./dom.js";

const ENDS = { 0: "answered", 3: "answered, with doubts", 4: "refused by policy", 2: "the file is wrong" };

export class Answer {
  constructor(send) {
    this.send = send;
    this.runs = false;
  }

  running() {
    this.runs = true;
    this.since = performance.now();
    byId("run").textContent = "■ Stop";
    fill(byId("outcome"), []);
    byId("progress").textContent = "running…";
  }

  progress(message) {
    byId("progress").textContent = `${message.what}: ${message.text}`;
  }

  ended() {
    this.runs = false;
    byId("run").textContent = "▶ Run";
    byId("progress").textContent = "";
  }

  stopped() {
    this.ended();
    byId("progress").textContent = "stopped";
  }

  outcome(message) {
    this.ended();
    const seconds = ((performance.now() - this.since) / 1000).toFixed(1);
    const good = message.exit === 0;
    const said = ENDS[message.exit] ?? "failed";
    const read = message.pages === undefined ? "" : ` · ${plural(message.pages, "page")} opened in ${seconds} s`;
    const parts = [make("p", { class: `verdict ${good ? "good" : "bad"}`, "data-exit": message.exit }, `${said}${read}`)];
    for (const line of message.error ?? []) parts.push(make("pre", { class: "doubt" }, line));
    for (const table of message.tables ?? []) {
      const stated = table.stated === null || table.stated === undefined ? "" : ` of ${table.stated} stated`;
      parts.push(make("p", { class: "hint" }, `${table.name}: ${plural(table.rows, "row")}${stated}, ${table.verdict}`));
    }
    for (const push of message.pushdowns ?? []) parts.push(make("p", { class: "hint" }, `${push.control}: ${push.does} – ${push.verdict}`));
    if (message.answer) parts.push(rows(message.answer));
    fill(byId("outcome"), parts);
    byId("outcome").focus();
  }
}

function rows(answer) {
  const cell = (value) => make("td", { class: typeof value === "number" ? "number" : "", title: typeof value === "string" ? value : null },
    value === null ? make("i", { class: "hint" }, "NULL") : typeof value === "object" ? JSON.stringify(value) : value);
  const more = answer.count > answer.rows.length ? ` (the first ${answer.rows.length})` : "";
  return make("div", { class: "rows", tabindex: 0, role: "region", "aria-label": "Rows of the answer" },
    make("table", {}, make("caption", {}, `${plural(answer.count, "row")}${more}`),
      make("thead", {}, make("tr", {}, ...answer.columns.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...answer.rows.map((row) => make("tr", {}, ...row.map(cell))))));
}
