"""Converts messages of the contract to what the handles return."""

from __future__ import annotations

import json
from typing import Any, Dict, Tuple, cast

from ._values import from_enum, from_struct, from_timestamp, from_value, maybe_time
from .types import (
    Added,
    Archival,
    Change,
    DocumentCollection,
    EntityHit,
    EntityMemory,
    EntityVersion,
    EpisodeStep,
    EpisodicMemory,
    ExtractedFact,
    Extraction,
    Fact,
    FactEvent,
    ForgetWish,
    Hit,
    Hits,
    KeptTurn,
    LongTermMemory,
    Memory,
    OrderedDocument,
    PartialError,
    PersonaMemory,
    ReachedEntity,
    RelationshipMemory,
    Remaining,
    Scope,
    Session,
    ShortTermMemory,
    Signal,
    StructuredMemory,
    ToolCall,
    TraitVersion,
    TypeReport,
    WorkingMemory,
)
from .v1 import (
    collection_pb2,
    context_pb2,
    error_reason_pb2,
    facts_pb2,
    memory_pb2,
    resources_pb2,
    retention_pb2,
)


def scope_of(scope: resources_pb2.Scope) -> Scope:
    """Returns None for '', by which the contract expresses absence."""
    return Scope(
        user_id=scope.user_id,
        agent_id=scope.agent_id or None,
        session_id=scope.session_id or None,
        namespace=scope.namespace or None,
        task_id=scope.task_id or None,
    )


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def memory_of(message: resources_pb2.Memory) -> Memory:
    common: Dict[str, Any] = {
        "id": message.id,
        "scope": scope_of(message.scope),
        "metadata": from_struct(message.metadata) if message.HasField("metadata") else None,
        "source": from_enum(resources_pb2.Source, "SOURCE_", message.source),
        "create_time": from_timestamp(message.create_time),
        "update_time": from_timestamp(message.update_time),
        "expire_time": maybe_time(message, "expire_time"),
        "etag": message.etag,
        "size_bytes": message.size_bytes,
        "stored_bytes": message.stored_bytes,
        "is_compressed": message.is_compressed,
        "importance": message.importance,
        "pinned": message.pinned,
        "access_count": message.access_count,
        "last_access_time": maybe_time(message, "last_access_time"),
        "raw": message,
    }
    case = message.WhichOneof("payload")
    if case is None:
        raise TypeError("The server sent a memory without a payload.")
    memory: Memory = _READERS[case](getattr(message, case), common)
    return memory


def _working(entry: resources_pb2.WorkingEntry, common: Dict[str, Any]) -> Memory:
    value = from_value(entry.value)
    return WorkingMemory(type="working", key=entry.key, value=value, text=_said(value), **common)


def _message(message: resources_pb2.SessionMessage, common: Dict[str, Any]) -> Memory:
    role = from_enum(resources_pb2.Role, "ROLE_", message.role) or "user"
    time = maybe_time(message, "time") or common["create_time"]
    return ShortTermMemory(type="short_term", text=message.content, role=cast(Any, role), time=time, **common)


def _text(text: resources_pb2.TextMemory, common: Dict[str, Any]) -> Memory:
    return LongTermMemory(
        type="long_term",
        text=text.content,
        speaker=text.speaker or None,
        event_time=maybe_time(text, "event_time"),
        turn=text.turn if text.HasField("turn") else None,
        **common,
    )


def _trait(trait: resources_pb2.PersonaTrait, common: Dict[str, Any]) -> Memory:
    value = from_value(trait.value)
    versions = tuple(
        TraitVersion(from_value(was.value), from_timestamp(was.from_time), from_timestamp(was.to_time))
        for was in trait.versions
    )
    return PersonaMemory(type="persona", key=trait.key, value=value, text=_said(value), versions=versions, **common)


def _episode(episode: resources_pb2.Episode, common: Dict[str, Any]) -> Memory:
    return EpisodicMemory(
        type="episodic",
        text=episode.task,
        task=episode.task,
        steps=tuple(_step(step) for step in episode.steps),
        outcome=cast(Any, from_enum(resources_pb2.EpisodeOutcome, "EPISODE_OUTCOME_", episode.outcome)),
        outcome_note=episode.outcome_note,
        start_time=maybe_time(episode, "start_time"),
        end_time=maybe_time(episode, "end_time"),
        **common,
    )


def _step(step: resources_pb2.EpisodeStep) -> EpisodeStep:
    has_duration = step.HasField("duration")
    return EpisodeStep(
        action=step.action,
        tool=step.tool,
        input_digest=step.input_digest,
        output_digest=step.output_digest,
        status=cast(Any, from_enum(resources_pb2.StepStatus, "STEP_STATUS_", step.status) or "ok"),
        error=step.error,
        duration_ms=step.duration.seconds * 1000 + step.duration.nanos / 1e6 if has_duration else None,
        time=maybe_time(step, "time"),
    )


