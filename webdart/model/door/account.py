"""Keeps a run's account of the model: what each role has cost, and whether the next question is affordable.

Everything that a run asks goes through here: secrets are blanked, the most that a question can cost is checked against
the budget before it is sent, and what it really cost is charged.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from webdart.budget import Budget
from webdart.errors import UnfitReply
from webdart.model.door.port import ChatModel, Prompt, Reply
from webdart.model.door.prices import Price
from webdart.model.door.tokens import of_prompt
from webdart.secret import Mask
from webdart.trace import Trace
from webdart.values import replace

_MARGIN = 1.15  # our estimate of a prompt may fall short of the server's count by this much


class RoleUse(Struct, frozen=True, kw_only=True):
    """What one role has cost; `cost` None where the price is unknown, `estimated` where the server counted nothing."""

    role: str
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    estimated: bool = False

    def plus(self, other: "RoleUse") -> "RoleUse":
        """Both together."""
        known = self.cost is not None and other.cost is not None
        return replace(
            self,
            calls=self.calls + other.calls,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=(self.cost or 0.0) + (other.cost or 0.0) if known else None,
            estimated=self.estimated or other.estimated,
        )


@dataclass(slots=True)
class Account:
    """What was spent, by role."""

    roles: dict[str, RoleUse] = field(default_factory=dict[str, RoleUse])

    def add(self, use: RoleUse) -> None:
        """Count one more."""
        known = self.roles.get(use.role)
        self.roles[use.role] = use if known is None else known.plus(use)

    @property
    def total(self) -> RoleUse:
        """All roles together; its `role` is empty."""
        whole = RoleUse(role="")
        for use in self.roles.values():
            whole = whole.plus(use)
        return whole


class Terms(Struct, frozen=True, kw_only=True):
    """What a model's tokens cost (None: unknown), how many it may think beside its reply, what must not be sent."""

    price: Price | None = None
    thinking: int = 0
    mask: Mask = Mask()


def _nowhere(use: RoleUse) -> None:
    del use


class Books(Struct, frozen=True, kw_only=True):
    """Where a run's model keeps account: in memory, in the trace, and wherever `note` writes each question down."""

    trace: Trace
    account: Account = msgspec.field(default_factory=Account)
    note: Callable[[RoleUse], None] = _nowhere


class CountedModel:
    """Hands every prompt on if the budget suffices, and keeps the account."""

    def __init__(self, model: ChatModel, budget: Budget, books: Books, terms: Terms | None = None) -> None:
        self._model = model
        self._budget = budget
        self._books = books
        self._terms = terms or Terms()

    @property
    def account(self) -> Account:
        """What was spent so far, in all stages."""
        return self._books.account

    def within(self, budget: Budget) -> "CountedModel":
        """The same model and account, charged to the budget of a stage (which charges the run's)."""
        return CountedModel(self._model, budget, self._books, self._terms)

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`."""
        prompt = self._masked(prompt)
        most_in = int(of_prompt(prompt) * _MARGIN)
        most_out = prompt.reply_tokens + self._terms.thinking
        self._budget.afford("tokens", most_in + most_out)
        if self._terms.price is not None:
            self._budget.afford("cost", self._terms.price.of(most_in, most_out))
        try:
            reply = await self._model.complete(prompt, schema)
        except UnfitReply as unfit:
            self._charge(prompt.role, *unfit.tokens, estimated=False)
            raise
        self._charge(prompt.role, reply.tokens_in, reply.tokens_out, estimated=reply.estimated)
        return reply

    def take(self, use: RoleUse) -> None:
        """Charge what was spent for this run before: for planning it, or until it was stopped."""
        self.account.add(use)
        self._budget.charge("tokens", use.tokens_in + use.tokens_out)
        self._budget.charge("cost", use.cost or 0.0)

    def _masked(self, prompt: Prompt) -> Prompt:
        mask = self._terms.mask
        again = prompt.again and replace(prompt.again, reply=mask(prompt.again.reply), why=mask(prompt.again.why))
        return replace(prompt, system=mask(prompt.system), user=mask(prompt.user), again=again)

    def _charge(self, role: str, tokens_in: int, tokens_out: int, *, estimated: bool) -> None:
        price = self._terms.price
        cost = None if price is None else price.of(tokens_in, tokens_out)
        use = RoleUse(role=role, calls=1, tokens_in=tokens_in, tokens_out=tokens_out, cost=cost, estimated=estimated)
        self.take(use)
        self._books.note(use)
        text = f"{role}: {tokens_in} tokens in, {tokens_out} out"
        self._books.trace("model", text, role=role, tokens=tokens_in + tokens_out, cost=cost or 0.0)
