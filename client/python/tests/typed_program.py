"""A program of a user, which the types must fit: it is checked, and not run."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Optional

from typing_extensions import assert_type

import recorda
from recorda.types import Added, EntityHit, LongTermMemory, PersonaMemory, ShortTermMemory, WorkingMemory
from recorda.v1 import memory_pb2


def waiting(client: recorda.Recorda) -> None:
    ana = client.agent("ana", agent_id="coach")
    assert_type(ana.add("x", turn=1), Added[LongTermMemory])
    assert_type(ana.add("x", type="short_term", role="tool"), Added[ShortTermMemory])
    assert_type(ana.add({"a": 1}, type="working"), Added[WorkingMemory])
    assert_type(ana.persona.get("diet"), Optional[PersonaMemory])
    assert_type([hit.memory.create_time for hit in ana.retrieve("x")], List[datetime])
    assert_type(ana.entities.find("x").hits[0], EntityHit)
    assert_type(ana.get("x").metadata, Optional[Dict[str, Any]])
    ana.add("x", type="short_term", speaker="Ben")  # type: ignore[call-overload]
    ana.retrieve("x", types=["eternal"])  # type: ignore[list-item]
    ana.retrieve("x", topk=1)  # type: ignore[call-arg]
    assert_type(client.memory.get_memory(memory_pb2.GetMemoryRequest()), memory_pb2.GetMemoryResponse)
    for event in client.memory.watch_memories(memory_pb2.WatchMemoriesRequest()):
        assert_type(event, memory_pb2.WatchMemoriesResponse)


async def awaiting(client: recorda.AsyncRecorda) -> None:
    ana = client.agent("ana", agent_id="coach")
    assert_type(await ana.add("x"), Added[LongTermMemory])
    async for hit in ana.stream("x"):
        assert_type(hit, recorda.Hit)
    assert_type([memory.id async for memory in ana.list()], List[str])
    assert_type(await client.conversation("ana", "monday").prompt("x"), recorda.Prompt)
