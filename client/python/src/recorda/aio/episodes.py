"""Episodes: how they are started, continued, ended and found, with asyncio."""

from __future__ import annotations

from datetime import datetime
from typing import Optional, Sequence, Union, cast

from google.protobuf import field_mask_pb2

from .._read import added_of, hits_of, memory_of
from .._services import AsyncMemoryService
from .._values import maybe_timestamp
from .._write import (
    add_request,
    episode_filter,
    outcome_value,
    retrieve_request,
    scope_message,
    step_message,
    targeted,
)
from ..types import (
    Added,
    AutoPrune,
    EpisodicMemory,
    Hit,
    Hits,
    JsonObject,
    MemoryTarget,
    NewStep,
    Outcome,
    Scope,
    Source,
)
from ..v1 import memory_pb2, resources_pb2


class AsyncEpisodes:
    """Tasks that an agent worked on, each with at most 50 steps and its outcome. At most 1,000 and 50 MB per user and agent."""

    def __init__(self, memory: AsyncMemoryService, scope: Scope) -> None:
        self._memory = memory
        self._scope = scope

    async def start(
        self,
        task: str,
        *,
        start_time: Optional[datetime] = None,
        steps: Sequence[Union[NewStep, str]] = (),
        auto_prune: Optional[AutoPrune] = None,
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        pinned: bool = False,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[EpisodicMemory]:
        """Starts an episode for a task, whose description is not empty and at most 8 KB.

        `start_time`: absent: now; `steps`: those that were done already.
        """
        episode = resources_pb2.Episode(
            task=task,
            start_time=maybe_timestamp(start_time, "start_time"),
            steps=[step_message(step) for step in steps],
        )
        request = add_request(
            self._scope,
            {"episode": episode},
            metadata=metadata,
            source=source,
            importance=importance,
            pinned=pinned,
            auto_prune=auto_prune,
            request_id=request_id,
        )
        return added_of(await self._memory.add_memory(request, timeout=timeout))

    async def step(
        self,
        target: MemoryTarget,
        step: Union[NewStep, str],
        *,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> EpisodicMemory:
        """Appends a step; concurrent steps are all appended, in order of arrival. For that, pass the id.

        Raises EPISODE_ENDED, and QUOTA_EXCEEDED at the 51st step.
        """
        request = memory_pb2.AppendEpisodeStepRequest(
            scope=scope_message(self._scope),
            step=step_message(step),
            request_id=request_id or "",
            **targeted(target),
        )
        response = await self._memory.append_episode_step(request, timeout=timeout)
        return cast(EpisodicMemory, memory_of(response.memory))

    async def end(
        self,
        target: MemoryTarget,
        outcome: Outcome,
        *,
        note: Optional[str] = None,
        end_time: Optional[datetime] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> EpisodicMemory:
        """Ends it, now or at `end_time`; `note` describes the outcome."""
        mask = ["episode.outcome"]
        if note is not None:
            mask.append("episode.outcome_note")
        if end_time is not None:
            mask.append("episode.end_time")
        episode = resources_pb2.Episode(
            outcome=outcome_value(outcome), outcome_note=note or "", end_time=maybe_timestamp(end_time, "end_time")
        )
        request = memory_pb2.UpdateMemoryRequest(
            memory=resources_pb2.Memory(scope=scope_message(self._scope), episode=episode, **targeted(target)),
            update_mask=field_mask_pb2.FieldMask(paths=mask),
            request_id=request_id or "",
        )
        response = await self._memory.update_memory(request, timeout=timeout)
        return cast(EpisodicMemory, memory_of(response.memory))

    async def find(
        self,
        query: str,
        *,
        outcome: Optional[Outcome] = None,
        top_k: Optional[int] = None,
        top_k_total: Optional[int] = None,
        filter: Optional[str] = None,
        min_similarity: Optional[float] = None,
        near_only: bool = False,
        explain: bool = False,
        now: Optional[datetime] = None,
        include_archived: bool = False,
        timeout: Optional[float] = None,
    ) -> Hits[Hit]:
        """Finds earlier episodes by task and steps: `find("when did we last book?", outcome="failure")`."""
        request = retrieve_request(
            self._scope,
            query,
            types=["episodic"],
            top_k=top_k,
            filter=episode_filter(outcome, filter),
            min_similarity=min_similarity,
            near_only=near_only,
            explain=explain,
            now=now,
            include_archived=include_archived,
        )
        if top_k_total is not None:
            request.top_k_total = top_k_total
        return hits_of(await self._memory.retrieve_memories(request, timeout=timeout))
