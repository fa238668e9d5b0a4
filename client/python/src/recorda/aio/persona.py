"""Traits, by key, with asyncio."""

from __future__ import annotations

from typing import AsyncIterator, Optional, cast

from .._read import added_of, memory_of
from .._services import AsyncMemoryService
from .._values import to_value
from .._write import add_request, list_request, scope_message, type_value
from ..errors import RecordaError
from ..types import Added, JsonObject, JsonValue, PersonaMemory, Scope, Source
from ..v1 import memory_pb2, resources_pb2


class AsyncPersona:
    """Lasting traits of a user as one agent knows them. They never expire and are never pruned; earlier values are kept."""

    def __init__(self, memory: AsyncMemoryService, scope: Scope) -> None:
        self._memory = memory
        self._scope = scope

    async def set(
        self,
        key: str,
        value: JsonValue,
        *,
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        pinned: bool = False,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[PersonaMemory]:
        """Sets a trait, at most 64 KB as JSON. If the key exists, the earlier value is kept as a version.

        Setting the same value again changes nothing. Raises QUOTA_EXCEEDED at 1,000 traits or 1 MB of this agent, including
        versions.
        """
        trait = resources_pb2.PersonaTrait(key=key, value=to_value(value, "value"))
        request = add_request(
            self._scope,
            {"trait": trait},
            metadata=metadata,
            source=source,
            importance=importance,
            pinned=pinned,
            request_id=request_id,
        )
        return added_of(await self._memory.add_memory(request, timeout=timeout))

    async def get(self, key: str, *, timeout: Optional[float] = None) -> Optional[PersonaMemory]:
        """Returns the trait, or None if there is none."""
        name = memory_pb2.MemoryName(type=type_value("persona"), key=key)
        request = memory_pb2.GetMemoryRequest(scope=scope_message(self._scope), name=name)
        try:
            found = await self._memory.get_memory(request, timeout=timeout)
        except RecordaError as error:
            if error.reason == "MEMORY_NOT_FOUND":
                return None
            raise
        return cast(PersonaMemory, memory_of(found.memory))

    async def all(self, *, timeout: Optional[float] = None) -> AsyncIterator[PersonaMemory]:
        """Lists every trait, the oldest first."""
        request = list_request(self._scope, "persona")
        while True:
            page = await self._memory.list_memories(request, timeout=timeout)
            for memory in page.memories:
                yield cast(PersonaMemory, memory_of(memory))
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token
