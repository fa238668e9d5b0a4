"""Writes and reads with the server at an address, which reads from a standby for who sends back what it was told: `sync` or `asyncio`.

The test that starts the server sees that it asked the standby.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import recorda

CONTENT = "likes skiing"


def read(agent: Any) -> None:
    added = agent.add(CONTENT)
    assert agent.get(added.memory.id).text == CONTENT


async def read_async(agent: Any) -> None:
    added = await agent.add(CONTENT)
    assert (await agent.get(added.memory.id)).text == CONTENT


async def run(address: str) -> None:
    async with recorda.connect_async(address) as client:
        await read_async(client.agent("ben", agent_id="guide", session_id="monday"))


address, door = sys.argv[1:]
if door == "asyncio":
    asyncio.run(run(address))
else:
    with recorda.connect(address) as client:
        read(client.agent("ana", agent_id="guide", session_id="monday"))
