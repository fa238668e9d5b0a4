"""Calls that block until they are answered: deadlines, retries, errors."""

from __future__ import annotations

import threading
from typing import Any, Generator, Optional, TypeVar

import grpc

from ._call import deadline_of, seconds_to, trace_headers
from ._constants import CHANNEL_OPTIONS
from ._details import closed, error_of_status
from ._method import Method, Request, Response
from ._options import Channel
from ._retry import retry_wait
from ._user_hash import user_hash_headers, user_of
from ._user_revisions import UserRevisions
from .errors import RecordaError

T = TypeVar("T")
Stream = Generator[T, None, None]


class Calls:
    """Makes the calls of a client, for any thread. The channel connects at the first call, and again whenever the connection was lost."""

    def __init__(self, channel: Channel) -> None:
        self._asked = channel
        if channel.credentials is None:
            self._channel = grpc.insecure_channel(channel.target, options=CHANNEL_OPTIONS)
        else:
            self._channel = grpc.secure_channel(channel.target, channel.credentials, options=CHANNEL_OPTIONS)
        self._closing = threading.Event()
        self._seen = UserRevisions()

    def unary(self, method: Method[Request, Response], request: Request, timeout: Optional[float]) -> Response:
        deadline = deadline_of(timeout)
        tries = self._asked.tries
        sent = method.prepared(request, tries)
        user = user_of(sent)
        call = self._channel.unary_unary(
            method.path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )
        tried = 0
        while True:
            self._refuse_closed()
            tried += 1
            try:
                response, ended = call.with_call(sent, timeout=seconds_to(deadline), metadata=self._metadata(user))
                self._seen.see(user, ended.trailing_metadata())
                answer: Response = response
                return answer
            except grpc.RpcError as failure:
                self._seen.see(user, failure.trailing_metadata())
                error = self._error(failure)
            except ValueError:
                # gRPC's message for a channel that another thread has closed meanwhile.
                self._refuse_closed()
                raise
            self.sleep(retry_wait(error, tried, tries, method.is_repeatable(tries), seconds_to(deadline)))

    def stream(self, method: Method[Request, Response], request: Request, timeout: Optional[float]) -> Stream[Response]:
        """Yields the messages. Leaving the iteration cancels the call."""
        deadline = deadline_of(timeout)
        tries = self._asked.tries
        sent = method.prepared(request, tries)
        user = user_of(sent)
        begin = self._channel.unary_stream(
            method.path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )
        tried = 0
        while True:
            self._refuse_closed()
            call = begin(sent, timeout=seconds_to(deadline), metadata=self._metadata(user))
            tried += 1
            is_begun = False
            try:
                for message in call:
                    is_begun = True
                    yield message
                self._seen.see(user, call.trailing_metadata())
                return
            except grpc.RpcError as failure:
                self._seen.see(user, failure.trailing_metadata())
                error = self._error(failure)
            finally:
                call.cancel()
            if is_begun:
                # Opened again, the stream would repeat messages.
                raise error
            self.sleep(retry_wait(error, tried, tries, method.is_repeatable(tries), seconds_to(deadline)))

    def sleep(self, seconds: float) -> None:
        """Sleeps, and returns early if the client is closed."""
        self._closing.wait(seconds)
        self._refuse_closed()

    def close(self) -> None:
        """Cancels calls in progress and closes the channel."""
        self._closing.set()
        self._channel.close()

    def _refuse_closed(self) -> None:
        if self._closing.is_set():
            raise closed()

    def _metadata(self, user: Optional[str]) -> Any:
        return (*trace_headers(), *user_hash_headers(user), *self._seen.headers(user), *self._asked.metadata)

    def _error(self, failure: Any) -> RecordaError:
        if self._closing.is_set() and failure.code() is grpc.StatusCode.CANCELLED:
            return closed()
        return error_of_status(failure.code(), failure.details(), failure.trailing_metadata(), self._asked.target)
