"""What has the model cost so far? A model that keeps an account, charged to the run's budget."""

from collections.abc import Mapping

from webdart.budget import Budget
from webdart.llm.port import ChatModel, Prompt, Reply
from webdart.trace import Trace


class CountedModel:
    """Hands every prompt on, counts calls and tokens, and stops at the budget's limit."""

    def __init__(self, model: ChatModel, budget: Budget, trace: Trace) -> None:
        self._model = model
        self._budget = budget
        self._trace = trace
        self.calls = 0
        self.tokens_in = 0
        self.tokens_out = 0

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`.

        Raises:
            ModelError: as there.
            Incomplete: the budget of tokens is spent.
        """
        self.calls += 1
        reply = await self._model.complete(prompt, schema)
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out
        self._trace("model", f"{prompt.role}: {reply.tokens_in} tokens in, {reply.tokens_out} out", role=prompt.role)
        self._budget.spend("tokens", reply.tokens_in + reply.tokens_out)
        return reply
