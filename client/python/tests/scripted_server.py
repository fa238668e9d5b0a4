"""A server of gRPC that fails as it is told."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterator, List, Optional, Tuple

import grpc

from recorda._details import _MESSAGES


class Failure(Exception):
    """What a call is to end with: a reason in google.rpc's details, or a code alone."""

    def __init__(
        self, code: grpc.StatusCode, reason: Optional[str] = None, retry_after: Optional[float] = None
    ) -> None:
        super().__init__(code.name)
        self.code = code
        self.reason = reason
        self.retry_after = retry_after

    def trailers(self) -> List[Tuple[str, bytes]]:
        if self.reason is None:
            return []
        status = _MESSAGES["google.rpc.Status"](message="scripted")
        status.details.add().Pack(_MESSAGES["google.rpc.ErrorInfo"](reason=self.reason, domain="recorda.v1"))
        if self.retry_after is not None:
            retry = _MESSAGES["google.rpc.RetryInfo"]()
            retry.retry_delay.FromNanoseconds(int(self.retry_after * 1e9))
            status.details.add().Pack(retry)
        return [("grpc-status-details-bin", status.SerializeToString())]


UNAVAILABLE = Failure(grpc.StatusCode.UNAVAILABLE, "BACKEND_UNAVAILABLE")
GOING_DOWN = Failure(grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
OVERLOADED = Failure(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED")
RATE_LIMITED = Failure(grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")


class ScriptedServer:
    """Answers every call: as `script` says, one failure a call, and then with nothing. Bytes in, bytes out."""

    def __init__(self) -> None:
        self.script: List[Failure] = []
        #: The bytes of every request, when it came, and its metadata.
        self.requests: List[bytes] = []
        self.times: List[float] = []
        self.metadata: List[Any] = []
        #: Told in the trailers of the first calls, one each.
        self.revisions: List[str] = []
        #: Messages of a stream before it fails, or goes on for ever.
        self.messages = 1
        self.goes_on = False
        #: Seconds that a call takes.
        self.takes = 0.0
        self.left = threading.Event()
        self._server = grpc.server(ThreadPoolExecutor(8), handlers=[_Handler(self)])
        self.port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()

    def reset(self, *script: Failure) -> None:
        self.script = list(script)
        self.requests, self.times, self.metadata, self.revisions = [], [], [], []
        self.messages, self.goes_on, self.takes = 1, False, 0.0
        self.left = threading.Event()

    def stop(self) -> None:
        self._server.stop(0).wait()

    def unary(self, request: bytes, context: grpc.ServicerContext) -> bytes:
        self._begin(request, context)
        time.sleep(self.takes)
        self._fail(context)
        return b""

    def stream(self, request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        self._begin(request, context)
        context.add_callback(self.left.set)
        for _ in range(self.messages):
            yield b"\x0a\x00"
        while self.goes_on and context.is_active():
            time.sleep(0.01)
        self._fail(context)

    def _begin(self, request: bytes, context: grpc.ServicerContext) -> None:
        self.requests.append(request)
        self.times.append(time.monotonic())
        self.metadata.append(dict(context.invocation_metadata()))

    def _fail(self, context: grpc.ServicerContext) -> None:
        told = [("recorda-user-revision", self.revisions.pop(0))] if self.revisions else []
        context.set_trailing_metadata(told)
        # The script is for who still waits.
        if self.script and context.is_active():
            failure = self.script.pop(0)
            context.set_trailing_metadata([*told, *failure.trailers()])
            context.abort(failure.code, "scripted")


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, server: ScriptedServer) -> None:
        self._server = server

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        if "Stream" in details.method or "Watch" in details.method:
            return grpc.unary_stream_rpc_method_handler(self._server.stream)
        return grpc.unary_unary_rpc_method_handler(self._server.unary)
