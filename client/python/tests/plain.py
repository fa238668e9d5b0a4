"""What the handles give, as cases have it: the names of the TypeScript client, and values of JSON."""

from __future__ import annotations

import dataclasses
import re
from datetime import datetime
from typing import Any, Dict

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

import recorda
from recorda.types import ExtractedFact, ForgetWish, Hits, Prompt, Tail


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def plain(value: Any) -> Any:
    if isinstance(value, Message):
        return plain_message(value)
    if isinstance(value, Hits):
        return {"hits": plain(value.hits), **report(value)}
    if isinstance(value, (Prompt, Tail)):
        of_message = plain_message(value.raw)
        return {
            **of_message,
            **{camel(f.name): plain(getattr(value, f.name)) for f in dataclasses.fields(value) if f.name != "raw"},
        }
    if dataclasses.is_dataclass(value):
        parts = {camel(f.name): plain(getattr(value, f.name)) for f in dataclasses.fields(value) if f.name != "raw"}
        if isinstance(value, (ExtractedFact, ForgetWish)):
            parts["from"], parts["to"] = parts.pop("start"), parts.pop("end")
        return parts
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value


def report(found: Any) -> Dict[str, Any]:
    return {"types": plain(found.types), "latencyMs": found.latency_ms, "targetMs": found.target_ms}


def plain_message(message: Message) -> Dict[str, Any]:
    parts: Dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.is_repeated:
            parts[field.json_name] = [plain_field(field, part) for part in value]
        elif not field.has_presence or message.HasField(field.name):
            parts[field.json_name] = plain_field(field, value)
    return parts


def plain_field(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None and field.message_type.full_name == "google.protobuf.Timestamp":
        return value.ToJsonString()
    if field.enum_type is not None:
        return field.enum_type.values_by_number[value].name
    return plain(value)


def plain_error(error: recorda.RecordaError) -> Dict[str, Any]:
    return {
        "reason": error.reason,
        "code": error.code,
        "message": error.message,
        "retryable": error.retryable,
        "fields": plain(error.violations),
        "quota": plain(error.quota),
        "resource": plain(error.resource),
        "precondition": plain(error.precondition),
        "retryAfterMs": None if error.retry_after is None else error.retry_after * 1000,
    }
