"""Converts what the handles take to messages of the contract."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from google.protobuf import field_mask_pb2

from ._values import (
    JsonObject,
    JsonValue,
    maybe_struct,
    maybe_timestamp,
    to_duration,
    to_enum,
    to_struct,
    to_timestamp,
    to_value,
)
from .errors import field_error
from .types import (
    Append,
    EntityTarget,
    MemoryTarget,
    Neighbors,
    NewStep,
    OrderedWrite,
    Provider,
    Remove,
    Scope,
    ToolCall,
    ToolResult,
    Turn,
    Unset,
)
from .v1 import collection_pb2, context_pb2, facts_pb2, memory_pb2, resources_pb2


def scope_message(scope: Scope) -> resources_pb2.Scope:
    return resources_pb2.Scope(
        user_id=scope.user_id,
        agent_id=scope.agent_id or "",
        session_id=scope.session_id or "",
        namespace=scope.namespace or "",
        task_id=scope.task_id or "",
    )


def type_value(name: str) -> Any:
    return to_enum(resources_pb2.MemoryType, "MEMORY_TYPE_", name)


def targeted(target: MemoryTarget) -> Dict[str, Any]:
    if isinstance(target, str):
        return {"id": target}
    if hasattr(target, "id") and hasattr(target, "etag"):
        return {"id": target.id, "etag": target.etag}
    raise field_error("target", f"must be an id or a memory, not {type(target).__name__}.")


def add_request(
    scope: Scope,
    payload: Dict[str, Any],
    *,
    metadata: Optional[JsonObject] = None,
    source: Optional[str] = None,
    importance: Optional[float] = None,
    pinned: bool = False,
    auto_prune: Optional[str] = None,
    request_id: Optional[str] = None,
) -> memory_pb2.AddMemoryRequest:
    """Builds a memory. `payload` is a case of the memory's payload with its contents."""
    memory = resources_pb2.Memory(
        scope=scope_message(scope),
        metadata=maybe_struct(metadata, "metadata"),
        source=to_enum(resources_pb2.Source, "SOURCE_", source),
        importance=importance,
        pinned=pinned,
        **payload,
    )
    prune = to_enum(memory_pb2.AutoPrune, "AUTO_PRUNE_", auto_prune)
    return memory_pb2.AddMemoryRequest(memory=memory, request_id=request_id or "", auto_prune=prune)


def text_payload(
    content: JsonValue,
    *,
    speaker: Optional[str] = None,
    event_time: Optional[datetime] = None,
    turn: Optional[int] = None,
) -> Dict[str, Any]:
    time = maybe_timestamp(event_time, "event_time")
    return {
        "text": resources_pb2.TextMemory(content=_text(content), speaker=speaker or "", event_time=time, turn=turn),
        "type": type_value("long_term"),
    }


def message_payload(
    content: JsonValue, *, role: Optional[str] = "user", time: Optional[datetime] = None
) -> Dict[str, Any]:
    said = to_enum(resources_pb2.Role, "ROLE_", role)
    message = resources_pb2.SessionMessage(role=said, content=_text(content), time=maybe_timestamp(time, "time"))
    return {"message": message, "type": type_value("short_term")}


def working_payload(content: JsonValue, *, key: Optional[str] = None) -> Dict[str, Any]:
    if key is None:
        if not (isinstance(content, Mapping) and len(content) == 1):
            raise field_error("key", 'say which entry: give key=, or a dict of one entry such as {"city": "Paris"}.')
        key, content = next(iter(content.items()))
    entry = resources_pb2.WorkingEntry(key=key, value=to_value(content, "value"))
    return {"working": entry, "type": type_value("working")}


def _text(content: JsonValue) -> str:
    if isinstance(content, str):
        return content
    raise field_error("content", "must be a text, other than for working memory.")


#: For each type of memory, the function that makes its payload, and the options that only this type has.
PAYLOADS: Dict[str, Tuple[Any, Tuple[str, ...]]] = {
    "long_term": (text_payload, ("speaker", "event_time", "turn")),
    "short_term": (message_payload, ("role", "time")),
    "working": (working_payload, ("key",)),
}


def any_add_request(
    scope: Scope, content: JsonValue, type: str, options: Dict[str, Any]
) -> memory_pb2.AddMemoryRequest:
    """Builds the request of `agent.add`. Raises FIELD_INVALID for an option that the type does not have."""
    if type not in PAYLOADS:
        raise field_error(
            "type", f"is added by another verb, or is none: {type!r}. This one adds {', '.join(PAYLOADS)}."
        )
    make, own = PAYLOADS[type]
    shared = ("metadata", "source", "importance", "pinned", "request_id")
    known = (*own, *shared, *(("auto_prune",) if type == "long_term" else ()))
    for name in options:
        if name not in known:
            raise field_error(name, f"is not known; an add of {type} accepts {', '.join(known)}.")
    payload = make(content, **{name: value for name, value in options.items() if name in own})
    rest = {name: value for name, value in options.items() if name not in own}
    return add_request(scope, payload, **rest)


