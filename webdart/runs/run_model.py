"""Chooses the model that a run asks, keeps its account, and checks whether it may be asked at all."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from webdart.budget import Budget, Limits
from webdart.errors import UsageError
from webdart.model.door.account import Account, Books, CountedModel, RoleUse, Terms
from webdart.model.door.endpoint import SETTING, Opened, open_model
from webdart.model.door.port import ChatModel
from webdart.model.door.retry import Repairing
from webdart.plan.model import ActStage, AskStage, ListingStage, Plan, PlannedStage
from webdart.runs.entries import ModelAsked
from webdart.runs.request import RunRequest
from webdart.secret import Mask
from webdart.trace import Trace
from webdart.values import replace


def check_model(request: RunRequest, plan: Plan) -> None:
    """Check, before anything begins, that the model which a plan needs is available.

    Raises:
        UsageError: a question, or a search that wants a model, and none is set; a budget in money and no price;
            settings that can't be.
    """
    opened = _opened(request)
    asked = next((stage for stage in plan.stages if isinstance(stage, AskStage)), None)
    if asked is not None and opened is None:
        raise UsageError(f"{asked.at}: `ask:` needs a model, and none is set", hint=SETTING)
    alone = next((stage for stage in plan.stages if _wants_a_model(stage)), None)
    if alone is not None and opened is None:
        raise UsageError(f"{alone.at}: `search: {{policy: model}}` needs a language model: none is set", hint=SETTING)
    if opened is not None and opened.price is None and any(one.cost is not None for one in _limits(plan)):
        raise UsageError(
            f"budget: cost can't be kept: nobody knows the price of {opened.name}",
            hint=f'put it into a table of your own (the setting prices): [hosts."*"] and below it '
            f'"{opened.name}" = {{ in = 0.15, out = 0.60 }} for a million tokens; or use budget: tokens',
        )


def _wants_a_model(stage: PlannedStage) -> bool:
    """True if the file asks for a model to find the listing, or to carry out an objective."""
    match stage:
        case ListingStage():
            return stage.navigate.search.policy == "model"
        case ActStage():
            return stage.act.search.policy == "model"
        case _:
            return False


def _limits(plan: Plan) -> Iterator[Limits]:
    yield plan.limits
    yield from (stage.limits for stage in plan.stages)


def voting_first(request: RunRequest) -> RunRequest | None:
    """The request as one whose model is the cheaper one that votes before it; None where none is set.

    An endpoint of its own gets no key: that is the other's.
    """
    settings = request.settings
    if settings.small_model is None or settings.replay_model is not None:
        return None
    own = replace(
        settings,
        model=settings.small_model,
        model_url=settings.small_model_url or settings.model_url,
        model_key=None if settings.small_model_url else settings.model_key,
        record_model=None,
    )
    return replace(request, model=None, settings=own)


def _opened(request: RunRequest, trace: Trace | None = None) -> Opened | None:
    if request.model is not None:
        return Opened(model=request.model, name=type(request.model).__name__)
    if trace is None:
        return open_model(request.settings)
    return open_model(request.settings, say=lambda text: trace("warning", text))


class RunModel(Struct, frozen=True, kw_only=True):
    """The model of one run; `opened` is given back at its end."""

    opened: Opened
    counted: CountedModel

    @classmethod
    def of(
        cls, request: RunRequest, budget: Budget, mask: Mask, books: Books, before: Iterable[RoleUse] = ()
    ) -> "RunModel | None":
        """The model that a run may ask, or None. Nothing is sent before it is asked.

        `before` is what the run has cost already.
        """
        opened = _opened(request, books.trace)
        if opened is None:
            return None
        terms = Terms(price=opened.price, thinking=opened.thinking, mask=mask)
        counted = CountedModel(opened.model, budget, books, terms)
        for use in before:
            counted.take(use)
        return cls(opened=opened, counted=counted)

    def within(self, budget: Budget) -> ChatModel:
        """The model as the roles of a stage ask it: charged to the stage's budget, each reply repaired once."""
        return Repairing(self.counted.within(budget))


def account_of(model: RunModel | None, before: Iterable[RoleUse]) -> Account:
    """The account of a run; one without a model may still have been planned by one."""
    if model is not None:
        return model.counted.account
    account = Account()
    for use in before:
        account.add(use)
    return account


def entry_of(use: RoleUse) -> ModelAsked:
    """The cost of one question, as a journal entry."""
    return ModelAsked(
        role=use.role, tokens_in=use.tokens_in, tokens_out=use.tokens_out, cost=use.cost, estimated=use.estimated
    )


def use_of(entry: ModelAsked) -> RoleUse:
    """The cost that a journal entry holds."""
    return RoleUse(
        role=entry.role,
        calls=1,
        tokens_in=entry.tokens_in,
        tokens_out=entry.tokens_out,
        cost=entry.cost,
        estimated=entry.estimated,
    )
