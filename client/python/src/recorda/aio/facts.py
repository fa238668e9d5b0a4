"""The facts about a user, with asyncio: `agent.facts`."""

from __future__ import annotations

from typing import AsyncIterator, List, Optional, Sequence

from google.protobuf import field_mask_pb2

from .._read import extraction_of, fact_event_of, fact_of, operation_of
from .._services import AsyncContextService
from .._write import confidence_value, domain_value, fact_source_value, fact_state_value, scope_message
from ..types import (
    AddedFact,
    Extraction,
    Fact,
    FactConfidence,
    FactDomain,
    FactHistory,
    FactHit,
    FactSource,
    FactState,
    RestoredFact,
    Scope,
)
from ..v1 import facts_pb2


class AsyncFacts:
    """The facts about one user. Calls that take an id raise FACT_NOT_FOUND if there is no such fact, or it was superseded or forgotten."""

    def __init__(self, context: AsyncContextService, scope: Scope) -> None:
        self._context = context
        self._scope = scope

    async def extract(self, text: str, *, timeout: Optional[float] = None) -> Extraction:
        """Returns the facts that a text of the user states and what each would change; writes nothing."""
        request = facts_pb2.ExtractFactsRequest(scope=scope_message(self._scope), text=text)
        return extraction_of(await self._context.extract_facts(request, timeout=timeout))

    async def add(
        self,
        text: str,
        *,
        domain: Optional[FactDomain] = None,
        also_domain: Optional[FactDomain] = None,
        confidence: Optional[FactConfidence] = None,
        source: Optional[FactSource] = None,
        pinned: bool = False,
        turn: Optional[int] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AddedFact:
        """Adds a fact, at most 4 KB. If it is known already, it is confirmed; facts that it contradicts are superseded.

        `domain`: absent: determined from the words; `confidence`: absent: high; `source`: absent: explicit; `turn`: the turn of the
        session in which it was said, counted from 1. Raises QUOTA_EXCEEDED.
        """
        request = facts_pb2.AddFactRequest(
            scope=scope_message(self._scope),
            text=text,
            domain=domain_value(domain),
            also_domain=domain_value(also_domain),
            confidence=confidence_value(confidence),
            source=fact_source_value(source),
            pinned=pinned,
            turn=turn or 0,
            request_id=request_id or "",
        )
        added = await self._context.add_fact(request, timeout=timeout)
        return AddedFact(fact_of(added.fact), operation_of(added.operation), tuple(added.superseded_ids))

    async def list(
        self,
        *,
        domains: Sequence[FactDomain] = (),
        states: Sequence[FactState] = (),
        pinned_only: bool = False,
        due: bool = False,
        page_size: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[Fact]:
        """Lists facts by create time; pages are fetched as they are needed.

        `states`: absent: active, aged and stale; `due`: only facts that become stale within 14 days unless they are confirmed.
        """
        request = facts_pb2.ListFactsRequest(
            scope=scope_message(self._scope),
            domains=[domain_value(name) for name in domains],
            states=[fact_state_value(name) for name in states],
            pinned_only=pinned_only,
            due=due,
            page_size=page_size or 0,
        )
        while True:
            page = await self._context.list_facts(request, timeout=timeout)
            for fact in page.facts:
                yield fact_of(fact)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def get(self, id: str, *, timeout: Optional[float] = None) -> FactHistory:
        """Returns one fact with its history, whatever its state."""
        request = facts_pb2.GetFactRequest(scope=scope_message(self._scope), id=id)
        found = await self._context.get_fact(request, timeout=timeout)
        return FactHistory(
            fact=fact_of(found.fact),
            history=tuple(fact_event_of(event) for event in found.history),
            predecessors=tuple(fact_of(fact) for fact in found.predecessors),
        )

    async def retrieve(
        self,
        query: str,
        *,
        domains: Sequence[FactDomain] = (),
        top_k: Optional[int] = None,
        active_only: bool = False,
        timeout: Optional[float] = None,
    ) -> List[FactHit]:
        """Finds the facts that a question is about, best first; for an empty question, those that were confirmed last."""
        request = facts_pb2.RetrieveFactsRequest(
            scope=scope_message(self._scope),
            query=query,
            domains=[domain_value(name) for name in domains],
            top_k=top_k or 0,
            active_only=active_only,
        )
        response = await self._context.retrieve_facts(request, timeout=timeout)
        return [FactHit(fact_of(hit.fact), hit.score, hit.similarity) for hit in response.hits]

    async def pin(self, id: str, *, request_id: Optional[str] = None, timeout: Optional[float] = None) -> Fact:
        """Pins a fact: it does not age, and no statement supersedes it, until `unpin`."""
        return await self._set_pin(id, True, request_id, timeout)

    async def unpin(self, id: str, *, request_id: Optional[str] = None, timeout: Optional[float] = None) -> Fact:
        """Unpins a fact: it ages again, counted from when it was last confirmed."""
        return await self._set_pin(id, False, request_id, timeout)

    async def _set_pin(self, id: str, pinned: bool, request_id: Optional[str], timeout: Optional[float]) -> Fact:
        request = facts_pb2.UpdateFactRequest(
            scope=scope_message(self._scope),
            fact=facts_pb2.Fact(id=id, pinned=pinned),
            update_mask=field_mask_pb2.FieldMask(paths=["pinned"]),
            request_id=request_id or "",
        )
        return fact_of((await self._context.update_fact(request, timeout=timeout)).fact)

    async def confirm(self, id: str, *, timeout: Optional[float] = None) -> Fact:
        """Confirms that a fact still holds."""
        request = facts_pb2.ConfirmFactRequest(scope=scope_message(self._scope), id=id)
        return fact_of((await self._context.confirm_fact(request, timeout=timeout)).fact)

    async def contradict(
        self,
        id: str,
        text: str,
        *,
        confidence: Optional[FactConfidence] = None,
        source: Optional[FactSource] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AddedFact:
        """Replaces a fact that no longer holds by `text`."""
        request = facts_pb2.ContradictFactRequest(
            scope=scope_message(self._scope),
            id=id,
            text=text,
            confidence=confidence_value(confidence),
            source=fact_source_value(source),
            request_id=request_id or "",
        )
        response = await self._context.contradict_fact(request, timeout=timeout)
        return AddedFact(fact_of(response.fact), "superseded", tuple(response.superseded_ids))

    async def restore(
        self, id: str, *, request_id: Optional[str] = None, timeout: Optional[float] = None
    ) -> RestoredFact:
        """Restores a superseded fact, which supersedes what had replaced it.

        Raises QUOTA_EXCEEDED, and FACT_NOT_FOUND if it was forgotten.
        """
        request = facts_pb2.RestoreFactRequest(scope=scope_message(self._scope), id=id, request_id=request_id or "")
        restored = await self._context.restore_fact(request, timeout=timeout)
        return RestoredFact(fact_of(restored.fact), tuple(restored.superseded_ids))

    async def forget(self, id: str, *, request_id: Optional[str] = None, timeout: Optional[float] = None) -> None:
        """Erases a fact."""
        request = facts_pb2.ForgetFactRequest(scope=scope_message(self._scope), id=id, request_id=request_id or "")
        await self._context.forget_fact(request, timeout=timeout)
