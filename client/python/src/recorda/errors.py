"""What failed calls raise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple

from ._constants import REASONS


@dataclass(frozen=True)
class FieldViolation:
    """A field that is not allowed: its path in the request as the contract spells it, and what to do."""

    field: str
    description: str


@dataclass(frozen=True)
class QuotaViolation:
    """A quota that is full."""

    #: Like `user:ana/long_term.count`.
    subject: str
    limit: int
    current: int
    #: Of a quota by bytes: how many more the call would have taken.
    added_bytes: Optional[int] = None


@dataclass(frozen=True)
class ErrorResource:
    """What is not there, or damaged."""

    type: str
    name: str


@dataclass(frozen=True)
class PreconditionViolation:
    """What does not stand as the call needs it."""

    type: str
    subject: str
    description: str


class RecordaError(Exception):
    """A call that failed. Branch on `reason`; the message says what, why and what to do now."""

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
        #: Seconds after which the server asks to try again.
        self.retry_after = retry_after
        self.resource = resource
        self.precondition = precondition

    @property
    def code(self) -> str:
        """The canonical code of gRPC, for example `NOT_FOUND`."""
        return REASONS[self.reason].code

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed if it is made again; a write with the same `request_id`."""
        return REASONS[self.reason].retryable

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickled whole, as workers of multiprocessing and task queues hand errors on."""
        return (_rebuilt, (self.reason, self.message, self.__dict__))

    def __repr__(self) -> str:
        return f"RecordaError({self.reason!r}, {self.message!r})"


def _rebuilt(reason: str, message: str, state: Dict[str, Any]) -> RecordaError:
    error = RecordaError(reason, message)
    error.__dict__.update(state)
    return error


def field_error(field: str, description: str) -> RecordaError:
    """One field at fault."""
    return RecordaError("FIELD_INVALID", f"{field}: {description}", violations=[FieldViolation(field, description)])
