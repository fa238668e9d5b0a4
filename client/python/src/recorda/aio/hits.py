"""Hits as they are found, with asyncio."""

from __future__ import annotations

from typing import List

from .._calls_async import AsyncStream
from .._read import hit_of, report_of
from ..types import Hit, TypeReport
from ..v1 import memory_pb2


class AsyncHitStream:
    """Hits as they are found, each type's together; to be read once. Leaving it cancels the call, on the server too."""

    def __init__(self, events: AsyncStream[memory_pb2.StreamRetrieveMemoriesResponse]) -> None:
        self._events = events
        #: Grows with each type that is done.
        self.types: List[TypeReport] = []
        #: The server's time for the call, and the latency it is held to; 0 until all is there.
        self.latency_ms = 0.0
        self.target_ms = 0.0

    def __aiter__(self) -> AsyncHitStream:
        return self

    async def __anext__(self) -> Hit:
        while True:
            event = await self._events.__anext__()
            case = event.WhichOneof("event")
            if case == "result":
                return hit_of(event.result)
            if case == "type_done":
                self.types.append(report_of(event.type_done))
            elif case == "done":
                self.latency_ms = event.done.latency_ms
                self.target_ms = event.done.target_ms

    async def aclose(self) -> None:
        """Cancels what has not come yet."""
        await self._events.aclose()

    async def __aenter__(self) -> AsyncHitStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
