"""Entities and their relationships: how they are added, walked along and found, with asyncio."""

from __future__ import annotations

from datetime import datetime
from typing import List, Optional, Sequence, Union, cast

from .._read import added_of, entity_hits_of, memory_of, reached_of, relationships_of
from .._services import AsyncMemoryService
from .._values import maybe_struct, maybe_timestamp, to_timestamp
from .._write import (
    add_request,
    direction_value,
    neighbors_message,
    retrieve_request,
    scope_message,
    start_message,
    targeted,
    type_value,
)
from ..errors import RecordaError
from ..types import (
    Added,
    Direction,
    EntityHit,
    EntityMemory,
    EntityTarget,
    Hits,
    JsonObject,
    MemoryTarget,
    Neighbors,
    RelationshipMemory,
    Scope,
    Source,
    Traversal,
)
from ..v1 import memory_pb2, resources_pb2


class AsyncEntities:
    """People, places and things of the user's world. At most 5,000 entities, 10,000 relationships and 50 MB of each per user."""

    def __init__(self, memory: AsyncMemoryService, scope: Scope) -> None:
        self._memory = memory
        self._scope = scope

    async def upsert(
        self,
        name: str,
        type: str,
        *,
        attributes: Optional[JsonObject] = None,
        aliases: Sequence[str] = (),
        valid_from: Optional[datetime] = None,
        valid_to: Optional[datetime] = None,
        evidence: Sequence[str] = (),
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        pinned: bool = False,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[EntityMemory]:
        """Adds an entity, or merges it into the one that has this name and type (compared without case, accents and spaces).

        If it is merged, the operation is MERGED, attributes are replaced one by one, and the earlier state is kept as a version.
        """
        entity = resources_pb2.Entity(
            name=name,
            type=type,
            attributes=maybe_struct(attributes, "attributes"),
            aliases=aliases,
            valid_from=maybe_timestamp(valid_from, "valid_from"),
            valid_to=maybe_timestamp(valid_to, "valid_to"),
            evidence=evidence,
        )
        request = add_request(
            self._scope,
            {"entity": entity},
            metadata=metadata,
            source=source,
            importance=importance,
            pinned=pinned,
            request_id=request_id,
        )
        return added_of(await self._memory.add_memory(request, timeout=timeout))

    async def relate(
        self,
        start: EntityTarget,
        type: str,
        end: EntityTarget,
        *,
        attributes: Optional[JsonObject] = None,
        valid_from: Optional[datetime] = None,
        valid_to: Optional[datetime] = None,
        evidence: Sequence[str] = (),
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        pinned: bool = False,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[RelationshipMemory]:
        """Adds a relationship: `relate(("Ana", "person"), "works_at", ("Acme", "company"))`.

        Its ends are ids, entities, or names with types, which are added if they do not exist. If it overlaps in time with another
        of the same type and ends, it is merged into that one (MERGED).
        """
        relationship = resources_pb2.Relationship(
            from_id=await self._id_of(start, timeout),
            to_id=await self._id_of(end, timeout),
            type=type,
            attributes=maybe_struct(attributes, "attributes"),
            valid_from=maybe_timestamp(valid_from, "valid_from"),
            valid_to=maybe_timestamp(valid_to, "valid_to"),
            evidence=evidence,
        )
        request = add_request(
            self._scope,
            {"relationship": relationship},
            metadata=metadata,
            source=source,
            importance=importance,
            pinned=pinned,
            request_id=request_id,
        )
        return added_of(await self._memory.add_memory(request, timeout=timeout))

    async def _id_of(self, end: EntityTarget, timeout: Optional[float]) -> str:
        """Returns the id of an end. The call's request id is used for the relationship; ends need none, since a repeat changes nothing."""
        if isinstance(end, str):
            return end
        if isinstance(end, tuple):
            name, type = end
            return (await self.upsert(name, type, timeout=timeout)).memory.id
        return end.id

    async def get(self, name: str, type: str, *, timeout: Optional[float] = None) -> Optional[EntityMemory]:
        """Returns the entity, or None if there is none of this name and type."""
        which = memory_pb2.MemoryName(type=type_value("entity"), kind=type, key=name)
        request = memory_pb2.GetMemoryRequest(scope=scope_message(self._scope), name=which)
        try:
            found = await self._memory.get_memory(request, timeout=timeout)
        except RecordaError as error:
            if error.reason == "MEMORY_NOT_FOUND":
                return None
            raise
        return cast(EntityMemory, memory_of(found.memory))

    async def traverse(
        self,
        start: Union[EntityTarget, List[EntityTarget]],
        *,
        direction: Direction = "both",
        max_hops: Optional[int] = None,
        limit: Optional[int] = None,
        relationship_types: Sequence[str] = (),
        entity_types: Sequence[str] = (),
        as_of: Optional[datetime] = None,
        known_at: Optional[datetime] = None,
        timeout: Optional[float] = None,
    ) -> Traversal:
        """Walks from one entity, or a list of several, along relationships, nearest first. Raises MEMORY_NOT_FOUND.

        A name with an empty type may match several entities, and may be an alias: `traverse(("Acme", ""))`. `max_hops`: 1 to 5;
        absent: 1. `limit`: the most entities, 1 to 1,000; absent: 100. `as_of`: only what was valid in the world then; `known_at`:
        only what the store had recorded then.
        """
        starts = start if isinstance(start, list) else [start]
        request = memory_pb2.TraverseEntitiesRequest(
            scope=scope_message(self._scope),
            starts=[start_message(each) for each in starts],
            direction=direction_value(direction),
            max_hops=max_hops or 0,
            limit=limit or 0,
            relationship_types=relationship_types,
            entity_types=entity_types,
            as_of=maybe_timestamp(as_of, "as_of"),
            known_at=maybe_timestamp(known_at, "known_at"),
        )
        walked = await self._memory.traverse_entities(request, timeout=timeout)
        return Traversal(
            entities=tuple(reached_of(each) for each in walked.entities),
            relationships=relationships_of(walked.relationships),
            truncated=walked.truncated,
            latency_ms=walked.latency_ms,
        )

    async def find(
        self,
        query: str,
        *,
        neighbors: Optional[Neighbors] = None,
        as_of: Optional[datetime] = None,
        known_at: Optional[datetime] = None,
        top_k: Optional[int] = None,
        filter: Optional[str] = None,
        min_similarity: Optional[float] = None,
        near_only: bool = False,
        explain: bool = False,
        now: Optional[datetime] = None,
        include_archived: bool = False,
        timeout: Optional[float] = None,
    ) -> Hits[EntityHit]:
        """Finds entities by name, alias, meaning and relationships: `find("who works at Acme?", neighbors=Neighbors(max_hops=1))`."""
        request = retrieve_request(
            self._scope,
            query,
            types=["entity"],
            top_k=top_k,
            filter=filter,
            min_similarity=min_similarity,
            near_only=near_only,
            explain=explain,
            now=now,
            include_archived=include_archived,
        )
        if as_of is not None:
            request.as_of.CopyFrom(to_timestamp(as_of, "as_of"))
        if known_at is not None:
            request.known_at.CopyFrom(to_timestamp(known_at, "known_at"))
        if neighbors is not None:
            request.entity_neighbors.CopyFrom(neighbors_message(neighbors))
        return entity_hits_of(await self._memory.retrieve_memories(request, timeout=timeout))

    async def delete(
        self, target: MemoryTarget, *, request_id: Optional[str] = None, timeout: Optional[float] = None
    ) -> int:
        """Deletes an entity with its relationships, or one relationship; returns how many relationships were deleted with the entity."""
        request = memory_pb2.DeleteMemoryRequest(
            scope=scope_message(self._scope), request_id=request_id or "", **targeted(target)
        )
        return (await self._memory.delete_memory(request, timeout=timeout)).deleted_relationship_count