def _stated(payload: Any) -> Dict[str, Any]:
    return {
        "type": "entity",
        "attributes": from_struct(payload.attributes),
        "valid_from": maybe_time(payload, "valid_from"),
        "valid_to": maybe_time(payload, "valid_to"),
        "evidence": tuple(payload.evidence),
        "versions": tuple(_version(version) for version in payload.versions),
    }


def _version(version: resources_pb2.EntityVersion) -> EntityVersion:
    times = {name: maybe_time(version, name) for name in ("valid_from", "valid_to", "from_time", "to_time")}
    return EntityVersion(attributes=from_struct(version.attributes), **times)


def _entity(entity: resources_pb2.Entity, common: Dict[str, Any]) -> Memory:
    return EntityMemory(
        node="entity",
        text=entity.name,
        name=entity.name,
        entity_type=entity.type,
        aliases=tuple(entity.aliases),
        **_stated(entity),
        **common,
    )


def _relationship(relationship: resources_pb2.Relationship, common: Dict[str, Any]) -> Memory:
    return RelationshipMemory(
        node="relationship",
        text=relationship.type,
        from_id=relationship.from_id,
        to_id=relationship.to_id,
        relationship_type=relationship.type,
        **_stated(relationship),
        **common,
    )


def _document(document: resources_pb2.StructuredDocument, common: Dict[str, Any]) -> Memory:
    data = from_struct(document.data)
    return StructuredMemory(
        type="structured", collection=document.collection, key=document.key, data=data, text=_said(data), **common
    )


_READERS: Dict[str, Any] = {
    "working": _working,
    "message": _message,
    "text": _text,
    "trait": _trait,
    "episode": _episode,
    "entity": _entity,
    "relationship": _relationship,
    "document": _document,
}


def added_of(response: memory_pb2.AddMemoryResponse) -> Added[Any]:
    operation = from_enum(memory_pb2.AddOperation, "ADD_OPERATION_", response.operation) or "add"
    return Added(
        memory=memory_of(response.memory),
        operation=cast(Any, operation.upper()),
        latency_ms=response.latency_ms,
        remaining=Remaining(response.quota_remaining.count, response.quota_remaining.bytes),
        pruned_count=response.pruned_count,
        evicted_count=response.evicted_count,
        removed_ids=tuple(response.removed_ids),
    )


def type_of(value: int) -> Any:
    return from_enum(resources_pb2.MemoryType, "MEMORY_TYPE_", value) or "long_term"


def _hit_parts(found: memory_pb2.RetrievedMemory) -> Dict[str, Any]:
    memory = memory_of(found.memory)
    return {
        "text": memory.text,
        "type": memory.type,
        "score": found.score,
        "similarity": found.similarity,
        "memory": memory,
        "signals": tuple(Signal(each.signal, each.value, each.share) for each in found.signals),
        "archive": _archival(found.archive) if found.HasField("archive") else None,
        "raw": found,
    }


def hit_of(found: memory_pb2.RetrievedMemory) -> Hit:
    return Hit(**_hit_parts(found))


def _archival(archive: memory_pb2.Archival) -> Archival:
    reason = from_enum(retention_pb2.ArchiveReason, "ARCHIVE_REASON_", archive.reason) or "retention"
    return Archival(from_timestamp(archive.archive_time), cast(Any, reason), archive.merged_into or None)


def reached_of(reached: memory_pb2.ReachedEntity) -> ReachedEntity:
    return ReachedEntity(cast(EntityMemory, memory_of(reached.entity)), reached.distance)


def relationships_of(messages: Any) -> Tuple[RelationshipMemory, ...]:
    return tuple(cast(RelationshipMemory, memory_of(message)) for message in messages)


def entity_hit_of(found: memory_pb2.RetrievedMemory) -> EntityHit:
    return EntityHit(
        neighbors=tuple(reached_of(each) for each in found.neighbors),
        relationships=relationships_of(found.neighbor_relationships),
        truncated=found.neighbors_truncated,
        **_hit_parts(found),
    )


def report_of(report: memory_pb2.TypeReport) -> TypeReport:
    error = None
    if report.HasField("error"):
        reason = from_enum(error_reason_pb2.ErrorReason, "ERROR_REASON_", report.error.reason) or "internal"
        error = PartialError(reason.upper(), report.error.message)
    return TypeReport(
        type=type_of(report.type),
        latency_ms=report.latency_ms,
        target_ms=report.target_ms,
        count=report.count,
        archived=report.archived,
        truncated=report.truncated,
        more_likely=report.more_likely,
        error=error,
    )


def hits_of(response: memory_pb2.RetrieveMemoriesResponse) -> Hits[Hit]:
    return _hits(response, hit_of)


def entity_hits_of(response: memory_pb2.RetrieveMemoriesResponse) -> Hits[EntityHit]:
    return _hits(response, entity_hit_of)


def _hits(response: memory_pb2.RetrieveMemoriesResponse, read: Any) -> Hits[Any]:
    return Hits(
        hits=tuple(read(found) for found in response.results),
        types=tuple(report_of(report) for report in response.types),
        latency_ms=response.latency_ms,
        target_ms=response.target_ms,
    )


