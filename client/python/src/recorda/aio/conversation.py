"""A conversation, with its scope bound and with asyncio: what is said goes in, prompts come out."""

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
        #: Whose it is.
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
        """Keeps what was said, in order; durable when it returns. A text alone is a turn of the user.

        `window_policy`: how the window is cut from now on; absent: as it was.
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
        """The prompt for what the user says now; without a text, for what they said last. Keeps nothing.

        `model`: by which tokens are counted; absent: o200k_base. `max_tokens`: 100 to 4,000; absent: 4,000. `tool_results`: those that the
        model has not seen. `tools`: descriptions by name; they, `examples` and `format_instructions` are left out when the model need not
        see them again. `is_retry`: asks again after an answer that failed. `asks_to_confirm`: the model may ask in passing whether one
        fact still holds that goes stale soon.
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
        """For hosts that keep their own history: what memory has for this question that is not in it, for this request only.

        `max_tokens`: of the block, 100 to 4,000; absent: 250. `host_turns`: how many of the session's newest turns your history still has;
        absent: all. `kept`: where tails stay in your history, the `sources` of those that it holds; absent: no tail stays.
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
        """Keeps the agent's system prompt; from now on it is in every prompt of that agent."""
        blocks = context_pb2.SystemPrompt(identity=identity, capabilities=capabilities, rules=rules, format=format)
        request = context_pb2.PutSystemPromptRequest(agent_id=self.scope.agent_id or "", system_prompt=blocks)
        return (await self._context.put_system_prompt(request, timeout=timeout)).system_prompt

    async def report_output(
        self, is_right: bool, *, parse_error: str = "", error: str = "", timeout: Optional[float] = None
    ) -> None:
        """Says how the model's answer went: the next prompt goes by it."""
        request = context_pb2.ReportOutputRequest(
            scope=scope_message(self.scope),
            is_valid=is_right,
            fits_structure=is_right,
            parse_error=parse_error,
            error=error,
        )
        await self._context.report_output(request, timeout=timeout)

    async def flush(self, *, timeout: Optional[float] = None) -> List[context_pb2.Segment]:
        """Seals what the window holds: the next prompt has its summary."""
        request = context_pb2.FlushTopicRequest(scope=scope_message(self.scope))
        return list((await self._context.flush_topic(request, timeout=timeout)).sealed)

    async def end(self, *, timeout: Optional[float] = None) -> List[context_pb2.Segment]:
        """Seals and closes it; what was said stays findable."""
        request = context_pb2.EndSessionRequest(scope=scope_message(self.scope))
        return list((await self._context.end_session(request, timeout=timeout)).sealed)

    async def turns(self, *, newest_first: bool = False, timeout: Optional[float] = None) -> AsyncIterator[KeptTurn]:
        """Its turns as far as they are kept, in order; pages are fetched as they are needed."""
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
        """What its prompts came to, beside what the whole history would have."""
        request = context_pb2.GetTokenUsageRequest(scope=scope_message(self.scope))
        return await self._context.get_token_usage(request, timeout=timeout)

    async def watch(self, *, timeout: Optional[float] = None) -> AsyncIterator[context_pb2.WatchSessionResponse]:
        """What becomes of it, as it happens. Leaving the loop ends it."""
        request = context_pb2.WatchSessionRequest(scope=scope_message(self.scope))
        events = self._context.watch_session(request, timeout=timeout)
        try:
            async for event in events:
                if event.WhichOneof("event") is not None:
                    yield event
        finally:
            await events.aclose()


def _messages_of(payload: str) -> List[Any]:
    """The messages in a payload, whatever the provider calls their list."""
    return [message for part in json.loads(payload).values() for message in part]
