"""Which adapters, which stages, in which order? The composition root."""
