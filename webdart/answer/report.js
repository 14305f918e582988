// Sorts and searches the tables of a report in place. The only script of the page: its hash stands in the page's policy.
"use strict";
const FEW = 10; // rows that are seen at a glance need no search
for (const table of document.querySelectorAll("table[data-rows]")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const collator = new Intl.Collator(undefined, { numeric: true });
  let sorted = { column: -1, down: false };

  const cell = (row, column) => row.cells[column];
  const isNull = (row, column) => cell(row, column).querySelector(".null") !== null;
  const isNumber = (column) => heads[column].classList.contains("number");
  const compare = (a, b, column) => {
    const [left, right] = [cell(a, column).textContent.trim(), cell(b, column).textContent.trim()];
    if (!isNumber(column)) return collator.compare(left, right);
    return Number(left) - Number(right) || 0;
  };

  const sort = (column) => {
    sorted = { column, down: sorted.column === column && !sorted.down };
    const sign = sorted.down ? -1 : 1;
    // rows without a value are last either way, and equal ones keep the order of the walk
    const order = rows.toSorted(
      (a, b) => isNull(a, column) - isNull(b, column) || sign * compare(a, b, column),
    );
    body.append(...order);
    heads.forEach((head, place) => {
      if (place === column) head.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  };

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(column));
    head.append(button);
  });

  if (rows.length <= FEW) continue;
  const box = document.createElement("input");
  box.type = "search";
  box.placeholder = `Search ${rows.length} rows`;
  box.setAttribute("aria-label", `Search the rows of: ${table.caption.textContent}`);
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  table.parentElement.before(box);
}
