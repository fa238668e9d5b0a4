"""Converts the status of a failed call to the error that the server raised, or to one that says what happened on the way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict, Iterable, Optional, Tuple

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from ._constants import REASONS
from .errors import ErrorResource, FieldViolation, PreconditionViolation, QuotaViolation, RecordaError


def _messages() -> Dict[str, Any]:
    """Returns the messages of google.rpc from a separate pool, since other packages register them, too."""
    files = descriptor_pb2.FileDescriptorSet.FromString(Path(__file__).with_name("_google_rpc.binpb").read_bytes())
    pool: Any = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.AddSerializedFile(file.SerializeToString())
    names = [f"google.rpc.{m.name}" for file in files.file if file.package == "google.rpc" for m in file.message_type]
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(name)) for name in names}


_MESSAGES = _messages()

Trailers = Optional[Iterable[Tuple[str, Any]]]


def error_of_status(code: grpc.StatusCode, details: Optional[str], trailers: Trailers, target: str) -> RecordaError:
    """Returns the error of a status. `target` is used in the message."""
    text = details or ""
    for name, value in trailers or ():
        if name == "grpc-status-details-bin":
            sent = _sent_by_server(text, value)
            if sent is not None:
                return sent
    return _met_on_the_way(code, text, target)


def _sent_by_server(message: str, value: bytes) -> Optional[RecordaError]:
    try:
        return _error_of_details(message, value)
    except Exception:
        # Details that cannot be parsed are ignored: the code and the message are still there.
        return None


def _error_of_details(message: str, value: bytes) -> Optional[RecordaError]:
    parts: Dict[str, Any] = {}
    for detail in _MESSAGES["google.rpc.Status"].FromString(value).details:
        name = detail.type_url.rsplit("/", 1)[-1]
        if name in _MESSAGES:
            parts[name.rsplit(".", 1)[-1]] = _MESSAGES[name].FromString(detail.value)
    info = parts.get("ErrorInfo")
    if info is None or info.reason not in REASONS:
        return None
    request, quota, resource = parts.get("BadRequest"), parts.get("QuotaFailure"), parts.get("ResourceInfo")
    precondition, retry = parts.get("PreconditionFailure"), parts.get("RetryInfo")
    return RecordaError(
        info.reason,
        message,
        violations=[FieldViolation(v.field, v.description) for v in request.field_violations] if request else (),
        quota=_quota(quota.violations[0]) if quota and quota.violations else None,
        retry_after=retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9 if retry else None,
        resource=ErrorResource(resource.resource_type, resource.resource_name) if resource else None,
        precondition=_precondition(precondition.violations[0]) if precondition and precondition.violations else None,
    )


def _precondition(violation: Any) -> PreconditionViolation:
    return PreconditionViolation(violation.type, violation.subject, violation.description)


def _quota(violation: Any) -> QuotaViolation:
    """Reads the numbers from the description: QuotaFailure has no fields for them."""
    text = violation.description
    of_bytes = re.search(r"^([\d,]+) B of ([\d,]+) B used; this adds ([\d,]+) B$", text)
    if of_bytes:
        current, limit, added = (int(number.replace(",", "")) for number in of_bytes.groups())
        return QuotaViolation(violation.subject, limit, current, added)
    counted = re.search(r"current: (\d+), max: (\d+)", text)
    current, limit = (int(number) for number in counted.groups()) if counted else (0, 0)
    return QuotaViolation(violation.subject, limit, current)


def _met_on_the_way(code: grpc.StatusCode, details: str, target: str) -> RecordaError:
    if code is grpc.StatusCode.UNAVAILABLE:
        return unavailable(details, target)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return deadline_exceeded()
    if code is grpc.StatusCode.CANCELLED:
        return cancelled()
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return RecordaError("METHOD_UNKNOWN", f"The server at {target} has no such call ({details}).")
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED:
        message = f"The answer exceeds the largest message size ({details}). Ask for less, or stream."
        return RecordaError("RESPONSE_TOO_LARGE", message)
    if code is grpc.StatusCode.INTERNAL and re.match(r"Received RST_STREAM|Session closed", details):
        message = (
            f"The connection to {target} was lost ({details}). "
            "A write may have been applied: repeat it with the same request_id."
        )
        return RecordaError("BACKEND_UNAVAILABLE", message)
    return RecordaError("INTERNAL", f"The call to {target} failed with gRPC code {code.name}: {details}")


def unavailable(details: str, target: str) -> RecordaError:
    message = (
        f'No Recorda server answers at {target} ({details}). Start one with "recorda serve", or check the address. '
        "The client reconnects on its own."
    )
    return RecordaError("BACKEND_UNAVAILABLE", message)


def deadline_exceeded() -> RecordaError:
    message = (
        "The deadline passed before the call was done. Give it more time; a write may have been applied, "
        "so repeat it with the same request_id."
    )
    return RecordaError("DEADLINE_EXCEEDED", message)


def cancelled() -> RecordaError:
    return RecordaError("CANCELLED", "The caller cancelled the call.")


def closed() -> RecordaError:
    return RecordaError("CANCELLED", "The client was closed.")
