"""The errors of failed calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple

from ._constants import REASONS


@dataclass(frozen=True)
class FieldViolation:
    """A field that is not valid: its path in the request as the contract spells it, and what to do."""

    field: str
    description: str


@dataclass(frozen=True)
class QuotaViolation:
    """A quota that is full."""

    #: Like `user:ana/long_term.count`.
    subject: str
    limit: int
    current: int
    #: For a quota by bytes, the number of bytes that the call would have added.
    added_bytes: Optional[int] = None


@dataclass(frozen=True)
class ErrorResource:
    """A resource that does not exist, or is damaged."""

    type: str
    name: str


@dataclass(frozen=True)
class PreconditionViolation:
    """A precondition that does not hold."""

    type: str
    subject: str
    description: str


class RecordaError(Exception):
    """The error of a failed call. Branch on `reason`; the message says what, why and what to do now."""

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        violations: Sequence[FieldViolation] = (),
        quota: Optional[QuotaViolation] = None,
        retry_after: Optional[float] = None,
        resource: Optional[ErrorResource] = None,
        precondition: Optional[PreconditionViolation] = None,
    ) -> None:
        super().__init__(message)
        #: For example `QUOTA_EXCEEDED`: the names of ErrorReason in the contract.
        self.reason = reason
        self.message = message
        #: The fields at fault.
        self.violations: Tuple[FieldViolation, ...] = tuple(violations)
        self.quota = quota
        #: The seconds after which the server asks to try again.
        self.retry_after = retry_after
        self.resource = resource
        self.precondition = precondition

    @property
    def code(self) -> str:
        """The canonical gRPC code, for example `NOT_FOUND`."""
        return REASONS[self.reason].code

    @property
    def retryable(self) -> bool:
        """Whether a repeat of the same call may succeed; repeat a write with the same `request_id`."""
        return REASONS[self.reason].retryable

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickles the error with all its fields, since multiprocessing and task queues pass errors on in this way."""
        return (_rebuilt, (self.reason, self.message, self.__dict__))

    def __repr__(self) -> str:
        return f"RecordaError({self.reason!r}, {self.message!r})"


def _rebuilt(reason: str, message: str, state: Dict[str, Any]) -> RecordaError:
    error = RecordaError(reason, message)
    error.__dict__.update(state)
    return error


def field_error(field: str, description: str) -> RecordaError:
    """Returns the error of a single field."""
    return RecordaError("FIELD_INVALID", f"{field}: {description}", violations=[FieldViolation(field, description)])
