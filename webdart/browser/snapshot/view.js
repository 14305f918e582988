// What is on the page now? One pass over the flattened tree (open shadow roots and slots opened up), one string back.
//
// Runs in an isolated world: it reads, and changes nothing that the page could see. A form's properties are read through
// its prototypes' getters, because its inputs hide the form's own (`<input name=parentNode>`), and a document's images
// hide the document's (`<img name=title>`), in every world; all other elements are asked directly, which is quicker. The
// map from node to element stays in this world's `webdartView`, for `selector`. Documents of frames are observed one by
// one; `parse` in view.py joins them.
// `limits` are those of view.py; each that is reached is told in `cut`.
(marks, limits) => {
  "use strict";
  const MAX_NAME = 600;  // what an element is called; the texts that make up the name are told whole
  const MAX_LINKS = 50;  // of the head, those that lead on before those to other languages
  const MAX_STATE = 200;  // of a script's own data: longer JSON is its state, nothing that the page shows
  const cut = {};
  const reached = (limit) => { cut[limit] = limits[limit]; };
  const atMost = (text, limit) => {
    if (text.length <= limits[limit]) return text;
    reached(limit);
    return text.slice(0, limits[limit]);
  };

  const unbound = Function.prototype.bind.bind(Function.prototype.call);  // f.call as a function of its own
  const getter = (owner, key) => unbound(Object.getOwnPropertyDescriptor(owner, key).get);
  // a form, with what its inputs hide
  const form = { get: (target, key) => {
    const found = Reflect.get(HTMLFormElement.prototype, key, target);
    return typeof found === "function" ? found.bind(target) : found;
  } };
  const ofForms = HTMLFormElement.prototype;
  const plain = (node) => Object.getPrototypeOf(node) === ofForms ? new Proxy(node, form) : node;
  const firstChild = (node) => plain(node).firstChild;
  const nextSibling = (node) => plain(node).nextSibling;
  const parentNode = (node) => plain(node).parentNode;
  const shadowOf = (element) => plain(element).shadowRoot;
  const rectOf = (element) => plain(element).getBoundingClientRect();
  const attribute = (element, name) => plain(element).getAttribute(name);
  const style = getComputedStyle;
  const UNFOLDED = /^\s|\s$|\s\s|[^\S ]/u;
  const fold = (text) => UNFOLDED.test(text) ? text.replace(/\s+/gu, " ").trim() : text;

  // -- words are kept once, nodes name them by number -----------------------------------------------------------
  const words = [""], numbers = new Map([["", 0]]);
  let total = 0;
  const word = (text) => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = words.length;
      words.push(text);
      numbers.set(text, number);
      total += text.length;
    }
    return number;
  };

  const TEXT = word("#text"), ITEM = word("listitem");
  // as much of a text as there is room for
  const fitting = (text) => {
    if (total + text.length <= limits.characters) return text;
    reached("characters");
    return text.slice(0, Math.max(0, limits.characters - total));
  };

  // -- roles ----------------------------------------------------------------------------------------------------
  const PLAIN_ROLES = {
    article: "article", aside: "complementary", blockquote: "blockquote", button: "button", caption: "caption",
    code: "code", dd: "definition", details: "group", dialog: "dialog", dt: "term", em: "emphasis", fieldset: "group",
    figure: "figure", form: "form", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading",
    h6: "heading", hr: "separator", html: "document", li: "listitem", main: "main", menu: "list", meter: "meter",
    nav: "navigation", ol: "list", optgroup: "group", option: "option", output: "status", p: "paragraph",
    progress: "progressbar", search: "search", strong: "strong", sub: "subscript", sup: "superscript",
    table: "table", tbody: "rowgroup", tfoot: "rowgroup", thead: "rowgroup", textarea: "textbox", time: "time",
    tr: "row", ul: "list", address: "group", datalist: "listbox",
  };
  const INPUT_ROLES = {
    button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
    range: "slider", number: "spinbutton", search: "searchbox", file: "", hidden: "", color: "",
  };
  let latestRow = null, latestGrid = false;  // the cells of a row are asked one after another
  const inGrid = (cell) => {
    const row = cell.parentNode;
    if (row === null || row !== latestRow) {
      latestRow = row;
      latestGrid = cell.closest("[role=grid], [role=treegrid]") !== null;
    }
    return latestGrid;
  };
  const cellRole = (element, tag) => {
    if (tag === "td") return inGrid(element) ? "gridcell" : "cell";
    const scope = element.getAttribute("scope");
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    if (scope === "col" || scope === "colgroup") return "columnheader";
    const row = parentNode(element);
    const head = row !== null && (element.closest("thead") !== null || row.querySelector(":scope > td") === null);
    return head ? "columnheader" : "rowheader";
  };
  const roleOf = (element, tag, kept) => {
    if (kept !== null && kept.role) {
      const first = kept.role.trim().split(/\s+/u)[0].toLowerCase();
      if (first) return first === "presentation" || first === "none" ? "" : first;
    }
    switch (tag) {
      case "a": case "area": return kept !== null && "href" in kept ? "link" : "";
      case "input": {
        const type = element.type;
        if (type in INPUT_ROLES) return INPUT_ROLES[type];
        return element.getAttribute("list") ? "combobox" : "textbox";
      }
      case "select": return element.multiple || element.size > 1 ? "listbox" : "combobox";
      case "img": return element.getAttribute("alt") === "" ? "" : "img";
      case "svg": return "img";
      case "td": case "th": return cellRole(element, tag);
      case "section": return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? "region" : "";
      case "header": return element.closest("article, aside, main, nav, section") ? "" : "banner";
      case "footer": return element.closest("article, aside, main, nav, section") ? "" : "contentinfo";
      default: return PLAIN_ROLES[tag] ?? "";
    }
  };

  // -- attributes -----------------------------------------------------------------------------------------------
  const KEPT = new Set([
    "datetime", "title", "alt", "content", "itemprop", "itemtype", "class", "id", "name", "type", "for", "colspan",
    "rowspan", "headers", "scope", "rel", "method", "target", "download", "lang", "dir", "placeholder", "open", "hidden",
    "form", "formmethod", "pattern", "min", "max", "step", "label", "role", "onclick", "contenteditable", "draggable",
    "autocomplete", "multiple", "accept", "inputmode", "property", "tabindex",
  ]);
  const ADDRESSES = new Set(["href", "src", "action", "formaction", "poster", "cite"]);
  const INVALID = "about:invalid?";  // what stands for an address without a place, before what the page says
  const ODD = /[[\]]|[^!-~]|:\d{5}/u;  // what an address may have that leads nowhere
  const resolved = new Map(), base = getter(Node.prototype, "baseURI")(document);
  const absolute = (text) => {
    let address = resolved.get(text);
    if (address === undefined) {
      try { address = new URL(text, base).href; } catch { address = INVALID + text; }
      resolved.set(text, address);
    }
    return address;
  };
  const linked = (href) => {  // a browser gives what is no address as it is written
    if (typeof href !== "string" || !ODD.test(href)) return href;
    try { new URL(href); } catch { return INVALID + href; }
    return href;
  };
  const OTHERS = /^(?:aria-|data-|value$|style$|href$|src$|action$|formaction$|poster$|cite$)/u;
  const wanted = new Map();  // name → whether it is kept as it is; undefined: not at all
  const wantedFor = (name) => {
    const found = KEPT.has(name) ? true : OTHERS.test(name) ? false : undefined;
    wanted.set(name, found);
    return found;
  };
  const left = new Set();  // the attributes of which a value was too long to tell
  const state = (name, text) => {
    if (text.length <= MAX_STATE || !/^\s*[{[]/u.test(text)) return atMost(text, "attribute");
    left.add(name);
    return null;
  };
  // an address that holds what it leads to is no place
  const atMostOfAddress = (text) => /^(?:data|blob|javascript):/u.test(text) ? text.slice(0, limits.address) : atMost(text, "address");
  // of the element that was asked last: whether it has attributes for assistive technology; its class if that is all it has
  let aria = false, lone = null;
  const attributesFor = (element, tag) => {
    let kept = null;
    aria = false;
    lone = null;
    const source = tag === "img" ? element.currentSrc : "", shown = source.startsWith("data:") ? "" : atMostOfAddress(source);
    if (!shown && !element.hasAttributes()) return null;
    const all = element.getAttributeNames();
    for (const name of all) {
      const asItIs = wanted.has(name) ? wanted.get(name) : wantedFor(name);
      if (asItIs === undefined) continue;
      const value = element.getAttribute(name);
      let text = null;
      if (asItIs) text = name === "onclick" ? "" : atMost(name === "type" ? value.toLowerCase() : value, "attribute");
      else if (ADDRESSES.has(name)) {
        const href = tag === "a" && name === "href" ? linked(element.href) : null;  // of a link in a drawing no text
        if (typeof href === "string") text = atMostOfAddress(href);
        else if (name === "src" && shown) text = shown;
        else text = value.startsWith("data:") ? "data:" : atMostOfAddress(absolute(value));
      }
      else if (name.startsWith("aria-")) { text = atMost(value, "attribute"); aria = true; }
      else if (name.startsWith("data-")) text = state(name, value);
      else if (name === "value") {
        const type = tag === "input" ? element.type : "";
        text = type === "hidden" || type === "password" ? null : atMost(value, "attribute");
      } else if (name === "style") {
        const width = element.style.width;
        text = width ? `width: ${width}` : null;
      }
      if (text !== null) (kept ??= {})[name] = text;
    }
    if (shown && kept?.src !== shown) (kept ??= {}).src = shown;
    else if (all.length === 1 && all[0] === "class") lone = kept.class;
    return kept;
  };

  // -- states and values ----------------------------------------------------------------------------------------
  // one bit each, in the order of STATES in view.py
  const bits = {
    disabled: 1, checked: 2, unchecked: 4, expanded: 8, collapsed: 16, selected: 32, pressed: 64, current: 128,
    required: 256, readonly: 512, busy: 1024, invalid: 2048, multiple: 4096, joined: 8192,
  };
  const SHOWN = 1 << 14, OWN_BOX = 1 << 15, STRUCK = 1 << 16, FLOATING = 1 << 17, POINTED = 1 << 18;
  const GIVEN = 1 << 19;  // it has attributes
  const ARIA = [
    ["aria-disabled", "disabled", ""], ["aria-checked", "checked", "unchecked"], ["aria-expanded", "expanded", "collapsed"],
    ["aria-selected", "selected", ""], ["aria-pressed", "pressed", ""], ["aria-required", "required", ""],
    ["aria-readonly", "readonly", ""], ["aria-busy", "busy", ""], ["aria-multiselectable", "multiple", ""],
  ];
  const CONTROLS = new Set(["input", "select", "textarea", "button", "option", "optgroup", "fieldset"]);
  const statesOf = (element, tag, kept) => {
    let mask = 0;
    if (aria) {
      for (const [key, yes, no] of ARIA) {
        const said = kept[key];
        if (said === "true") mask |= bits[yes];
        else if (said === "false" && no) mask |= bits[no];
      }
      if (kept["aria-current"] && kept["aria-current"] !== "false") mask |= bits.current;
      if (kept["aria-invalid"] && kept["aria-invalid"] !== "false") mask |= bits.invalid;
    }
    if (tag === "details") mask |= element.open ? bits.expanded : bits.collapsed;
    else if (tag === "summary") {
      const fold_ = parentNode(element);
      if (fold_ instanceof HTMLDetailsElement) mask |= fold_.open ? bits.expanded : bits.collapsed;
    }
    if (!CONTROLS.has(tag)) return mask;
    if (element.matches(":disabled")) mask |= bits.disabled;
    if (element.required) mask |= bits.required;
    if (element.readOnly) mask |= bits.readonly;
    if (element.multiple) mask |= bits.multiple;
    if (tag === "option" && element.selected) mask |= bits.selected;
    if (tag === "input" && (element.type === "checkbox" || element.type === "radio"))
      mask |= element.checked ? bits.checked : bits.unchecked;
    return mask;
  };
  const valueOf = (element, tag, role, kept) => {
    if (tag === "select") return Array.from(element.selectedOptions, (option) => fold(option.label)).join("\n");
    if (tag === "textarea") return fitting(element.value);
    if (tag === "input") {
      switch (element.type) {
        case "hidden": case "checkbox": case "radio": case "submit": case "button": case "reset": case "image": return null;
        case "password": return "•".repeat(element.value.length);
        case "file": return Array.from(element.files ?? [], (file) => file.name).join("\n");
        default: return fitting(element.value);
      }
    }
    if (role === "slider" || role === "spinbutton")
      return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
    if (kept !== null && kept.contenteditable !== undefined && element.isContentEditable) return fold(element.textContent ?? "");
    return null;
  };

  // -- the walk -------------------------------------------------------------------------------------------------
  const elements = [], labels = new Map();
  let indexes = null;
  const indexOf = (element) => {  // asked by few pages: made when it is
    if (indexes === null) {
      indexes = new Map();
      for (let index = elements.length - 1; index >= 0; index--) indexes.set(elements[index], index);  // of a cut text its first piece
    }
    return indexes.get(element);
  };
  const labelled = (label, index) => {
    const control = label.control;
    if (control) labels.set(control, [...(labels.get(control) ?? []), index]);
  };
  const parents = [], ends = [], tags = [], texts = [], roles = [], kept = [], masks = [], boxes = [], values = {};
  const scrolls = {}, hides = {}, wides = {}, offsets = {}, gone = [], displays = [], open = [], classes = [];
  const sx = window.scrollX, sy = window.scrollY;
  const root = document.documentElement, body = getter(Document.prototype, "body")(document);
  const leftmost = root && style(root).direction === "rtl" ? -Infinity : 0;  // a right-to-left page scrolls to negative x

  const kinds = new Map();
  const kindOf = (tag) => {  // what there is to know of a tag
    const kind = {
      tag, word: word(tag), skipped: SKIPPED.has(tag), leaf: LEAVES.has(tag), slot: tag === "slot",
      stateful: CONTROLS.has(tag) || tag === "details" || tag === "summary",
      valued: tag === "select" || tag === "textarea" || tag === "input",
      edge: tag === "br" || tag === "img" || tag === "svg" || tag === "input",
    };
    kinds.set(tag, kind);
    return kind;
  };
  const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "base", "title", "param", "source", "track"]);
  const LEAVES = new Set(["iframe", "frame", "object", "embed", "canvas", "textarea", "video", "audio", "svg", "math"]);
  const range = document.createRange();
  const box = (left, top, width, height) =>
    boxes.push(Math.round(left + sx), Math.round(top + sy), Math.round(width), Math.round(height));
  const boxOfText = () => {
    const { left, top, width, height } = range.getBoundingClientRect();
    box(left, top, width, height);
  };

  // Whether text `node` carries on what stands before it, as letters of one word do: no blank between them, one line,
  // one size (raised cents have five sixths of it; what is lowered has any), no gap. (What merely lacks a blank in the source, such as two
  // spaced badges, does not.)
  const last = { node: null, blank: true };
  const PARTING = /^[,;:.!?)\]]+(?:\s|$)/u, OPENING = /[([]$/u;
  const rectOfText = (node) => { range.selectNodeContents(node); return range.getClientRects(); };
  const lowered = (node) => parentNode(node).localName === "sub";
  const joined = (node) => {
    if (last.node === null) return false;
    const beside = node.previousSibling; // a word may go on in the next line
    if (beside?.localName === "wbr" && beside.previousSibling === last.node) return true;
    const before = rectOfText(last.node), left = before[before.length - 1];
    const right = rectOfText(node)[0];
    if (!left || !right) return false;
    const tall = Math.max(left.height, right.height);
    const gap = Math.min(Math.abs(right.left - left.right), Math.abs(left.left - right.right));
    // a sign that parts what stands around it is no word of its own, whatever letters these have: <code>-f</code>,
    if (PARTING.test(node.data) || OPENING.test(last.node.data)) return Math.abs(left.top - right.top) < tall * 0.5 && gap < 1;
    if (lowered(node) || lowered(last.node)) return Math.abs(left.top - right.top) < tall && gap < 1;  // C₆H₆
    return Math.abs(left.top - right.top) < tall * 0.2 && Math.abs(left.height - right.height) < tall * 0.1 && gap < 1;
  };

  const GONE = 2;   // what holds for all below: nothing of it can be seen
  const clipped = (look, position, tiny) => {
    if (tiny && look.overflow !== "visible") return true;
    if (position === "absolute" || position === "fixed") {  // `clip` says nothing elsewhere
      const edges = look.clip.match(/-?[\d.]+/gu);
      if (edges && edges.length === 4 && (edges[2] - edges[0] <= 1 || edges[1] - edges[3] <= 1)) return true;
    }
    const path = look.clipPath;
    if (path === "none" || !path.startsWith("inset(")) return path !== "none" && /^circle\(0/u.test(path);
    // its sides as margins are written; only shares tell by themselves that nothing is left
    const sides = path.slice(6).split(/\)|\bround\b/u)[0].trim().split(/\s+/u).map((side) => side.endsWith("%") ? parseFloat(side) : 0);
    const [top, right = top, bottom = top, left = right] = sides;
    return top + bottom >= 100 || left + right >= 100;
  };

  const enter = (parent, tag, element) => {
    const index = parents.length;
    parents.push(parent);
    tags.push(tag);
    elements.push(element);
    texts.push(0); roles.push(0); kept.push(null); masks.push(0); ends.push(0); gone.push(0);
    return index;
  };

  const LINKS = 3;  // of a preformatted text, from which on it is a list (of files), and its blanks are columns
  const lists = new Map();
  const isList = (parent) => {
    if (words[tags[parent]] !== "pre") return false;
    if (!lists.has(parent)) lists.set(parent, elements[parent].getElementsByTagName("a").length >= LINKS);
    return lists.get(parent);
  };
  const inColumns = (node, parent, hidden) => {
    for (const piece of node.data.matchAll(/\S+(?:[^\S\n]\S+)*/gu)) {
      const index = enter(parent, TEXT, node);
      texts[index] = word(fitting(fold(piece[0])));
      gone[index] = hidden;
      range.setStart(node, piece.index);
      range.setEnd(node, piece.index + piece[0].length);
      boxOfText();
      masks[index] = (shows(parent) && !hidden && !faint(parent) ? SHOWN : 0) | OWN_BOX;
      ends[index] = index + 1;
    }
    last.node = node;
    last.blank = true;
  };

  // What a style sheet writes right before and behind a number is a part of it: its minus, its currency, its thousands.
  // Looked up once for elements of one look; whatever else is generated are ornaments, as are dashes with room around
  // them: they begin a line of a list, or part two numbers.
  const AMOUNT = /^\p{Sc}?\s?\d[\d.,'’\s]{0,20}\s?[\p{Sc}%]?$/u, WRITTEN = /^"([-−–+▲▼(\p{Sc}\p{L}%)\s.]{1,6})"$/u;
  const APART = /[-−–+]\s|\s[-−–+]/u, DASH = /[-−–+]/u, ROOM = ["marginLeft", "marginRight", "paddingLeft", "paddingRight"];
  const isGlued = (seen) => seen.position !== "absolute" && ROOM.every((side) => parseFloat(seen[side]) === 0);
  const writtenAt = (element, place) => {
    const seen = style(element, place), text = WRITTEN.exec(seen.content)?.[1] ?? "";
    return APART.test(text) || (DASH.test(text) && !isGlued(seen)) ? "" : text;
  };
  const written = new Map();
  const besides = (element) => {
    const around = parentNode(element);
    const looks = (one) => one instanceof Element
      ? [one.localName, ...plain(one).getAttributeNames().map((name) => `${name}=${attribute(one, name)}`)] : [];
    const key = `${looks(element)} in ${looks(around)}`;
    if (!written.has(key)) {
      written.set(key, ["::before", "::after"].map((place) => writtenAt(element, place)));
    }
    return written.get(key);
  };
  const withWritten = (text, node) => {
    if (node.previousSibling !== null || node.nextSibling !== null || !AMOUNT.test(text)) return text;
    const [before, behind] = besides(parentNode(node));
    return before === "" && behind === "" ? text : fold(before + text + behind);
  };

  const textNode = (node, parent, hidden, mixed) => {
    const source = node.data;
    const text = fold(source);
    if (text === "") { last.blank ||= source !== ""; return; }
    if (isList(parent)) { inColumns(node, parent, hidden); return; }
    const index = enter(parent, TEXT, node);
    const carries = !hidden && !last.blank && source.trimStart() === source && !faint(parent) && joined(node);
    if (!hidden || rectOfText(node).length > 0) {  // what takes no place parts nothing: a.<i hidden>x</i>b
      last.node = node;
      last.blank = source.trimEnd() !== source;
    }
    texts[index] = word(fitting(withWritten(text, node)));
    gone[index] = hidden;
    let mask = shows(parent) && !hidden && !faint(parent) ? SHOWN : 0;
    if (carries) mask |= bits.joined;
    if (mixed && mask & SHOWN) {
      range.selectNodeContents(node);
      boxOfText();
      mask |= OWN_BOX;
    }
    masks[index] = mask;
    ends[index] = index + 1;
  };

  // Whether a box lies where the page can be scrolled to: what was scrolled out of an inner box is still there.
  const within = (right, bottom, index) => {
    for (let above = parents[index]; above >= 0 && (right <= leftmost || bottom <= 0); above = parents[above]) {
      if (!(above in scrolls || above in wides) || elements[above] === document.scrollingElement) continue;
      right += elements[above].scrollLeft;
      bottom += elements[above].scrollTop;
    }
    return right > leftmost && bottom > 0;
  };

  // Whether a person's pointer becomes a hand over what is around an element; asked of few.
  const handAround = (index) => {
    const display = displays[parents[index]];
    return display !== undefined && display !== "contents" && style(elements[parents[index]]).cursor === "pointer";
  };

  // The box, whether it is shown, what is hidden below; gives `display`, for the blanks around it. Every property that
  // is asked for costs: what can't hold for a box that flows with the text (it neither scrolls nor has a place of its
  // own) is not asked of one.
  const looked = { index: -1, seen: null };  // of most elements with a text, it is asked for next
  const look = (element, face, index, above) => {
    if (above & GONE) { gone[index] = above; return "none"; }
    const seen = style(element), display = seen.display;
    looked.index = index;
    looked.seen = seen;
    if (display === "none") { gone[index] = GONE; return display; }
    const line = seen.textDecorationLine;
    if (line !== "none" && line.includes("line-through")) masks[index] |= STRUCK;
    displays[index] = display;
    if (display === "contents") {
      masks[index] |= SHOWN;
      return display;
    }
    // an element that shows a hand which the one around it does not: what it is, only its looks tell; so of an item
    if ((!roles[index] || roles[index] === ITEM) && seen.cursor === "pointer" && !handAround(index)) masks[index] |= POINTED;
    const { left, top, width, height } = face.getBoundingClientRect();
    box(left, top, width, height);
    masks[index] |= OWN_BOX;
    let position = "static";
    if (display !== "inline") {
      position = seen.position;
      if (position === "fixed" || position === "sticky") masks[index] |= FLOATING;
      const flow = seen.overflowY;  // "visible" says that the box scrolls in no direction
      if (flow !== "visible") scrolling(face, index, flow, seen);
    }
    // what the document and its body hide is what leaves the window: an application may stand in a body without height
    const tiny = display !== "inline" && (width <= 1 || height <= 1);
    if (!isRoot(face) && clipped(seen, position, tiny)) { gone[index] = GONE; return display; }
    const inside = width > 0 && height > 0 && within(left + width + sx, top + height + sy, index);
    const tag = words[tags[index]];
    if (inside || tag === "option" || tag === "optgroup") open[index] = face;
    return display;
  };
  const scrolling = (face, index, flow, seen) => {
    if (SCROLLED.test(flow) && face.scrollHeight > face.clientHeight + 2)
      scrolls[index] = [face.scrollTop, face.scrollHeight, face.clientHeight];
    else if (flow === "hidden" && face.clientHeight > FOLDED && face.scrollHeight > 2 * face.clientHeight && !isRoot(face))
      hides[index] = [face.scrollTop, face.scrollHeight, face.clientHeight];
    if (face.scrollWidth > face.clientWidth + 2 && SCROLLED.test(seen.overflowX))
      wides[index] = face.scrollWidth - face.clientWidth;
  };

  // Whether the texts right below a node can't be seen though it has a box; asked of those only that have texts. What
  // flows with the text has no box then.
  const latest = { index: -1, faint: false };
  const faint = (index) => {
    if (displays[index] === "inline") return false;
    if (latest.index !== index) {
      const seen = looked.index === index ? looked.seen : style(elements[index]);
      const indent = seen.textIndent;
      latest.index = index;
      latest.faint = seen.fontSize === "0px" || seen.contentVisibility === "hidden"
        || (indent !== "0px" && Math.abs(parseFloat(indent)) > 500);
    }
    return latest.faint;
  };
  // Whether an element is seen. Of one that only holds others, what these say is enough: it is asked if none of them is.
  const shows = (index) => {
    const face = open[index];
    if (face !== undefined) {
      open[index] = undefined;
      if (face.checkVisibility(VISIBLE)) masks[index] |= SHOWN;
    }
    return (masks[index] & SHOWN) !== 0;
  };
  const VISIBLE = { visibilityProperty: true, opacityProperty: true };
  const SCROLLED = /^(?:auto|scroll|overlay)$/u;
  const FOLDED = 60;  // pixels: a lower box that hides what it holds shows a line or two of it
  const isRoot = (face) => face === root || face === body;
  const INLINE = new Set(["inline", "contents", "ruby", "none"]);
  const isOver = (depth) => {
    if (parents.length < limits.nodes && depth <= limits.depth && total < limits.characters) return false;
    if (parents.length >= limits.nodes) reached("nodes");
    if (depth > limits.depth) reached("depth");
    if (total >= limits.characters) reached("characters");
    return true;
  };
  const walk = (element, face, parent, above, depth) => {
    const tag = face.localName, kind = kinds.get(tag) ?? kindOf(tag);
    if (kind.skipped || isOver(depth)) return;
    const index = enter(parent, kind.word, element);
    const given = attributesFor(face, tag);
    kept[index] = given;
    if (given !== null) { masks[index] = GIVEN; if (lone !== null) classes[index] = word(lone); }
    const role = roleOf(face, tag, given);
    roles[index] = word(role);
    if (aria || kind.stateful) masks[index] |= statesOf(element, tag, given);
    if (kind.valued || given !== null) {
      const value = valueOf(face, tag, role, given);
      if (value !== null) values[index] = value;
    }
    const display = look(element, face, index, above), hidden = gone[index];
    const edge = (display !== "inline" && !INLINE.has(display)) || kind.edge;
    if (edge) last.blank = true;
    if (tag === "iframe" || tag === "frame") offsets[index] = frameOf(element, index);
    else if (tag === "label") labelled(element, index);
    if (!kind.leaf) {
      const given_ = kind.slot ? element.assignedNodes() : null;
      if (given_ !== null && given_.length) for (const child of given_) visit(child, index, hidden, depth, true);
      else {
        const start = (face.shadowRoot ?? face).firstChild;
        if (start !== null) {
          const mixed = nextSibling(start) !== null;
          for (let child = start; child !== null; child = visit(child, index, hidden, depth, mixed).nextSibling);
        }
      }
    }
    if (edge) last.blank = true;
    ends[index] = parents.length;
  };
  const visit = (child, parent, hidden, depth, mixed) => {
    const type = child.nodeType;
    if (type === 3) { textNode(child, parent, hidden, mixed); return child; }
    if (typeof type === "number" && type !== 1) return child;
    const face = plain(child);
    walk(child, face, parent, hidden, depth + 1);
    return face;
  };

  // -- frames ---------------------------------------------------------------------------------------------------
  const placeOf = (above, target) => {
    for (let place = 0; place < above.length; place++) if (above[place] === target) return place;
    return -1;
  };
  const frameOf = (element, index) => {
    const inner = rectOf(element), place = placeOf(window, element.contentWindow);
    // a frame in a shadow root is none of the window's frames: it is told by its node, as the adapter finds out
    return [place < 0 ? -2 - index : place, Math.round(inner.left + sx + element.clientLeft),
      Math.round(inner.top + sy + element.clientTop)];
  };
  const path = [];
  for (let here = window; here !== here.parent; here = here.parent) path.unshift(placeOf(here.parent, here));

  // -- names: what assistive technology would say, near enough ----------------------------------------------------
  const CONTENT = new Set([
    "button", "link", "heading", "option", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox", "radio",
    "switch", "treeitem", "columnheader", "rowheader", "tooltip",
  ]);
  const LABELLED = new Set(["input", "select", "textarea", "meter", "progress", "output", "button"]);
  const names = [];
  const spoken = (index, without, deep) => {
    // the words below a node as a person hears them: texts, alternatives of images, labels of what has one
    const parts = [];
    let place = index + 1;
    const end = ends[index], hidden = gone[index] & GONE;
    while (place < end) {
      const element = elements[place], tag = words[tags[place]];
      if (tag === "#text") {
        if (!(gone[place] & GONE) || hidden) {
          const text = words[texts[place]];
          if (masks[place] & bits.joined && parts.length) parts[parts.length - 1] += text;
          else parts.push(text);
        }
        place += 1;
        continue;
      }
      const own = kept[place];
      if (element === without || (own !== null && own["aria-hidden"] === "true") || tag === "select" || tag === "textarea") {
        place = ends[place];
        continue;
      }
      const said = own === null ? "" : own["aria-label"] || (tag === "img" || tag === "area" ? own.alt : "") || "";
      const named = said || (tag === "svg" ? nameOfPicture(element) : "");
      if (named) parts.push(named);
      place = named && tag !== "svg" ? ends[place] : place + 1;
    }
    return fold(parts.join(" ")).slice(0, MAX_NAME);
  };
  const nameOfPicture = (element) => fold(element.querySelector(":scope > title")?.textContent ?? "");
  const byIds = (element, ids) => {
    const scope = element.getRootNode();
    const parts = [];
    for (const id of ids.split(/\s+/u)) {
      const other = id && scope.getElementById?.(id);
      if (!other) continue;
      const place = indexOf(other);
      parts.push(attribute(other, "aria-label") || (place === undefined ? fold(other.textContent ?? "") : spoken(place, element)));
    }
    return fold(parts.join(" ")).slice(0, MAX_NAME);
  };
  // the labels of a control by what each of them is for: asking the control means a search of the whole document
  const byLabels = (element) => {
    const parts = [];
    for (const place of labels.get(element) ?? []) parts.push(spoken(place, element));
    return fold(parts.join(" "));
  };
  const byChild = (index, wanted) => {
    for (let place = index + 1; place < ends[index]; place = ends[place])
      if (words[tags[place]] === wanted) return spoken(place, null);
    return "";
  };
  const nativeName = (index, element, tag, role, own) => {
    if (tag === "input") {
      if (element.type === "submit" || element.type === "button" || element.type === "reset") {
        if (element.value) return fold(element.value);
      } else if (element.type === "image" && own.alt) return fold(own.alt);
    }
    if (LABELLED.has(tag)) {
      const label = byLabels(element);
      if (label) return label;
    }
    switch (tag) {
      case "img": case "area": return fold(own.alt ?? "") || fold(own.title ?? "");
      case "svg": return nameOfPicture(element);
      case "table": return byChild(index, "caption");
      case "fieldset": return byChild(index, "legend");
      case "figure": return byChild(index, "figcaption");
      case "option": case "optgroup": if (own.label) return fold(own.label); break;
      default:
    }
    return CONTENT.has(role) || tag === "summary" ? spoken(index, null) : "";
  };
  // words of a button that are drawn nowhere, for those who hear them: below a picture
  const HEARD = ":not(:has(*)):not([aria-hidden=true], [aria-hidden=true] *)";
  const heardIn = (element) => {
    const parts = [];
    for (const part of element.querySelectorAll(HEARD))
      if (part.checkVisibility({ visibilityProperty: true })) parts.push(part.innerText ?? "");
    return fold(parts.join(" ")).slice(0, MAX_NAME);
  };
  const nameOf = (index) => {
    const element = elements[index], tag = words[tags[index]], role = words[roles[index]];
    if (kept[index] === null && role === "" && !LABELLED.has(tag) && tag !== "summary") return "";
    const own = kept[index] ?? {};
    if (own["aria-labelledby"]) {
      const name = byIds(element, own["aria-labelledby"]);
      if (name) return name;
    }
    if (own["aria-label"]) {
      const name = fold(own["aria-label"]);
      if (name) return name;
    }
    if (role === "" && !LABELLED.has(tag) && tag !== "summary") return "";
    const name = nativeName(index, element, tag, role, own);
    if (name) return name;
    if (own.title) return fold(own.title);
    if (own.placeholder) return fold(own.placeholder);
    if (role === "button") {
      const heard = heardIn(element);
      if (heard) return heard;
    }
    if (tag === "input" && element.type === "submit") return "Submit";
    return tag === "input" && element.type === "reset" ? "Reset" : "";
  };

  // -- run --------------------------------------------------------------------------------------------------------
  const links = [];
  for (const relation of [/\b(?:next|prev|canonical)\b/iu, /\balternate\b/iu])  // these are many on some sites, in all languages
    for (const link of document.querySelectorAll("head link[rel]"))
      if (relation.test(attribute(link, "rel")) && !links.includes(link) && links.length < MAX_LINKS) links.push(link);
  if (root) {
    walk(root, root, -1, 0, 0);
    for (const link of links) {  // said by the head: part of the page, never shown
      const index = enter(0, word("link"), link);
      kept[index] = attributesFor(link, "link");
      masks[index] = GIVEN;
      if (/\b(?:next|prev)\b/iu.test(attribute(link, "rel"))) roles[index] = word("link");
      ends[index] = index + 1;
    }
    if (ends.length) ends[0] = parents.length;
  }
  // a wrapper without a size of its own shows when something below it does
  for (let index = parents.length - 1; index > 0; index--) {
    const parent = parents[index];
    if ((masks[index] & SHOWN || shows(index)) && !(gone[parent] & GONE)) masks[parent] |= SHOWN;
  }
  if (parents.length) shows(0);
  for (let index = 0; index < parents.length; index++)
    names.push(tags[index] === TEXT ? 0 : word(nameOf(index)));

  // What goes over the line costs by its length, twice: nodes alike share one shape, places are told by how far off they
  // are, and attributes of those nodes alone that have any; a class that is all there is by its word.
  const shapes = [], looks = [], alike = new Map(), given = [], above = [], sizes = [];
  for (let index = 0; index < parents.length; index++) {
    const mask = masks[index];
    let known = alike.get(mask);
    if (known === undefined) alike.set(mask, known = new Map());
    const kind = tags[index] * 0x200000 + roles[index];  // there are fewer words than that
    let shape = known.get(kind);
    if (shape === undefined) {
      known.set(kind, shape = shapes.length / 3);
      shapes.push(tags[index], roles[index], mask);
    }
    looks.push(shape);
    if (mask & GIVEN) given.push(classes[index] ?? kept[index]);
    above.push(index - parents[index]);
    sizes.push(ends[index] - index);
  }

  const everywhere = (selector, from, found) => {
    for (const element of from.querySelectorAll(selector)) found.push(element);
    for (let index = 0; index < elements.length; index++) {
      const shadow = from === document && tags[index] !== TEXT ? shadowOf(elements[index]) : null;
      if (shadow) for (const inner of shadow.querySelectorAll(selector)) found.push(inner);
    }
    return found;
  };
  const byPath = (selector) => {
    const found = [], result = document.evaluate(selector, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    for (let place = 0; place < result.snapshotLength; place++) found.push(result.snapshotItem(place));
    return found;
  };
  const marked = {}, wrong = {};
  for (const mark of marks) {
    const split = mark.indexOf("=");
    try {
      const hits = mark.startsWith("xpath=") ? byPath(mark.slice(split + 1)) : everywhere(mark.slice(split + 1), document, []);
      marked[mark] = hits.map(indexOf).filter((index) => index !== undefined).sort((a, b) => a - b);
    } catch (error) {
      wrong[mark] = String(error.message);  // an invalid selector: told to the person who wrote it
    }
  }

  // A selector chain of the live element; `>` steps from a shadow host into its root, as Playwright's css does.
  const selector = (index) => {
    let element = elements[index];
    if (element && element.nodeType === 3) element = parentNode(element);
    if (!element?.isConnected) return null;
    const steps = [];
    while (element && element.nodeType === 1) {
      const above = parentNode(element);
      let place = 1;
      for (let other = above && firstChild(above); other && other !== element; other = nextSibling(other))
        if (other.nodeType === 1) place += 1;
      const name = CSS.escape(element.localName);
      steps.unshift(element === document.documentElement ? name : `${name}:nth-child(${place})`);
      element = above?.nodeType === 11 ? above.host : above;
    }
    return `css=${steps.join(" > ")}`;
  };
  // What a person can't look behind is put away; the one thing that is ever done to a page, and only when it is asked.
  const hide = (index) => {
    const element = elements[index];
    if (!(element instanceof Element) || !element.isConnected) return false;
    element.style.setProperty("display", "none", "important");
    for (const behind of [document.documentElement, document.body])
      if (behind && style(behind).overflowY === "hidden") behind.style.setProperty("overflow-y", "auto", "important");
    return true;
  };
  // The node that a click on this one would hit instead of it; -1 where it would hit it.
  const coverOf = (index) => {
    const element = elements[index];
    if (!(element instanceof Element) || !element.isConnected) return -1;
    const rect = rectOf(element);
    let hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    while (hit && shadowOf(hit)) {
      const inner = shadowOf(hit).elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    for (let here = hit; here; here = parentNode(here) ?? here.host) if (here === element) return -1;
    return hit ? indexOf(hit) ?? -1 : -1;
  };
  const hold = (index, name) => {
    (globalThis.webdartHeld ??= {})[name] = elements[index];
    return true;
  };
  const held = (name) => indexOf(globalThis.webdartHeld?.[name]) ?? -1;
  globalThis.webdartView = { selector, hide, coverOf, hold, held, nodeOf: (element) => indexOf(element) ?? -1 };

  // what the document says of itself in data (JSON-LD), of which nothing is shown; half a text of it is none
  const described = [];
  let room = limits.linked;
  for (const script of document.querySelectorAll('script[type="application/ld+json" i]')) {
    if (script.textContent.length > room) continue;
    described.push(script.textContent);
    room -= script.textContent.length;
  }

  // parsed, and the scripts that wait for that have not all run
  const deferred = document.readyState === "interactive" && !performance.timing.domContentLoadedEventStart;
  const title = getter(Document.prototype, "title")(document);
  return JSON.stringify({
    title: fold(title), url: location.href, language: (root && attribute(root, "lang")) || "",
    ready: deferred ? "loading" : document.readyState,
    size: [root?.scrollWidth ?? 0, root?.scrollHeight ?? 0, window.innerWidth, window.innerHeight, sx, sy],
    path, cut, left: [...left], words, shapes, looks, above, sizes, texts, names, given, boxes, values, frames: offsets, marked, wrong,
    scrolls, hides, wides, scripted: document.scripts.length > 0, linked: described,
  });
}
