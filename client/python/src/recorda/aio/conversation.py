"""A conversation with its scope bound, with asyncio: turns are appended, prompts are built."""

from __future__ import annotations

import json
from typing import Any, AsyncIterator, List, Mapping, Optional, Sequence, Union

from .._read import kept_turn_of
from .._services import AsyncContextService
from .._values import to_enum
from .._write import extra_messages, format_value, result_message, scope_message, turn_message
from ..types import KeptTurn, Prompt, Provider, Scope, Tail, ToolResult, Turn, WindowPolicy
from ..v1 import context_pb2

_MARKS: Mapping[int, Any] = {
    context_pb2.CACHE_MARK_BEFORE_BLOCK: "before-block",
    context_pb2.CACHE_MARK_LAST_MESSAGE: "last-message",
}


class AsyncConversation:
    """One conversation, with asyncio. Every failed call raises a RecordaError; every call takes `timeout`, in seconds."""

    def __init__(self, context: AsyncContextService, scope: Scope) -> None:
        self._context = context
        #: The user, session and agent of the conversation.
        self.scope = scope

    async def append(
        self,
        turns: Union[Turn, str, Sequence[Turn]],
        *,
        recall_off: Optional[bool] = None,
        window_policy: Optional[WindowPolicy] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> context_pb2.AppendTurnsResponse:
        """Appends turns in order; they are durable when it returns. A bare text is a turn of the user.

        `window_policy`: the policy by which the window is cut from now on; absent: unchanged.
        """
        several = [Turn(turns)] if isinstance(turns, str) else [turns] if isinstance(turns, Turn) else turns
        request = context_pb2.AppendTurnsRequest(
            scope=scope_message(self.scope),
            turns=[turn_message(turn) for turn in several],
            window_policy=to_enum(context_pb2.WindowPolicy, "WINDOW_POLICY_", window_policy),
            request_id=request_id or "",
        )
        if recall_off is not None:
            request.recall_off = recall_off
        return await self._context.append_turns(request, timeout=timeout)

    async def prompt(
        self,
        new_turn: str = "",
        *,
        model: str = "",
        provider: Provider = "openai-chat",
        max_tokens: Optional[int] = None,
        max_recall_tokens: Optional[int] = None,
        tool_results: Sequence[ToolResult] = (),
        tools: Optional[Mapping[str, str]] = None,
        examples: Sequence[str] = (),
        format_instructions: Optional[str] = None,
        facts_first: bool = False,
        is_retry: bool = False,
        explain: bool = False,
        asks_to_confirm: bool = False,
        timeout: Optional[float] = None,
    ) -> Prompt:
        """Builds the prompt for the user's new message, or without a text for their last one. It stores nothing.

        `model`: by which tokens are counted; absent: o200k_base. `max_tokens`: 100 to 4,000; absent: 4,000. `tool_results`: those
        that the model has not seen yet. `tools`: descriptions by name; they, `examples` and `format_instructions` are left out if
        the model need not see them again. `is_retry`: whether this asks again after an answer that failed. `asks_to_confirm`:
        whether the prompt may have the model ask in passing if a fact still holds that becomes stale soon.
        """
        order = context_pb2.BLOCK_ORDER_FACTS_FIRST if facts_first else context_pb2.BLOCK_ORDER_UNSPECIFIED
        request = context_pb2.AssembleContextRequest(
            scope=scope_message(self.scope),
            new_turn=new_turn,
            model=model,
            format=format_value(provider),
            max_tokens=max_tokens,
            max_recall_tokens=max_recall_tokens,
            tool_results=[result_message(result) for result in tool_results],
            extras=extra_messages(tools or {}, examples, format_instructions),
            is_retry=is_retry,
            order=order,
            explain=explain,
            asks_to_confirm=asks_to_confirm,
        )
        response = await self._context.assemble_context(request, timeout=timeout)
        return Prompt(response.payload if provider == "plain" else json.loads(response.payload), response)

    async def tail(
        self,
        new_turn: str = "",
        *,
        model: str = "",
        provider: Provider = "openai-chat",
        max_tokens: Optional[int] = None,
        max_recall_tokens: Optional[int] = None,
        host_turns: Optional[int] = None,
        kept: Optional[Sequence[str]] = None,
        timeout: Optional[float] = None,
    ) -> Tail:
        """For hosts that keep their own history: returns what memory has for this question and is not in that history.

        It is one block for this request only. `max_tokens`: of the block, 100 to 4,000; absent: 250. `host_turns`: the number of
        the session's newest turns that your history still has; absent: all. `kept`: the `sources` of the tails that your history
        holds, if you leave tails in it; absent: no tail stays.
        """
        tail = context_pb2.TailOptions(
            host_turns=host_turns, keeps_blocks=kept is not None, kept_sources=list(kept or ())
        )
        request = context_pb2.AssembleContextRequest(
            scope=scope_message(self.scope),
            new_turn=new_turn,
            model=model,
            format=format_value(provider),
            max_tokens=max_tokens,
            max_recall_tokens=max_recall_tokens,
            mode=context_pb2.ASSEMBLE_MODE_TAIL,
            tail=tail,
        )
        response = await self._context.assemble_context(request, timeout=timeout)
        return Tail(
            messages=() if provider == "plain" else tuple(_messages_of(response.payload)),
            text="\n\n".join(block.text for block in response.blocks),
            sources=tuple(source for block in response.blocks for source in block.sources),
            mark=_MARKS.get(response.cache_mark, "none"),
            token_count=response.token_count,
            raw=response,
        )

    async def instruct(
        self,
        *,
        identity: str = "",
        capabilities: str = "",
        rules: str = "",
        format: str = "",
        timeout: Optional[float] = None,
    ) -> context_pb2.SystemPrompt:
        """Stores the agent's system prompt; from now on every prompt of that agent has it."""
        blocks = context_pb2.SystemPrompt(identity=identity, capabilities=capabilities, rules=rules, format=format)
        request = context_pb2.PutSystemPromptRequest(agent_id=self.scope.agent_id or "", system_prompt=blocks)
        return (await self._context.put_system_prompt(request, timeout=timeout)).system_prompt

    async def report_output(
        self, is_right: bool, *, parse_error: str = "", error: str = "", timeout: Optional[float] = None
    ) -> None:
        """Reports how the model's answer turned out; the next prompt takes it into account."""
        request = context_pb2.ReportOutputRequest(
            scope=scope_message(self.scope),
            is_valid=is_right,
            fits_structure=is_right,
            parse_error=parse_error,
            error=error,
        )
        await self._context.report_output(request, timeout=timeout)

    async def flush(self, *, timeout: Optional[float] = None) -> List[context_pb2.Segment]:
        """Seals the window: the next prompt has its summary."""
        request = context_pb2.FlushTopicRequest(scope=scope_message(self.scope))
        return list((await self._context.flush_topic(request, timeout=timeout)).sealed)

    async def end(self, *, timeout: Optional[float] = None) -> List[context_pb2.Segment]:
        """Seals the window and closes the session; its turns can still be found."""
        request = context_pb2.EndSessionRequest(scope=scope_message(self.scope))
        return list((await self._context.end_session(request, timeout=timeout)).sealed)

    async def turns(self, *, newest_first: bool = False, timeout: Optional[float] = None) -> AsyncIterator[KeptTurn]:
        """Lists the session's turns as far as they are kept, in order; pages are fetched as they are needed."""
        request = context_pb2.ListTurnsRequest(
            scope=scope_message(self.scope), order_by="turn desc" if newest_first else "turn"
        )
        while True:
            page = await self._context.list_turns(request, timeout=timeout)
            for turn in page.turns:
                yield kept_turn_of(turn)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def usage(self, *, timeout: Optional[float] = None) -> context_pb2.GetTokenUsageResponse:
        """Returns the tokens and costs of the session's prompts, compared with the whole history."""
        request = context_pb2.GetTokenUsageRequest(scope=scope_message(self.scope))
        return await self._context.get_token_usage(request, timeout=timeout)

    async def watch(self, *, timeout: Optional[float] = None) -> AsyncIterator[context_pb2.WatchSessionResponse]:
        """Yields the session's events as they happen. Leaving the loop ends it."""
        request = context_pb2.WatchSessionRequest(scope=scope_message(self.scope))
        events = self._context.watch_session(request, timeout=timeout)
        try:
            async for event in events:
                if event.WhichOneof("event") is not None:
                    yield event
        finally:
            await events.aclose()


def _messages_of(payload: str) -> List[Any]:
    """Returns the list of messages in a payload, whatever the provider calls it."""
    return [message for part in json.loads(payload).values() for message in part]