def retrieve_request(
    scope: Scope,
    query: str,
    *,
    types: Sequence[str] = (),
    top_k: Optional[int] = None,
    filter: Optional[str] = None,
    min_similarity: Optional[float] = None,
    near_only: bool = False,
    explain: bool = False,
    now: Optional[datetime] = None,
    include_archived: bool = False,
) -> memory_pb2.RetrieveMemoriesRequest:
    return memory_pb2.RetrieveMemoriesRequest(
        scope=scope_message(scope),
        query=query,
        types=[type_value(name) for name in types],
        top_k=top_k,
        filter=filter or "",
        min_similarity=min_similarity,
        near_only=near_only,
        explain=explain,
        now=maybe_timestamp(now, "now"),
        include_archived=include_archived,
    )


def list_request(
    scope: Scope,
    type: str,
    *,
    collection: str = "",
    filter: Optional[str] = None,
    order_by: Optional[str] = None,
    page_size: Optional[int] = None,
) -> memory_pb2.ListMemoriesRequest:
    return memory_pb2.ListMemoriesRequest(
        scope=scope_message(scope),
        type=type_value(type),
        collection=collection,
        filter=filter or "",
        order_by=order_by or "",
        page_size=page_size or 0,
        view=memory_pb2.MEMORY_VIEW_FULL,
    )


_STATED = ("attributes", "valid_from", "valid_to", "evidence")

#: The fields of a patch and the fields of the payload, by the payload's case.
_FIELDS: Dict[str, Dict[str, str]] = {
    "working": {"value": "value"},
    "message": {"text": "content", "role": "role", "time": "time"},
    "text": {"text": "content", "speaker": "speaker", "event_time": "event_time", "turn": "turn"},
    "trait": {"value": "value"},
    "episode": {"text": "task", "outcome": "outcome", "outcome_note": "outcome_note", "end_time": "end_time"},
    "entity": {"name": "name", "aliases": "aliases", **{name: name for name in _STATED}},
    "relationship": {name: name for name in _STATED},
    "document": {"data": "data"},
}
#: The payload's case by the prefix of an id. The server refuses ids of an unknown form.
_CASES = {
    "wm_": "working",
    "st_": "message",
    "lt_": "text",
    "pe_": "trait",
    "ep_": "episode",
    "en_": "entity",
    "re_": "relationship",
    "sd_": "document",
}
_MESSAGES: Dict[str, Any] = {
    "working": resources_pb2.WorkingEntry,
    "message": resources_pb2.SessionMessage,
    "text": resources_pb2.TextMemory,
    "trait": resources_pb2.PersonaTrait,
    "episode": resources_pb2.Episode,
    "entity": resources_pb2.Entity,
    "relationship": resources_pb2.Relationship,
    "document": resources_pb2.StructuredDocument,
}
_TIMES = ("time", "event_time", "end_time", "valid_from", "valid_to")
_OBJECTS = ("attributes", "data")
_OF_MEMORY = ("importance", "pinned", "metadata")


def update_request(
    scope: Scope, target: MemoryTarget, patch: Dict[str, Any], request_id: Optional[str]
) -> memory_pb2.UpdateMemoryRequest:
    """Builds an update: fields that are UNSET stay unchanged, None clears a field."""
    which = targeted(target)
    case = _CASES.get(which["id"][:3], "text")
    memory = resources_pb2.Memory(scope=scope_message(scope), **which)
    values: Dict[str, Any] = {}
    mask: List[str] = []
    for name, value in patch.items():
        if isinstance(value, Unset):
            continue
        if name in _OF_MEMORY:
            mask.append(name)
            if name == "metadata" and value is not None:
                memory.metadata.CopyFrom(to_struct(value, name))
            elif value is not None:
                setattr(memory, name, value)
            continue
        field = _FIELDS[case].get(name)
        # A field that the type lacks is sent under the name of a type that has it: the server refuses it and says so.
        mask.append(f"{case}.{field}" if field else _foreign(name))
        # None clears a field, except for a value, which may be None itself.
        if field and (value is not None or name == "value"):
            values[field] = _patched(name, value)
    getattr(memory, case).CopyFrom(_MESSAGES[case](**values))
    return memory_pb2.UpdateMemoryRequest(
        memory=memory, update_mask=field_mask_pb2.FieldMask(paths=mask), request_id=request_id or ""
    )


def _foreign(name: str) -> str:
    return next(f"{case}.{fields[name]}" for case, fields in _FIELDS.items() if name in fields)


def _patched(name: str, value: Any) -> Any:
    if name == "value":
        return to_value(value, name)
    if name == "role":
        return to_enum(resources_pb2.Role, "ROLE_", value)
    if name == "outcome":
        return outcome_value(value)
    if name in _TIMES:
        return to_timestamp(value, name)
    return to_struct(value, name) if name in _OBJECTS else value


