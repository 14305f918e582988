"""The adapter of the browser port: Chromium, driven by Playwright and its own protocol."""
