// The table that the file reads from the page: its columns, to keep, rename, retype or drop; and those it could have.

import { byId, fill, make, plural } from "./dom.js";

const HUES = 8;

export class Table {
  constructor(send) {
    this.send = send;
    this.edited = false;
    this.chosen = 0;
    byId("sets").addEventListener("change", (event) => {
      if (this.edited && !confirm("The file was changed. Write it anew for these records?")) {
        event.target.value = String(this.chosen);
        return;
      }
      send("choose", { set: Number(event.target.value) });
    });
    byId("record").addEventListener("click", () => send("record"));
    byId("return").addEventListener("click", () => send("back"));
  }

  sets(sight) {
    this.chosen = sight.chosen;
    const options = sight.sets.map((set, number) => {
      const stated = set.stated === null ? "" : ` of ${set.stated.toLocaleString("en")}`;
      const under = set.heading ? ` · ${set.heading}` : "";
      return make("option", { value: number, selected: number === sight.chosen },
        `${set.name}: ${set.count}${stated}${under}`);
    });
    fill(byId("sets"), options.length ? options : [make("option", {}, "no listing was recognised")]);
    byId("sets").disabled = options.length < 2;
    fill(byId("controls"), [...this.told(sight.controls), ...sight.controls.map((control, number) =>
      control.options.length ? this.control(control, number) : null).filter(Boolean)]);
    byId("controls-box").hidden = sight.controls.length === 0;
  }

  told(controls) {
    const counts = new Map();
    for (const { options, what, label } of controls) {
      const said = `${what}: ${label || "(without a label)"}`;
      if (!options.length) counts.set(said, (counts.get(said) ?? 0) + 1);
    }
    return [...counts].map(([said, count]) => make("li", {}, count > 1 ? `${said} (${count})` : said));
  }

  control(control, number) {
    const choose = (event) => {
      byId("busy").hidden = false;
      this.send("set", { control: number, option: event.target.value });
    };
    return make("li", {}, make("label", {}, `${control.what}: ${control.label || "(without a label)"}`, make("select", { on: { change: choose } },
      ...control.options.map((option) => make("option", { selected: option === control.value }, option)))));
  }

  show(message, into) {
    const { state } = message;
    byId("record").hidden = state === "record" || message.columns.length === 0;
    byId("record").textContent = state === "reached" ? `Read this page for every record of ${this.left}` : "Open a record's own page";
    byId("return").hidden = state !== "record";
    byId("sets-field").hidden = state === "record";
    byId("table").classList.toggle("of-record", state === "record");
    if (state === "record") byId("rows").textContent = `A record of ${this.left}: what you add is read from each record's own page.`;
    if (state !== "reached") this.left = into;
    byId("spare-title").textContent = state === "record" ? "On this record's own page" : "More columns in these records";
    byId("spare-box").open ||= state === "record";
    const focused = document.activeElement?.dataset?.focus;
    fill(byId("columns"), message.columns.map((column, number) => this.column(column, number, message.kinds)));
    fill(byId("spare"), message.spare.map((column) => this.spare(column)));
    byId("spare-box").hidden = message.spare.length === 0;
    if (focused) document.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  column(column, number, kinds) {
    const { name } = column;
    const change = (kind, more = {}) => this.send(kind, { name, ...more });
    const rename = make("input", {
      value: name, "aria-label": `Name of the column ${name}`, spellcheck: "false", "data-focus": `name-${number}`,
      on: { change: (event) => event.target.value === name || change("rename", { to: event.target.value }) },
    });
    const types = kinds.includes(column.type) ? kinds : [column.type, ...kinds];
    const retype = make("select", {
      "aria-label": `Type of ${name}`, "data-focus": `type-${number}`,
      on: { change: (event) => change("retype", { to: event.target.value }) },
    }, ...types.map((kind) => make("option", { value: kind, selected: kind === column.type }, kind)));
    const drop = make("button", {
      type: "button", class: "drop", "aria-label": `Drop the column ${name}`, title: "Drop",
      on: { click: () => change("drop") },
    }, "×");
    const share = Math.round(column.fill * 100);
    return make("li", { class: `column${column.own ? " own" : ""}`, id: `column-${name}` },
      make("div", { class: "head" }, make("span", { class: `swatch hue${number % HUES}`, "aria-hidden": "true" }),
        rename, retype, drop),
      column.own ? make("p", { class: "hint own-mark" }, "on each record's own page") : null,
      make("ul", { class: "values", "aria-label": `Values of ${name}` },
        ...column.values.map((value) => make("li", { title: value }, value || "—"))),
      make("div", { class: "share" }, make("meter", {
        min: 0, max: 1, low: 0.5, value: column.fill, "aria-label": `Share of the rows that have ${name}`,
      }), ` ${share} % filled`),
      ...column.doubts.map((doubt) => make("p", { class: "doubt" }, doubt)));
  }

  spare(column) {
    const said = column.values.join(" · ");
    return make("li", {}, make("button", {
      type: "button", "aria-label": `Add the column ${column.name}: ${said}`,
      on: { click: () => this.send("add", { place: column.place }) },
    }, "+"), make("span", { class: "spare-name" }, column.name), make("span", { class: "hint", title: said }, said));
  }

  rows(message) {
    this.edited = message.edited;
    byId("rows").textContent = message.failure
      || (message.problems.length ? "" : `${plural(message.rows, "row")} read from this page`);
    fill(byId("doubts"), message.doubts.map((doubt) => make("li", {}, doubt)));
  }

  mark(name) {
    const column = byId(`column-${name}`);
    column?.scrollIntoView({ block: "nearest" });
    column?.querySelector("input")?.focus();
  }
}
