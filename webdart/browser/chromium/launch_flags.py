"""Starts the browser with its switches, and explains why it does not start."""

import os

from msgspec import Struct
from playwright.async_api import Browser, Playwright
from playwright.async_api import Error as PlaywrightError

from webdart.browser.chromium.executable import ENDED, require_display, why_not_started
from webdart.errors import BrowserMissing

_FLAGS = (
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--safebrowsing-disable-auto-update",
    "--no-first-run",
    "--dns-prefetch-disable",
    # a page is drawn in one piece or two, not in twenty: a fourteenth of the browser's time on short pages
    "--default-tile-width=1280",
    "--default-tile-height=1024",
    # megabytes that scripts may hold before all of it is looked through for waste: a third of the time that it takes to
    # look at a page of 100,000 rows
    "--js-flags=--initial-old-space-size=256",
    "--disable-shared-workers",  # their sockets obey no rule; Chrome for Android did without for years
    "--site-per-process",
)
_DISABLED_FEATURES = (
    # what Playwright disables and we rely on; naming the switch again replaces its list
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    # a document gets a frame and a compositor of its own, even from the same site: a quarter of a walk's processor time
    "RenderDocument",
    # reports that the network stack sends by itself, past the guard
    "NetworkErrorLogging",
    "Reporting",
    # connections before anybody asked for them
    "Prerender2",
    "Prerender2FallbackPrefetchSpecRules",
    "SpeculationRulesPrefetchFuture",
    # what it asks a service for logging in by itself, past the guard
    "FedCm",
    # services of the browser's own, which ask their maker about what a page shows: forms, passwords, languages
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "OptimizationGuideModelDownloading",
    "OptimizationHintsFetching",
    "OptimizationTargetPrediction",
    "PasswordLeakDetection",
    "Translate",
)
_NOTHING_AHEAD = (
    "PrefetchSchedulerTesting"
    ":kPrefetchSchedulerTestingActiveSetSizeLimitForBase/0"
    "/kPrefetchSchedulerTestingActiveSetSizeLimitForBurst/0"
)
"""No page is fetched ahead of time: such requests pass the guard unseen, and nothing but this limit stops them."""

_ENABLED_FEATURES = (
    # what Playwright enables; naming the switch again replaces its list
    "CDPScreenshotNewSurface",
    "SkipListAccountsWithoutGaiaCookies",
    _NOTHING_AHEAD,
)
LOOPBACK_TOO = "<-loopback>"
"""What is asked of this machine itself goes through an egress as well."""


class Start(Struct, frozen=True):
    """Which browser, how it is shown, where its own traffic goes, where its temporary files lie.

    `slow` are seconds between its doings; `proxy` is an egress that lets nothing out; `keys` are those of certificates
    that were found right by the operator's own authorities.
    """

    executable: str
    headed: bool
    slow: float
    proxy: str
    place: str
    keys: tuple[str, ...]


async def started(driver: Playwright, how: Start) -> Browser:
    """The browser. One that ends without a word while it starts is started once more: on a busy machine it may.

    Raises:
        BrowserMissing: it does not start.
    """
    if how.headed:
        require_display(os.environ)
    try:
        return await _start(driver, how)
    except BrowserMissing as error:
        if not error.problem.endswith(ENDED):
            raise
    return await _start(driver, how)


async def _start(driver: Playwright, how: Start) -> Browser:
    believed = [f"--ignore-certificate-errors-spki-list={','.join(how.keys)}"] if how.keys else []
    try:
        return await driver.chromium.launch(
            executable_path=how.executable,
            headless=not how.headed,
            slow_mo=how.slow * 1000,
            chromium_sandbox=not _is_root(),
            args=[
                *_FLAGS,
                *believed,
                f"--disable-features={','.join(_DISABLED_FEATURES)}",
                f"--enable-features={','.join(_ENABLED_FEATURES)}",
            ],
            # a page may neither open windows by itself nor flood us with messages
            ignore_default_args=["--disable-popup-blocking", "--disable-ipc-flooding-protection"],
            proxy={"server": how.proxy, "bypass": LOOPBACK_TOO},
            env={**os.environ, "TMPDIR": how.place},
            # a terminal's Ctrl-C reaches the driver too: it may not end before we have ended the browser
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
    except PlaywrightError as error:
        problem = f"the browser {how.executable} does not start: {why_not_started(error.message)}"
        raise BrowserMissing(problem, hint="`webdart doctor` says what is missing") from error


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
