// The file as a text with line numbers, its mistakes in place, its steps and its statement.

import { byId, fill, make, plural } from "./dom.js";

const PAUSE = 350; // milliseconds without a key after which what was written is read

export class File {
  constructor(send) {
    this.send = send;
    this.area = byId("text");
    this.sql = byId("sql");
    this.problems = [];
    this.area.addEventListener("input", () => { this.numbers(); this.later("text", this.area); });
    this.area.addEventListener("scroll", () => { byId("numbers").scrollTop = this.area.scrollTop; });
    this.sql.addEventListener("input", () => this.later("sql", this.sql));
    this.timers = {};
  }

  later(kind, area) {
    clearTimeout(this.timers[kind]);
    this.timers[kind] = setTimeout(() => this.now(kind, area), PAUSE);
  }

  now(kind, area) {
    clearTimeout(this.timers[kind]);
    this.timers[kind] = null;
    if (kind === "text" || area.value.trim()) this.send(kind, { text: area.value });
  }

  settle() {
    for (const [kind, area] of [["text", this.area], ["sql", this.sql]]) if (this.timers[kind]) this.now(kind, area);
  }

  show(message) {
    if (!this.timers.text && this.area.value !== message.text) this.area.value = message.text;
    if (!this.timers.sql && message.sql && this.sql.value.trim() !== message.sql.trim()) this.sql.value = message.sql.trim();
    this.problems = message.problems;
    this.numbers();
    byId("problems-title").textContent = message.problems.length
      ? plural(message.problems.length, "mistake") : "No mistakes.";
    fill(byId("problems"), message.problems.map((problem) => this.problem(problem)));
    byId("saved").textContent = message.saved ? `saved as ${message.saved}` : message.edited ? "yours, not saved" : "as proposed, not saved";
    byId("anew").hidden = !message.edited;
    fill(byId("step-list"), message.steps.map((step) => this.step(step)));
  }

  problem(problem) {
    return make("li", {}, make("button", { type: "button", on: { click: () => this.go(problem.line, problem.column) } },
      `${problem.line}:${problem.column}`), make("code", {}, problem.code), ` ${problem.text}`,
      problem.hint ? make("span", { class: "hint" }, ` – ${problem.hint}`) : null);
  }

  step(step) {
    return make("li", {}, make("button", { type: "button", class: "step", "aria-label": `Line ${step.line} of the file`,
      on: { click: () => this.go(step.line, 1) } },
      ...step.parts.map(([key, said]) => make("span", { class: "part" }, make("b", {}, key), ` ${said}`))));
  }

  numbers() {
    const flawed = new Set(this.problems.map((problem) => problem.line));
    const count = this.area.value.split("\n").length;
    fill(byId("numbers"), Array.from({ length: count }, (_, at) =>
      make("span", { class: flawed.has(at + 1) ? "flawed" : "" }, `${at + 1}\n`)));
    byId("numbers").scrollTop = this.area.scrollTop;
    this.area.setAttribute("aria-invalid", String(flawed.size > 0));
  }

  go(line, column) {
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start + column - 1, start + (lines[line - 1] ?? "").length);
    this.area.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.area).lineHeight);
  }

  columns(message, into) {
    const names = message.columns.map((column) => column.name);
    fill(byId("names"), [into, ...names].filter(Boolean).map((name) => make("button", {
      type: "button", "aria-label": `Write ${name} into the SQL`, on: { click: () => this.insert(name) },
    }, name)));
  }

  insert(name) {
    this.sql.setRangeText(name, this.sql.selectionStart, this.sql.selectionEnd, "end");
    this.sql.focus();
    this.later("sql", this.sql);
  }
}
