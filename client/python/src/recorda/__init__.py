"""The client of Recorda, a memory server for AI agents.

import recorda

with recorda.connect("localhost:50051") as client:
    ana = client.agent("ana", agent_id="coach")
    ana.add("Ana is allergic to peanuts.")
    for hit in ana.retrieve("What must she not eat?"):
        print(hit.text)
"""

from __future__ import annotations

from typing import Optional, Union

from . import types
from ._constants import TRIES
from ._options import TlsOptions, asked
from ._sync.agent import Agent
from ._sync.client import Recorda
from ._sync.conversation import Conversation
from ._sync.hits import HitStream
from .aio.agent import AsyncAgent
from .aio.client import AsyncRecorda
from .aio.conversation import AsyncConversation
from .aio.hits import AsyncHitStream
from .errors import (
    ErrorResource,
    FieldViolation,
    PreconditionViolation,
    QuotaViolation,
    RecordaError,
)
from .types import (
    UNSET,
    Added,
    Append,
    Change,
    Fact,
    Hit,
    Hits,
    Memory,
    Neighbors,
    NewStep,
    Prompt,
    Remove,
    Replace,
    Scope,
    Tail,
    ToolCall,
    ToolResult,
    Turn,
)

__all__ = [
    "UNSET",
    "Added",
    "Agent",
    "Append",
    "AsyncAgent",
    "AsyncConversation",
    "AsyncHitStream",
    "AsyncRecorda",
    "Change",
    "Conversation",
    "ErrorResource",
    "Fact",
    "FieldViolation",
    "Hit",
    "HitStream",
    "Hits",
    "Memory",
    "Neighbors",
    "NewStep",
    "PreconditionViolation",
    "Prompt",
    "QuotaViolation",
    "Recorda",
    "RecordaError",
    "Remove",
    "Replace",
    "Scope",
    "Tail",
    "TlsOptions",
    "ToolCall",
    "ToolResult",
    "Turn",
    "connect",
    "connect_async",
    "types",
]


def connect(
    address: Optional[str] = None,
    *,
    api_key: Optional[str] = None,
    tls: Union[bool, TlsOptions, None] = None,
    tries: int = TRIES,
) -> Recorda:
    """A client of the server at `address`: `localhost:50051`, or `recorda://`, `grpc://` or `grpcs://` and a host; absent: RECORDA_URL.

    `api_key`: `rk_…`, where the server asks for keys; absent: RECORDA_API_KEY. `tls`: True: trusting the authorities that gRPC brings;
    TlsOptions: others, or a certificate of the client's own; False: none; absent: as the address says, and where it says nothing, none.
    `tries`: the most times that a call is tried which failed for want of a server or of room and may be repeated, 1 to 10.

    It connects when first used and reconnects by itself, so this never fails for want of a server: the calls do. Threads may share it.
    """
    return Recorda(asked(address, api_key, tls, tries))


def connect_async(
    address: Optional[str] = None,
    *,
    api_key: Optional[str] = None,
    tls: Union[bool, TlsOptions, None] = None,
    tries: int = TRIES,
) -> AsyncRecorda:
    """The same for asyncio: `async with recorda.connect_async("localhost:50051") as client`. It belongs to the loop that first uses it."""
    return AsyncRecorda(asked(address, api_key, tls, tries))
