"""Which adapters, which stages, in which order? The composition root: it reads as a table of contents.

A workflow becomes a plan, the plan's stages run one after another, every page is committed before the next is asked
for, and the outcome is told whatever happened: what was collected is never lost to a later mistake.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import assert_never

import pyarrow as pa

from webdart.act.rows import Writing
from webdart.act.tools import ActTools
from webdart.answer.conclude import Facts, conclude
from webdart.answer.outcome import ModelUse, Outcome
from webdart.answer.report import ReportData, planned, sample, write_report
from webdart.answer.shape import AnswerValue, compose
from webdart.budget import Budget
from webdart.compute import SandboxCompute, SandboxLimits
from webdart.errors import NotYet, WebdartError
from webdart.llm.port import ChatModel
from webdart.navigate import Tools, Walk
from webdart.pages.chromium import BrowserOptions, Chromium, launch
from webdart.pages.port import Held
from webdart.plan import Inputs, Plan, build
from webdart.plan.ask import write_sql
from webdart.plan.model import (
    ActStage,
    AskStage,
    Cursor,
    ListingStage,
    PlannedStage,
    Query,
    QueryStage,
    ScriptStage,
    SitePlan,
)
from webdart.plan.names import RunNames
from webdart.records.model import ListingSummary, Remark
from webdart.runs.consent import Consent, Question
from webdart.runs.folder import Project, RunFolder, RunRecord, hash_of
from webdart.runs.history import History
from webdart.runs.journal import Journal, RunEnded, RunResumed, RunStarted, StageDone, StageStarted
from webdart.runs.release import Release, WriteRecord
from webdart.runs.resume import prepare
from webdart.secret import Mask, Secret, secret_lookup
from webdart.settings import Settings
from webdart.settings import build as build_settings
from webdart.table.duck import DuckTable
from webdart.trace import Event, Listener, Trace
from webdart.workflow import Workflow, load
from webdart.workflow.library import find
from webdart.workflow.model import Scalar

AskConsent = Callable[[str], bool]
"""Shows a person what would be written; True is consent."""
