"""The client, with asyncio."""

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
    """A client of one server, with asyncio. Every failed call raises a RecordaError."""

    def __init__(self, channel: Channel) -> None:
        self._calls = AsyncCalls(channel)
        #: All calls on memories, with the messages of `recorda.v1.memory_pb2`.
        self.memory = AsyncMemoryService(self._calls)
        #: All calls on conversations and facts, with the messages of `recorda.v1.context_pb2`.
        self.context = AsyncContextService(self._calls)
        #: The calls for operators: limits, backups, retention, audit and all data of a user.
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
        """Returns the handle with the common calls for one user."""
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
        """Returns the handle of one conversation: turns are appended, prompts are built."""
        return AsyncConversation(self.context, Scope(user_id, agent_id, session_id, namespace, task_id))

    async def aclose(self) -> None:
        """Cancels open calls and closes the connection. Later calls raise CANCELLED."""
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
