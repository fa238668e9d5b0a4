"""A way to the memories with asyncio."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

from .._calls_async import AsyncCalls
from .._options import Channel
from .._services import AsyncAdminService, AsyncContextService, AsyncMemoryService
from ..types import Scope
from .agent import AsyncAgent
from .conversation import AsyncConversation


class AsyncRecorda:
    """A way to the memories with asyncio. Every failed call raises a RecordaError."""

    def __init__(self, channel: Channel) -> None:
        self._calls = AsyncCalls(channel)
        #: Every call on memories, whole: the messages of `recorda.v1.memory_pb2`.
        self.memory = AsyncMemoryService(self._calls)
        #: Every call on conversations and facts, whole: the messages of `recorda.v1.context_pb2`.
        self.context = AsyncContextService(self._calls)
        #: For those who run the server: its limits, backups, retention, audit and whole users.
        self.admin = AsyncAdminService(self._calls)

    def agent(
        self,
        user_id: str,
        *,
        agent_id: Optional[str] = None,
        session_id: Optional[str] = None,
        namespace: Optional[str] = None,
        task_id: Optional[str] = None,
    ) -> AsyncAgent:
        """The common calls, short, for one user."""
        scope = Scope(user_id, agent_id, session_id, namespace, task_id)
        return AsyncAgent(self._calls, self.memory, self.context, scope)

    def conversation(
        self,
        user_id: str,
        session_id: str,
        *,
        agent_id: Optional[str] = None,
        namespace: Optional[str] = None,
        task_id: Optional[str] = None,
    ) -> AsyncConversation:
        """One conversation: what is said goes in, prompts come out."""
        return AsyncConversation(self.context, Scope(user_id, agent_id, session_id, namespace, task_id))

    async def aclose(self) -> None:
        """Cancels what is open and lets go. Later calls raise CANCELLED."""
        await self._calls.aclose()

    async def __aenter__(self) -> AsyncRecorda:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()
