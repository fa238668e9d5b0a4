"""Hits as they are found, with asyncio."""

from __future__ import annotations

from typing import List

from .._calls_async import AsyncStream
from .._read import hit_of, report_of
from ..types import Hit, TypeReport
from ..v1 import memory_pb2


class AsyncHitStream:
    """Hits as they are found, grouped by type; they can be iterated only once. Leaving the loop cancels the call, on the server too."""

    def __init__(self, events: AsyncStream[memory_pb2.StreamRetrieveMemoriesResponse]) -> None:
        self._events = events
        #: The reports on types, which grow with each type that is done.
        self.types: List[TypeReport] = []
        #: The time that the server spent on the call, and the latency target; 0 until all types are done.
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
        """Cancels the rest of the search."""
        await self._events.aclose()

    async def __aenter__(self) -> AsyncHitStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
