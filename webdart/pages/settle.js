// When has this document come to rest? Evaluated in an isolated world of the document; gives a function of a limit and a
// grace in milliseconds that resolves when the page has loaded and its tree is calm, or the limit is over. Grace is how
// long a first change is waited for: data has just arrived, and the page's scripts are about to show it.
//
// A page without scripts is at rest when it has loaded. Otherwise the main thread must be idle once and no node may
// have come or gone for CALM milliseconds; a page that shows nothing yet, or says that it is busy, is waited for, but
// not longer than SHELL milliseconds after it has loaded.
(() => {
  const CALM = 60;
  const SHELL = 3000;
  const BUSY = '[aria-busy="true"]';
  const BAR = '[role="progressbar"]:not([aria-valuenow="100"])';
  let changed = -Infinity;
  let watching = false;

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const idle = () => new Promise((done) => requestIdleCallback(done, { timeout: CALM }));

  const loaded = (limit) =>
    document.readyState === "complete"
      ? null
      : Promise.race([new Promise((done) => addEventListener("load", done, { once: true })), pause(limit)]);

  const watch = () => {
    if (watching) return;
    watching = true;
    new MutationObserver(() => { changed = performance.now(); })
      .observe(document, { childList: true, subtree: true, characterData: true });
  };

  // widgets keep a bar ready that is not drawn while nothing is under way
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const waiting = () => {
    const body = document.body;
    if (!body) return true;
    if (body.querySelector(BUSY) || [...body.querySelectorAll(BAR)].some(shown)) return true;
    return !body.innerText.trim() && !body.querySelector("img, svg, canvas, input, button, iframe, frame, frameset");
  };

  return async (limit, grace) => {
    const begun = performance.now();
    const end = performance.now() + limit;
    await loaded(limit);
    watch();
    const shell = performance.now() + SHELL;
    if (!grace && !document.scripts.length && changed === -Infinity) return;
    await idle();
    while (performance.now() < end) {
      const calm = performance.now() - changed;
      const due = changed < begun && performance.now() - begun < grace;
      if (!due && calm >= CALM && (performance.now() >= shell || !waiting())) return;
      await pause(calm < CALM ? CALM - calm + 1 : CALM);
    }
  };
})()
