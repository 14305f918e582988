"""Scripts that measure and fit how pages are read; they read folders of labelled pages and fetch nothing."""
