"""The common calls with the scope bound, with asyncio."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any, AsyncIterator, Literal, Optional, Sequence, Union, overload

from .._calls_async import AsyncCalls
from .._constants import LONGEST_TIMEOUT, RECONNECT_FIRST, RECONNECT_LAST
from .._read import added_of, change_of, hits_of, memory_of, session_of
from .._services import AsyncContextService, AsyncMemoryService
from .._values import to_enum
from .._write import (
    any_add_request,
    list_request,
    retrieve_request,
    scope_message,
    targeted,
    type_value,
    update_request,
)
from ..errors import RecordaError
from ..types import (
    UNSET,
    Added,
    AutoPrune,
    Change,
    DeletedMatching,
    Hit,
    Hits,
    JsonObject,
    JsonValue,
    LongTermMemory,
    Memory,
    MemoryTarget,
    MemoryType,
    Outcome,
    Role,
    Scope,
    Session,
    ShortTermMemory,
    Source,
    Unset,
    WorkingMemory,
)
from ..v1 import context_pb2, memory_pb2
from .documents import AsyncDocuments
from .entities import AsyncEntities
from .episodes import AsyncEpisodes
from .facts import AsyncFacts
from .hits import AsyncHitStream
from .persona import AsyncPersona


class AsyncAgent:
    """The memories of one user, as one agent sees them, with asyncio. Every failed call raises a RecordaError.

    Every call takes `timeout`, in seconds; absent: 30. Every write takes `request_id`, which makes a repeat safe for 24 hours: keep
    it, and repeat the call with the same id and content after an error that is `retryable`. If none is given, the client generates
    one for the retries that it makes itself within the call.
    """

    def __init__(
        self, calls: AsyncCalls, memory: AsyncMemoryService, context: AsyncContextService, scope: Scope
    ) -> None:
        self._calls = calls
        self._memory = memory
        self._context = context
        #: The user, agent and session that these memories belong to.
        self.scope = scope
        #: Lasting traits of the user, as this agent knows them.
        self.persona = AsyncPersona(memory, scope)
        #: Tasks with their steps and their outcomes.
        self.episodes = AsyncEpisodes(memory, scope)
        #: People, places and things of the user's world, and how they are related.
        self.entities = AsyncEntities(memory, scope)
        #: JSON documents of the user, in collections.
        self.documents = AsyncDocuments(memory, scope)
        #: The facts about the user: explicit, confirmed, superseded, forgotten.
        self.facts = AsyncFacts(context, scope)

    def scoped(
        self,
        *,
        user_id: Union[str, Unset] = UNSET,
        agent_id: Union[str, Unset, None] = UNSET,
        session_id: Union[str, Unset, None] = UNSET,
        namespace: Union[str, Unset, None] = UNSET,
        task_id: Union[str, Unset, None] = UNSET,
    ) -> AsyncAgent:
        """Returns the same handle with parts of the scope replaced: `agent.scoped(session_id="tuesday")`."""
        given = {
            "user_id": user_id,
            "agent_id": agent_id,
            "session_id": session_id,
            "namespace": namespace,
            "task_id": task_id,
        }
        changed: Any = {name: value for name, value in given.items() if not isinstance(value, Unset)}
        scope = dataclasses.replace(self.scope, **changed)
        return AsyncAgent(self._calls, self._memory, self._context, scope)

    @overload
    async def add(
        self,
        content: str,
        *,
        type: Literal["long_term"] = "long_term",
        speaker: Optional[str] = None,
        event_time: Optional[datetime] = None,
        turn: Optional[int] = None,
        auto_prune: Optional[AutoPrune] = None,
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        pinned: bool = False,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[LongTermMemory]: ...
    @overload
    async def add(
        self,
        content: str,
        *,
        type: Literal["short_term"],
        role: Role = "user",
        time: Optional[datetime] = None,
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[ShortTermMemory]: ...
    @overload
    async def add(
        self,
        content: JsonValue,
        *,
        type: Literal["working"],
        key: Optional[str] = None,
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[WorkingMemory]: ...
    async def add(
        self, content: JsonValue, *, type: str = "long_term", timeout: Optional[float] = None, **options: Any
    ) -> Added[Any]:
        """Adds a long-term memory: not empty, at most 1 MiB; durable when acknowledged.

        With `type="short_term"` it adds a message to the session; beyond 100 messages the oldest are evicted. With `type="working"`
        it adds an entry to working memory, as `set` does: `agent.add({"city": "Paris"}, type="working")`. Raises QUOTA_EXCEEDED;
        for long-term memories `auto_prune` makes room instead.
        """
        request = any_add_request(self.scope, content, type, options)
        return added_of(await self._memory.add_memory(request, timeout=timeout))

    async def set(
        self,
        key: str,
        value: JsonValue,
        *,
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[WorkingMemory]:
        """Sets an entry of working memory, and replaces one with the same key. At most 10 KB as JSON, 100 entries."""
        return await self.add(
            value,
            type="working",
            key=key,
            metadata=metadata,
            source=source,
            importance=importance,
            request_id=request_id,
            timeout=timeout,
        )

    async def retrieve(
        self,
        query: str,
        *,
        types: Sequence[MemoryType] = (),
        top_k: Optional[int] = None,
        top_k_total: Optional[int] = None,
        filter: Optional[str] = None,
        min_similarity: Optional[float] = None,
        near_only: bool = False,
        explain: bool = False,
        now: Optional[datetime] = None,
        include_archived: bool = False,
        order_by: Literal["grouped", "score"] = "grouped",
        timeout: Optional[float] = None,
    ) -> Hits[Hit]:
        """Finds memories that answer a query (English or Spanish, at most 8 KB), best first: a sequence with the report on the search.

        `types`: absent: long_term. `top_k`: the most hits of each type, `top_k_total`: in all. `filter`: a CEL expression, for
        example `metadata.category == "sports"`. `now`: the time that questions such as "last month" refer to. `order_by`: by type,
        the fastest first, or all types together by similarity.
        """
        request = retrieve_request(
            self.scope,
            query,
            types=types,
            top_k=top_k,
            filter=filter,
            min_similarity=min_similarity,
            near_only=near_only,
            explain=explain,
            now=now,
            include_archived=include_archived,
        )
        request.order_by = to_enum(memory_pb2.RetrieveOrder, "RETRIEVE_ORDER_", order_by)
        if top_k_total is not None:
            request.top_k_total = top_k_total
        return hits_of(await self._memory.retrieve_memories(request, timeout=timeout))

    def stream(
        self,
        query: str,
        *,
        types: Sequence[MemoryType] = (),
        top_k: Optional[int] = None,
        filter: Optional[str] = None,
        min_similarity: Optional[float] = None,
        near_only: bool = False,
        explain: bool = False,
        now: Optional[datetime] = None,
        include_archived: bool = False,
        timeout: Optional[float] = None,
    ) -> AsyncHitStream:
        """Finds the same memories, and yields each as it is found. Leaving the loop cancels the rest."""
        request = retrieve_request(
            self.scope,
            query,
            types=types,
            top_k=top_k,
            filter=filter,
            min_similarity=min_similarity,
            near_only=near_only,
            explain=explain,
            now=now,
            include_archived=include_archived,
        )
        events = self._memory.stream_retrieve_memories(
            memory_pb2.StreamRetrieveMemoriesRequest(retrieve=request), timeout=timeout
        )
        return AsyncHitStream(events)

    async def list(
        self,
        *,
        type: MemoryType = "long_term",
        filter: Optional[str] = None,
        order_by: Optional[Literal["create_time", "create_time desc"]] = None,
        page_size: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Memory]:
        """Lists the memories of a type by create time; pages are fetched as they are needed."""
        request = list_request(self.scope, type, filter=filter, order_by=order_by, page_size=page_size)
        while True:
            page = await self._memory.list_memories(request, timeout=timeout)
            for memory in page.memories:
                yield memory_of(memory)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def get(self, id: str, *, timeout: Optional[float] = None) -> Memory:
        """Returns one memory. Raises MEMORY_NOT_FOUND."""
        request = memory_pb2.GetMemoryRequest(scope=scope_message(self.scope), id=id)
        return memory_of((await self._memory.get_memory(request, timeout=timeout)).memory)

    async def update(
        self,
        target: MemoryTarget,
        *,
        text: Union[str, Unset] = UNSET,
        value: Union[JsonValue, Unset] = UNSET,
        role: Union[Role, Unset] = UNSET,
        time: Union[datetime, Unset] = UNSET,
        speaker: Union[str, Unset, None] = UNSET,
        event_time: Union[datetime, Unset, None] = UNSET,
        turn: Union[int, Unset, None] = UNSET,
        outcome: Union[Outcome, Unset, None] = UNSET,
        outcome_note: Union[str, Unset] = UNSET,
        end_time: Union[datetime, Unset, None] = UNSET,
        name: Union[str, Unset] = UNSET,
        aliases: Union[Sequence[str], Unset] = UNSET,
        attributes: Union[JsonObject, Unset] = UNSET,
        valid_from: Union[datetime, Unset, None] = UNSET,
        valid_to: Union[datetime, Unset, None] = UNSET,
        evidence: Union[Sequence[str], Unset] = UNSET,
        data: Union[JsonObject, Unset] = UNSET,
        importance: Union[float, Unset, None] = UNSET,
        pinned: Union[bool, Unset] = UNSET,
        metadata: Union[JsonObject, Unset, None] = UNSET,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Memory:
        """Changes what is given and nothing else; None clears. Raises MEMORY_NOT_FOUND, ETAG_MISMATCH, QUOTA_EXCEEDED.

        `text` is the content of a message or a text, or the task of an episode; `value` is the value of an entry or a trait.
        `aliases`, `attributes`, `evidence`, `data` and `metadata` are replaced as a whole.
        """
        given = locals()
        others = ("self", "target", "request_id", "timeout")
        patch = {name: part for name, part in given.items() if name not in others}
        request = update_request(self.scope, target, patch, request_id)
        return memory_of((await self._memory.update_memory(request, timeout=timeout)).memory)

    async def pin(
        self, target: MemoryTarget, *, request_id: Optional[str] = None, timeout: Optional[float] = None
    ) -> Memory:
        """Pins a memory: it is never archived, pruned or merged as a duplicate until `unpin`. Refused for working and short-term memory."""
        return await self.update(target, pinned=True, request_id=request_id, timeout=timeout)

    async def unpin(
        self, target: MemoryTarget, *, request_id: Optional[str] = None, timeout: Optional[float] = None
    ) -> Memory:
        """Unpins a memory: from now on it ages again."""
        return await self.update(target, pinned=False, request_id=request_id, timeout=timeout)

    async def delete(
        self, target: MemoryTarget, *, request_id: Optional[str] = None, timeout: Optional[float] = None
    ) -> None:
        """Deletes one memory. Raises MEMORY_NOT_FOUND and ETAG_MISMATCH."""
        request = memory_pb2.DeleteMemoryRequest(
            scope=scope_message(self.scope), request_id=request_id or "", **targeted(target)
        )
        await self._memory.delete_memory(request, timeout=timeout)

    async def delete_matching(
        self,
        filter: str,
        *,
        type: MemoryType = "long_term",
        force: bool = False,
        timeout: Optional[float] = None,
    ) -> DeletedMatching:
        """Deletes every memory of a type that a filter matches, for example `speaker == "Ben"`; `true` matches all.

        Without `force` it deletes nothing and returns how many it would delete. It does not delete all at once: after an error that
        is `retryable`, repeat it.
        """
        request = memory_pb2.DeleteMemoriesRequest(
            scope=scope_message(self.scope), type=type_value(type), filter=filter, force=force
        )
        done = await self._memory.delete_memories(request, timeout=timeout)
        return DeletedMatching(
            done.matched_count, done.deleted_count, done.deleted_relationship_count, tuple(done.sample_ids)
        )

    async def watch(
        self,
        *,
        types: Sequence[MemoryType] = (),
        resume_token: Optional[str] = None,
        from_oldest: bool = False,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Change]:
        """Yields the changes of the scope's memories, in order and each once, until the reader stops; `types`: absent: all but working.

        It reconnects by itself and continues where it was. Without a token it begins with the next change, or with the oldest that
        is kept, at most 7 days old. Raises CHANGES_GONE if the token is older: then read the memories anew.
        """
        request = memory_pb2.WatchMemoriesRequest(
            scope=scope_message(self.scope),
            types=[type_value(name) for name in types],
            resume_token=resume_token or "",
            from_oldest=from_oldest,
        )
        wait = RECONNECT_FIRST
        while True:
            events = self._memory.watch_memories(request, timeout=timeout or LONGEST_TIMEOUT)
            try:
                async for event in events:
                    case = event.WhichOneof("event")
                    if case is None:
                        continue
                    request.resume_token = (
                        event.change.resume_token if case == "change" else event.position.resume_token
                    )
                    wait = RECONNECT_FIRST
                    if case == "change":
                        yield change_of(event.change)
            except RecordaError as error:
                # If nothing was received yet, starting again would miss the changes made in the meantime.
                is_lost = not request.resume_token and not from_oldest
                if timeout is not None or is_lost or not error.retryable:
                    raise
            finally:
                await events.aclose()
            await self._calls.sleep(wait)
            wait = min(2 * wait, RECONNECT_LAST)

    async def sessions(self, *, timeout: Optional[float] = None) -> AsyncIterator[Session]:
        """Lists the user's sessions, the most recently used first; pages are fetched as they are needed."""
        request = context_pb2.ListSessionsRequest(scope=scope_message(self.scope))
        while True:
            page = await self._context.list_sessions(request, timeout=timeout)
            for session in page.sessions:
                yield session_of(session)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def end_task(self, *, timeout: Optional[float] = None) -> int:
        """Ends the scope's task, deletes its working memory and returns the number of entries.

        Without a task_id: the entries that have none.
        """
        request = memory_pb2.EndTaskRequest(scope=scope_message(self.scope))
        return (await self._memory.end_task(request, timeout=timeout)).cleared_count
