// The site's page as a picture, what webdart sees drawn over it, and the person's pointer and keys.

import { byId, fill, shape } from "./dom.js";

const HUES = 8;

export class Picture {
  constructor(send) {
    this.send = send;
    this.stage = byId("stage");
    this.canvas = byId("picture");
    this.view = { left: 0, top: 0, width: 1280, height: 900 };
    this.picks = false;
    this.inside = false;
    this.sight = null;
    this.columns = [];
    this.spots = [];
    this.moved = null;
    this.listen();
  }

  async frame(frame) {
    const picture = await createImageBitmap(new Blob([frame.picture], { type: "image/jpeg" }));
    if (this.canvas.width !== picture.width || this.canvas.height !== picture.height) {
      this.canvas.width = picture.width;
      this.canvas.height = picture.height;
    }
    this.canvas.getContext("2d").drawImage(picture, 0, 0);
    picture.close();
    this.view = frame;
    byId("overlay").setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    byId("shapes").setAttribute("transform", `translate(${-frame.left} ${-frame.top})`);
    this.stage.dataset.frames = String(Number(this.stage.dataset.frames ?? 0) + 1);
  }

  draw(sight, columns) {
    this.sight = sight;
    this.columns = columns;
    const shapes = [];
    sight?.sets.forEach((set, number) => {
      for (const box of set.boxes) shapes.push(rectangle(box, number === sight.chosen ? "record" : "other"));
    });
    columns.forEach((column, number) => {
      for (const box of column.boxes) shapes.push(rectangle(box, `cell hue${number % HUES}`));
    });
    for (const box of sight?.pager ?? []) shapes.push(rectangle(box, "pager"));
    for (const box of sight?.sets[sight.chosen]?.total ?? []) shapes.push(rectangle(box, "total"));
    for (const control of sight?.controls ?? []) for (const box of control.boxes) shapes.push(rectangle(box, "control"));
    for (const box of this.spots) shapes.push(rectangle(box, "spot"));
    fill(byId("shapes"), shapes);
  }

  spot(boxes) {
    for (const shown of this.stage.querySelectorAll(".spot")) shown.remove();
    this.spots = boxes;
    byId("shapes").append(...boxes.map((box) => rectangle(box, "spot")));
  }

  mode(picks) {
    this.picks = picks;
    byId("use").setAttribute("aria-pressed", String(!picks));
    byId("pick").setAttribute("aria-pressed", String(picks));
    this.stage.classList.toggle("picks", picks);
  }

  place(event) {
    const around = this.canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - around.left) / around.width) * this.view.width,
      y: ((event.clientY - around.top) / around.height) * this.view.height,
    };
  }

  listen() {
    const stage = this.stage;
    stage.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      stage.focus();
      this.enter(!this.picks);
      const at = this.place(event);
      if (this.picks) this.send("pick", { x: at.x + this.view.left, y: at.y + this.view.top });
      else this.send("point", { do: "pressed", ...at });
    });
    stage.addEventListener("pointerup", (event) => {
      if (event.button === 0 && !this.picks) this.send("point", { do: "released", ...this.place(event) });
    });
    stage.addEventListener("pointermove", (event) => {
      const first = this.moved === null;
      this.moved = this.place(event);
      if (first) requestAnimationFrame(() => this.move());
    });
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.send("point", { do: "turned", ...this.place(event), right: event.deltaX, down: event.deltaY });
    }, { passive: false });
    stage.addEventListener("keydown", (event) => this.key(event));
    stage.addEventListener("blur", () => this.enter(false));
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // Keys go to the site once a person has entered it: Tab alone leads past it.
  enter(inside) {
    this.inside = inside;
    this.stage.classList.toggle("inside", inside);
  }

  move() {
    const at = this.moved;
    this.moved = null;
    if (!this.picks) this.send("point", { do: "moved", ...at });
  }

  key(event) {
    if (event.key === "Escape") this.enter(false);
    if (!this.inside && event.key === "Enter" && !event.ctrlKey && !this.picks) {
      event.preventDefault();
      this.enter(true);
      return;
    }
    if (!this.inside || event.isComposing || ((event.ctrlKey || event.metaKey) && ["Enter", "s"].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    const modifiers = event.altKey * 1 + event.ctrlKey * 2 + event.metaKey * 4 + event.shiftKey * 8;
    const writes = event.key.length === 1 && !(event.ctrlKey || event.metaKey || event.altKey);
    const text = writes ? event.key : event.key === "Enter" ? "\r" : "";
    this.send("press", { key: event.key, code: event.code, text, number: event.keyCode, modifiers });
  }
}

function rectangle([x, y, width, height], kind) {
  return shape("rect", { x, y, width, height, rx: 3, class: kind });
}
