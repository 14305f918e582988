// What is doubtful about the latest run: each doubt with what settles it, and its cells, a click away from their page.

import { byId, fill, make, plural } from "./dom.js";

const FEW = 6; // cells that are listed before a person asks for all

export class Doubts {
  constructor(send) {
    this.send = send;
  }

  show(message) {
    const count = message.doubts.length;
    byId("doubtful").hidden = count === 0;
    byId("doubtful-title").textContent = `Doubtful in the latest run: ${plural(count, "doubt")}`;
    fill(byId("doubtful-list"), message.doubts.map((doubt) => this.doubt(doubt)));
  }

  doubt(doubt) {
    const cells = doubt.cells.map((cell) => this.cell(doubt, ...cell));
    const rest = cells.splice(FEW);
    const settle = () => this.send("void", { name: doubt.column });
    return make("li", { class: "doubtful" },
      make("p", {}, make("b", {}, doubt.place), ` ${doubt.problem}`),
      cells.length ? make("ul", { class: "cells", "aria-label": `Doubtful cells of ${doubt.place}` }, ...cells) : null,
      rest.length ? make("details", {}, make("summary", {}, `${rest.length} more`), make("ul", { class: "cells" }, ...rest)) : null,
      doubt.remedy ? make("p", { class: "hint" }, `To settle it: ${doubt.remedy}`) : null,
      doubt.kind === "unreadable" ? make("button", { type: "button", on: { click: settle } }, "It means nothing") : null);
  }

  cell(doubt, said, page, text, count) {
    const many = count > 1 ? ` ×${count}` : "";
    if (!page) return make("li", { class: "hint" }, said + many);
    return make("li", {}, make("button", { type: "button", title: page, "aria-label": `Show ${said}${many} on ${page}`,
      on: { click: () => this.send("visit", { page, text, column: doubt.column }) } },
    `${said}${many} `, make("span", { class: "hint" }, place(page))));
  }
}

function place(page) {
  const url = URL.parse?.(page);
  return url ? url.pathname + url.search : page;
}
