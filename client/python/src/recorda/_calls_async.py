"""Calls by asyncio: deadlines, retries, errors."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncGenerator, Optional, Set, TypeVar

import grpc
import grpc.aio

from ._call import deadline_of, seconds_to, trace_headers
from ._constants import CHANNEL_OPTIONS, DEFAULT_TIMEOUT
from ._details import closed, error_of_status
from ._method import Method, Request, Response
from ._options import Channel
from ._retry import retry_wait
from ._user_hash import user_hash_headers, user_of
from ._user_revisions import UserRevisions
from .errors import RecordaError

T = TypeVar("T")
AsyncStream = AsyncGenerator[T, None]


class AsyncCalls:
    """Makes the calls of a client. The channel connects at the first call, and again whenever the connection was lost."""

    def __init__(self, channel: Channel) -> None:
        self._asked = channel
        self._channel: Optional[grpc.aio.Channel] = None
        self._streams: Set[Any] = set()
        self._is_closed = False
        self._seen = UserRevisions()

    def _open(self) -> grpc.aio.Channel:
        """Returns the channel for the running loop, since a client may be made before there is a loop."""
        if self._is_closed:
            raise closed()
        if self._channel is None:
            target, credentials = self._asked.target, self._asked.credentials
            if credentials is None:
                self._channel = grpc.aio.insecure_channel(target, options=CHANNEL_OPTIONS)
            else:
                self._channel = grpc.aio.secure_channel(target, credentials, options=CHANNEL_OPTIONS)
        return self._channel

    async def unary(self, method: Method[Request, Response], request: Request, timeout: Optional[float]) -> Response:
        deadline = deadline_of(timeout)
        tries = self._asked.tries
        sent = method.prepared(request, tries)
        user = user_of(sent)
        tried = 0
        while True:
            call = self._open().unary_unary(
                method.path,
                request_serializer=method.request.SerializeToString,
                response_deserializer=method.response.FromString,
            )(sent, timeout=seconds_to(deadline), metadata=self._metadata(user))
            tried += 1
            try:
                response: Response = await call
                self._seen.see(user, await call.trailing_metadata())
                return response
            except grpc.aio.AioRpcError as failure:
                self._seen.see(user, failure.trailing_metadata())
                error = self._error(failure)
            await asyncio.sleep(retry_wait(error, tried, tries, method.is_repeatable(tries), seconds_to(deadline)))

    async def stream(
        self, method: Method[Request, Response], request: Request, timeout: Optional[float]
    ) -> AsyncStream[Response]:
        """Yields the messages. Leaving the iteration cancels the call."""
        deadline = deadline_of(timeout)
        tries = self._asked.tries
        sent = method.prepared(request, tries)
        user = user_of(sent)
        tried = 0
        while True:
            call = self._open().unary_stream(
                method.path,
                request_serializer=method.request.SerializeToString,
                response_deserializer=method.response.FromString,
            )(sent, timeout=seconds_to(deadline), metadata=self._metadata(user))
            self._streams.add(call)
            tried += 1
            is_begun = False
            try:
                async for message in call:
                    is_begun = True
                    yield message
                self._seen.see(user, await call.trailing_metadata())
                return
            except grpc.aio.AioRpcError as failure:
                self._seen.see(user, failure.trailing_metadata())
                error = self._error(failure)
            except asyncio.CancelledError:
                # gRPC reports this if the client cancels the call, which only closing the client does.
                if not self._is_closed:
                    raise
                raise closed() from None
            finally:
                self._streams.discard(call)
                call.cancel()
            if is_begun:
                # Opened again, the stream would repeat messages.
                raise error
            await asyncio.sleep(retry_wait(error, tried, tries, method.is_repeatable(tries), seconds_to(deadline)))

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        """Cancels open streams, waits for the other calls in progress and closes the channel."""
        self._is_closed = True
        for call in list(self._streams):
            call.cancel()
        if self._channel is not None:
            await self._channel.close(grace=DEFAULT_TIMEOUT)

    def _metadata(self, user: Optional[str]) -> Any:
        return (*trace_headers(), *user_hash_headers(user), *self._seen.headers(user), *self._asked.metadata)

    def _error(self, failure: grpc.aio.AioRpcError) -> RecordaError:
        if self._is_closed and failure.code() is grpc.StatusCode.CANCELLED:
            return closed()
        return error_of_status(failure.code(), failure.details(), failure.trailing_metadata(), self._asked.target)
