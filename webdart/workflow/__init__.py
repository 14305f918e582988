"""Reads a file into a `Workflow`, or reports every mistake in it."""

from webdart.workflow.describe import describe
from webdart.workflow.load import load, loads
from webdart.workflow.model import Workflow

__all__ = ["Workflow", "describe", "load", "loads"]
