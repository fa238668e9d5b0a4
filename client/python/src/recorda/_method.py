"""A call of the contract, as the clients make it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Generic, Type, TypeVar

from google.protobuf.message import Message

from ._constants import REQUEST_BYTES, REQUEST_BYTES_OF
from .errors import RecordaError

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


@dataclass(frozen=True)
class Method(Generic[Request, Response]):
    """One call. The descriptors say whether it may be repeated: a read, or a write with a request_id."""

    path: str
    request: Type[Request]
    response: Type[Response]
    is_read: bool
    has_request_id: bool

    def is_repeatable(self, tries: int) -> bool:
        return self.is_read or (self.has_request_id and tries > 1)

    def prepared(self, request: Request, tries: int) -> Request:
        """Returns the request to send: a write without a request_id gets one, so that a retry is applied only once."""
        if self.has_request_id and tries > 1 and not request.request_id:  # type: ignore[attr-defined]
            named = self.request()
            named.CopyFrom(request)
            named.request_id = str(uuid.uuid4())  # type: ignore[attr-defined]
            request = named
        size = request.ByteSize()
        most = REQUEST_BYTES_OF.get(self.path[1:], REQUEST_BYTES)
        if size > most:
            message = f"The request is {size:,} bytes; {self.path[1:]} takes at most {most:,}. Send it in parts."
            raise RecordaError("REQUEST_TOO_LARGE", message)
        return request
