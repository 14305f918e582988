// When has this document come to rest? Evaluated in an isolated world of the document; gives a function of a limit and a
// grace in milliseconds that resolves when the page has loaded and its tree is calm, or the limit is over, with whether
// more of the document is still to arrive. Grace is how long a first change is waited for: data has just arrived, and the
// page's scripts are about to show it.
//
// A page without scripts is at rest when it has loaded. Otherwise the main thread must be idle once and no node may
// have come or gone for CALM milliseconds; a page that shows nothing yet, or says that it is busy, is waited for, but
// not longer than SHELL milliseconds after it has loaded. `words` are expressions of what says so before dots ("Loading…"),
// `alone` of what says so as the whole of a text. Data that came a moment ago, and after which nothing has
// changed, is about to be shown: a look in between would see the page without it.
((words, alone) => {
  const CALM = 60;
  const SHELL = 3000;
  const SHOWN = 300; // milliseconds that a page may take from having its data to showing it
  const FILLED = 400; // milliseconds that a table with heads alone may take to its rows
  const HOPED = 1000; // milliseconds in all: some pages ask again and again, and change, whatever is waited for
  const FAILURES = 5; // of one address, that a picture is told of
  const BUSY = '[aria-busy="true"]';
  const BAR = '[role="progressbar"]:not([aria-valuenow="100"])';
  const SPINNER = /(?:^|[^a-z])(?:spinner|loader|loading|skeleton|shimmer)/iu; // as style sheets call what turns until the page is there
  const NOTE = 60; // letters
  const LOADING = new RegExp(words, "iu");
  const SAYS = new RegExp(`^(?:${words})(?:(?!\\p{L})[^.…]*)?(?:\\.{2,}|…)$|^(?:${alone})$`, "iu");
  const SCRIPTED = new Set(["fetch", "xmlhttprequest"]);
  let touched = -Infinity; // the latest change, while it loads too
  let changed = -Infinity; // the latest change since it has loaded
  let watching = false;
  let ready = 0; // when it had loaded
  let turning = false; // whether a sign has turned for so long that nothing comes of it

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const idle = () => new Promise((done) => requestIdleCallback(done, { timeout: CALM }));

  // a handler that puts another picture in the place of one that fails, and that one fails as well: the page asks for it
  // again without end, and never has loaded, unless its handler is not told any more
  const failed = new WeakMap(); // by picture how often each address failed, since one was there last
  addEventListener("error", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLImageElement)) return;
    const failures = failed.get(target) ?? new Map();
    const times = (failures.get(target.src) ?? 0) + 1;
    failed.set(target, failures.set(target.src, times));
    if (times > FAILURES) event.stopImmediatePropagation();
  }, true);
  addEventListener("load", ({ target }) => failed.delete(target), true);

  const loaded = (limit) =>
    document.readyState === "complete"
      ? null
      : Promise.race([new Promise((done) => addEventListener("load", done, { once: true })), pause(limit)]);

  const watch = () => {
    if (watching) return;
    watching = true;
    new MutationObserver(() => {
      touched = performance.now();
      if (ready) changed = touched;
    }).observe(document, { childList: true, subtree: true, characterData: true });
  };

  // its parser's own changes are not listened to: on a page of 100,000 rows, that takes the browser two seconds
  const parsed = () => {
    touched = performance.now();
    watch();
  };

  // a request that is over by now is no longer seen from outside
  const fresh = () => performance.getEntriesByType("resource").some(({ initiatorType, responseEnd }) =>
    SCRIPTED.has(initiatorType) && responseEnd > touched && performance.now() - responseEnd < SHOWN);

  // heads are drawn at once, rows by the next turn of the script
  const unfilled = () => performance.now() - Math.max(touched, ready) < FILLED &&
    [...document.querySelectorAll("table")].some((table) =>
      table.tHead?.innerText.trim() && [...table.tBodies].every((body) => !body.textContent.trim()) && shown(table.tHead));

  // widgets keep a bar ready, and what is busy, that is not drawn while nothing is under way
  const drawn = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height > 1 && drawn(element);
  };

  // a sign that turns without end, in the place of what will come: in sight, where below a list it waits to be reached
  const inSight = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && shown(element);
  };
  const turns = () => !turning && document.getAnimations().some(({ effect, playState }) => {
    const { target } = effect ?? {};
    return playState === "running" && target && effect.getComputedTiming().iterations === Infinity &&
      SPINNER.test(`${target.getAttribute("class")} ${target.parentElement?.getAttribute("class")}`) && inSight(target);
  });

  // "Loading…" in the place of what will come
  const says = (body) => {
    if (!LOADING.test(body.textContent)) return false;
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (data.length < NOTE && SAYS.test(data.trim()) && shown(parentElement)) return true;
    }
    return false;
  };

  const waiting = () => {
    const body = document.body;
    if (!body || !body.checkVisibility()) return true;  // some keep all of it hidden until it is put together
    if ([...body.querySelectorAll(BUSY)].some(drawn)) return true;
    if ([...body.querySelectorAll(BAR)].some(shown) || says(body) || turns()) return true;
    // a sheet of icons or a frame that counts visitors is there before the page is, and shows nothing
    const drawing = [...body.querySelectorAll("img, svg, canvas, input, button, iframe")].some(shown);
    return !body.innerText.trim() && !drawing && !body.querySelector("frame, frameset");
  };

  // its parser waits for the network; a document that a script has opened anew may stay open for good
  const coming = () => document.readyState === "loading" && !performance.timing.domInteractive;

  const rest = async (limit, grace) => {
    const begun = performance.now();
    const end = performance.now() + limit;
    if (coming()) document.addEventListener("readystatechange", parsed, { once: true });
    else watch();
    await loaded(limit);
    if (!coming()) watch();
    ready ||= performance.now();
    const shell = performance.now() + SHELL;
    const hoped = performance.now() + HOPED;
    if (!grace && !document.scripts.length && changed === -Infinity) return;
    await idle();
    while (performance.now() < end) {
      const calm = performance.now() - changed;
      const due = (changed < begun && performance.now() - begun < grace)
        || (performance.now() < hoped && (fresh() || unfilled()));
      turning ||= performance.now() >= shell && turns();
      if (!due && calm >= CALM && (performance.now() >= shell || !waiting())) return;
      await pause(calm < CALM ? CALM - calm + 1 : CALM);
    }
  };
  return async (limit, grace) => {
    await rest(limit, grace);
    return coming();
  };
})