def change_of(change: memory_pb2.MemoryChange) -> Change:
    operation = from_enum(memory_pb2.ChangeOperation, "CHANGE_OPERATION_", change.operation) or "update"
    return Change(
        operation=cast(Any, operation),
        id=change.id,
        type=type_of(change.type),
        scope=scope_of(change.scope),
        time=from_timestamp(change.change_time),
        memory=memory_of(change.memory) if change.HasField("memory") else None,
        resume_token=change.resume_token,
    )


def session_of(session: context_pb2.Session) -> Session:
    return Session(
        session_id=session.session_id,
        turn_count=session.turn_count,
        window_turn_count=session.window_turn_count,
        segment_count=session.segment_count,
        token_count=session.token_count,
        update_time=from_timestamp(session.update_time),
        end_time=maybe_time(session, "end_time"),
        recall_off=session.recall_off,
    )


def collection_of(collection: collection_pb2.Collection) -> DocumentCollection:
    return DocumentCollection(
        name=collection.name,
        schema=from_struct(collection.json_schema) if collection.HasField("json_schema") else None,
        document_count=collection.document_count,
        ordered=collection.ordered,
        create_time=maybe_time(collection, "create_time"),
        update_time=maybe_time(collection, "update_time"),
        etag=collection.etag,
    )


def ordered_of(document: collection_pb2.OrderedDocument) -> OrderedDocument:
    return OrderedDocument(
        sequence=document.sequence,
        data=from_struct(document.data),
        etag=document.etag,
        create_time=from_timestamp(document.create_time),
        update_time=from_timestamp(document.update_time),
    )


def _domain(value: int) -> Any:
    return from_enum(facts_pb2.FactDomain, "FACT_DOMAIN_", value)


def _confidence(value: int) -> Any:
    return from_enum(facts_pb2.FactConfidence, "FACT_CONFIDENCE_", value)


def _source(value: int) -> Any:
    return from_enum(facts_pb2.FactSource, "FACT_SOURCE_", value)


def operation_of(value: int) -> Any:
    return from_enum(facts_pb2.FactOperation, "FACT_OPERATION_", value)


def fact_of(fact: facts_pb2.Fact) -> Fact:
    return Fact(
        id=fact.id,
        domain=_domain(fact.domain),
        also_domain=_domain(fact.also_domain),
        subject=fact.subject,
        text=fact.text,
        confidence=_confidence(fact.confidence),
        source=_source(fact.source),
        state=cast(Any, from_enum(facts_pb2.FactState, "FACT_STATE_", fact.state)),
        create_time=from_timestamp(fact.create_time),
        last_confirmed_time=from_timestamp(fact.last_confirmed_time),
        confirmation_count=fact.confirmation_count,
        needs_confirmation=fact.needs_confirmation,
        superseded_by=fact.superseded_by,
        rule=fact.rule,
        agent_id=fact.agent_id,
        session_id=fact.session_id,
        turn=fact.turn,
        pinned=fact.pinned,
        stale_time=maybe_time(fact, "stale_time"),
    )


def fact_event_of(event: facts_pb2.FactEvent) -> FactEvent:
    kind = from_enum(facts_pb2.FactEvent.Kind, "KIND_", event.kind)
    return FactEvent(cast(Any, kind), from_timestamp(event.time), event.other_id, event.count)


def _extracted(fact: facts_pb2.ExtractedFact) -> ExtractedFact:
    return ExtractedFact(
        domain=_domain(fact.domain),
        also_domain=_domain(fact.also_domain),
        subject=fact.subject,
        text=fact.text,
        confidence=_confidence(fact.confidence),
        source=_source(fact.source),
        rule=fact.rule,
        start=fact.span_start,
        end=fact.span_end,
        operation=operation_of(fact.operation),
        fact_ids=tuple(fact.fact_ids),
    )


def extraction_of(response: facts_pb2.ExtractFactsResponse) -> Extraction:
    forget = None
    if response.HasField("forget"):
        wish = response.forget
        forget = ForgetWish(wish.rule, wish.span_start, wish.span_end, wish.target, tuple(wish.fact_ids))
    return Extraction(
        facts=tuple(_extracted(fact) for fact in response.facts),
        forget=forget,
        mentioned_ids=tuple(response.mentioned_ids),
    )


def kept_turn_of(turn: context_pb2.SessionTurn) -> KeptTurn:
    said = turn.said
    create_time = from_timestamp(turn.create_time)
    return KeptTurn(
        turn=turn.turn,
        role=cast(Any, from_enum(resources_pb2.Role, "ROLE_", said.role)),
        content=said.content,
        speaker=said.speaker,
        time=maybe_time(said, "time") or create_time,
        tool_calls=tuple(ToolCall(call.id, call.name, call.arguments_json) for call in said.tool_calls),
        tool_call_id=said.tool_call_id,
        in_window=turn.in_window,
        agent_id=turn.agent_id,
        create_time=create_time,
    )
