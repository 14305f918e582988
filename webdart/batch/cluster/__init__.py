"""Runs a batch on a Dask cluster: the adapter of `batch.port.Crew` whose workers may be on any machine."""
