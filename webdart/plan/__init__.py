"""Turns a `Workflow` and its inputs into a `Plan`."""

from webdart.plan.build import Inputs, build
from webdart.plan.model import Plan
from webdart.plan.names import RunNames

__all__ = ["Inputs", "Plan", "RunNames", "build"]
