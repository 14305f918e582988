"""Returns an unusable reply to the model once, with the reason; a second one is an error."""

from collections.abc import Mapping

from webdart.errors import UnfitReply
from webdart.model.door import reply_schema as fit
from webdart.model.door.port import Again, ChatModel, Prompt, Reply
from webdart.values import replace

_KEPT = 1000  # letters of the bad reply that are sent back: a weak model would go on with a long one


class Repairing:
    """A model of which every question is put once more when its reply does not fit."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`."""
        try:
            return await self._model.complete(prompt, schema)
        except UnfitReply as unfit:
            again = Again(reply=unfit.said[:_KEPT], why=unfit.why, schema=fit.closed(schema))
            return await self._model.complete(replace(prompt, again=again), schema)
