"""Finds the control that could answer a part of the SQL: candidates, trial, verdict, undo."""