def outcome_value(outcome: Optional[str]) -> Any:
    return to_enum(resources_pb2.EpisodeOutcome, "EPISODE_OUTCOME_", outcome)


def step_message(step: Union[NewStep, str]) -> resources_pb2.EpisodeStep:
    if isinstance(step, str):
        step = NewStep(step)
    return resources_pb2.EpisodeStep(
        action=step.action,
        tool=step.tool,
        input_digest=step.input_digest,
        output_digest=step.output_digest,
        status=to_enum(resources_pb2.StepStatus, "STEP_STATUS_", step.status),
        error=step.error,
        duration=None if step.duration_ms is None else to_duration(step.duration_ms),
        time=maybe_timestamp(step.time, "time"),
    )


def episode_filter(outcome: Optional[str], filter: Optional[str]) -> Optional[str]:
    conditions = [] if outcome is None else [f"outcome == {json.dumps(outcome)}"]
    if filter is not None:
        conditions.append(f"({filter})")
    return " && ".join(conditions) or None


def start_message(start: EntityTarget) -> memory_pb2.EntityStart:
    if isinstance(start, tuple):
        return memory_pb2.EntityStart(named=memory_pb2.EntityName(name=start[0], type=start[1]))
    return memory_pb2.EntityStart(id=start if isinstance(start, str) else start.id)


def direction_value(direction: str) -> Any:
    return to_enum(memory_pb2.TraverseDirection, "TRAVERSE_DIRECTION_", direction)


def write_message(write: OrderedWrite) -> collection_pb2.DocumentWrite:
    if isinstance(write, Append):
        appended = collection_pb2.AppendDocument(data=to_struct(write.data, "data"))
        return collection_pb2.DocumentWrite(append=appended)
    if isinstance(write, Remove):
        removed = collection_pb2.RemoveDocument(sequence=write.sequence, etag=write.etag)
        return collection_pb2.DocumentWrite(remove=removed)
    replaced = collection_pb2.ReplaceDocument(
        sequence=write.sequence, data=to_struct(write.data, "data"), etag=write.etag
    )
    return collection_pb2.DocumentWrite(replace=replaced)


def domain_value(domain: Optional[str]) -> Any:
    return to_enum(facts_pb2.FactDomain, "FACT_DOMAIN_", domain)


def confidence_value(confidence: Optional[str]) -> Any:
    return to_enum(facts_pb2.FactConfidence, "FACT_CONFIDENCE_", confidence)


def fact_source_value(source: Optional[str]) -> Any:
    return to_enum(facts_pb2.FactSource, "FACT_SOURCE_", source)


def fact_state_value(state: str) -> Any:
    return to_enum(facts_pb2.FactState, "FACT_STATE_", state)


def turn_message(turn: Turn) -> context_pb2.Turn:
    return context_pb2.Turn(
        role=to_enum(resources_pb2.Role, "ROLE_", turn.role),
        content=turn.content,
        speaker=turn.speaker,
        time=maybe_timestamp(turn.time, "time"),
        tool_calls=[_call_message(call) for call in turn.tool_calls],
        tool_call_id=turn.tool_call_id,
    )


def _call_message(call: ToolCall) -> context_pb2.ToolCall:
    return context_pb2.ToolCall(id=call.id, name=call.name, arguments_json=call.arguments_json)


def result_message(result: ToolResult) -> context_pb2.ToolResult:
    return context_pb2.ToolResult(call=_call_message(result.call), content=result.content)


def format_value(provider: Provider) -> Any:
    return to_enum(context_pb2.PromptFormat, "PROMPT_FORMAT_", str(provider).replace("-", "_"))


def extra_messages(
    tools: Mapping[str, str], examples: Sequence[str], format_instructions: Optional[str]
) -> List[context_pb2.PromptExtra]:
    kind = context_pb2.BlockKind
    extras = [
        context_pb2.PromptExtra(kind=kind.BLOCK_KIND_TOOL_DESCRIPTION, name=name, text=text)
        for name, text in tools.items()
    ]
    for at, text in enumerate(examples):
        extras.append(context_pb2.PromptExtra(kind=kind.BLOCK_KIND_EXAMPLE, name=f"example {at + 1}", text=text))
    if format_instructions is not None:
        extras.append(context_pb2.PromptExtra(kind=kind.BLOCK_KIND_FORMAT, name="format", text=format_instructions))
    return extras


def neighbors_message(neighbors: Neighbors) -> memory_pb2.EntityNeighbors:
    return memory_pb2.EntityNeighbors(
        max_hops=neighbors.max_hops or 0,
        limit=neighbors.limit or 0,
        direction=direction_value(neighbors.direction),
        relationship_types=neighbors.relationship_types,
    )
