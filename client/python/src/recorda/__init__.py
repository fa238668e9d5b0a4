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
    """Makes a client of the server at `address`; absent: RECORDA_URL.

    `address`: `localhost:50051`, or `recorda://`, `grpc://` or `grpcs://` and a host. `api_key`: `rk_…`, if the server requires
    keys; absent: RECORDA_API_KEY. `tls`: True: TLS with the authorities that gRPC trusts; TlsOptions: other authorities, or a
    client certificate; False: no TLS; absent: as the address says, otherwise no TLS. `tries`: the most attempts, 1 to 10, of a call
    that fails because the server is unreachable or overloaded and that may be repeated.

    It connects at the first call and reconnects by itself, so this never fails because a server is unreachable: the calls do.
    Threads may share it.
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
