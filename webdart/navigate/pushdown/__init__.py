"""Which control could answer which part of the SQL: candidates, trial, verdict, undo."""
