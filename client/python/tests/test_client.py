"""What the cases of every client do not show: repeats, deadlines, streams that are left, and what Python takes and refuses."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import pickle
import unittest
from datetime import datetime, timezone
from typing import Any, Callable, List
from unittest import mock

import grpc
from scripted_server import GOING_DOWN, OVERLOADED, RATE_LIMITED, UNAVAILABLE, Failure, ScriptedServer

import recorda
from recorda import _user_hash
from recorda._address import parse_address
from recorda._constants import SEEN_USERS
from recorda._user_revisions import UserRevisions
from recorda._values import from_value, to_value
from recorda.v1 import memory_pb2

Call = Callable[[Any], Any]


def read(client: Any) -> Any:
    return client.memory.retrieve_memories(memory_pb2.RetrieveMemoriesRequest(query="x"), timeout=5)


def write(client: Any, request_id: str = "") -> Any:
    return client.memory.add_memory(memory_pb2.AddMemoryRequest(request_id=request_id))


def batch(client: Any) -> Any:
    return client.memory.batch_add_memories(memory_pb2.BatchAddMemoriesRequest())


def stream(client: Any) -> Any:
    return client.memory.stream_retrieve_memories(memory_pb2.StreamRetrieveMemoriesRequest())


class OverTheWire(unittest.TestCase):
    """Each test is run with the client that waits, and with that for asyncio."""

    server: ScriptedServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = ScriptedServer()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.stop()

    def outcomes(self, call: Call, *script: Failure, **options: Any) -> List[str]:
        """What became of a call by each client; the server has what the second sent."""
        return [self.outcome(call, is_async, *script, **options) for is_async in (False, True)]

    def outcome(self, call: Call, is_async: bool, *script: Failure, **options: Any) -> str:
        self.server.reset(*script)
        return self.outcome_now(call, is_async, **options)

    def outcome_now(self, call: Call, is_async: bool, **options: Any) -> str:
        """`answered`, how many messages were streamed, or the reason of the error behind them."""

        async def run() -> str:
            connect: Any = recorda.connect_async if is_async else recorda.connect
            client = connect(f"127.0.0.1:{self.server.port}", **options)
            seen = ""
            try:
                answer = call(client)
                if inspect.isawaitable(answer):
                    await answer
                elif hasattr(answer, "__aiter__"):
                    async for _ in answer:
                        seen += "message "
                elif hasattr(answer, "__next__"):
                    for _ in answer:
                        seen += "message "
                return seen + "answered"
            except recorda.RecordaError as error:
                return seen + error.reason
            finally:
                if is_async:
                    await client.aclose()
                else:
                    client.close()

        return asyncio.run(run())

    def ids(self) -> List[str]:
        return [memory_pb2.AddMemoryRequest.FromString(request).request_id for request in self.server.requests]

    def test_reads_are_tried_three_times_in_all(self) -> None:
        for failure in (UNAVAILABLE, GOING_DOWN, OVERLOADED):
            self.assertEqual(self.outcomes(read, failure, failure), ["answered"] * 2)
            self.assertEqual(self.outcomes(read, *[failure] * 3), [failure.reason] * 2)
            self.assertEqual(len(self.server.requests), 3)

    def test_a_write_has_an_id_the_same_at_each_try_and_another_write_another(self) -> None:
        for is_async in (False, True):
            self.assertEqual(self.outcome(write, is_async, UNAVAILABLE, UNAVAILABLE), "answered")
            first = set(self.ids())
            self.assertEqual(len(self.ids()), 3)
            self.assertEqual(len(first), 1)
            self.assertRegex(first.pop(), r"^[0-9a-f-]{36}$")
            one = self.ids()[0]
            self.outcome(write, is_async)
            self.assertNotEqual(self.ids()[0], one)

    def test_the_callers_own_id_stays(self) -> None:
        self.assertEqual(self.outcomes(lambda client: write(client, "mine"), UNAVAILABLE), ["answered"] * 2)
        self.assertEqual(self.ids(), ["mine", "mine"])

    def test_a_write_without_a_place_for_an_id_is_repeated_only_where_it_was_not_begun(self) -> None:
        self.assertEqual(self.outcomes(batch, UNAVAILABLE), ["BACKEND_UNAVAILABLE"] * 2)
        self.assertEqual(len(self.server.requests), 1)
        for refused in (OVERLOADED, RATE_LIMITED):
            self.assertEqual(self.outcomes(batch, refused), ["answered"] * 2)

    def test_nothing_is_repeated_that_would_fail_again(self) -> None:
        codes = grpc.StatusCode
        for code, reason in (
            (codes.INVALID_ARGUMENT, "FIELD_INVALID"),
            (codes.RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED"),
            (codes.RESOURCE_EXHAUSTED, "DISK_FULL"),
            (codes.INTERNAL, "INTERNAL"),
        ):
            self.assertEqual(self.outcomes(read, Failure(code, reason)), [reason] * 2)
            self.assertEqual(len(self.server.requests), 1)

    def test_one_try_is_one_and_makes_no_id(self) -> None:
        self.assertEqual(self.outcomes(write, OVERLOADED, tries=1), ["OVERLOADED"] * 2)
        self.assertEqual(self.ids(), [""])

    def test_it_waits_as_long_as_the_server_asks_for_and_not_past_the_deadline(self) -> None:
        soon = Failure(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", 0.2)
        self.assertEqual(self.outcomes(read, soon), ["answered"] * 2)
        self.assertGreaterEqual(self.server.times[1] - self.server.times[0], 0.2)
        late = Failure(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", 60)
        self.assertEqual(self.outcomes(read, late), ["OVERLOADED"] * 2)
        self.assertEqual(len(self.server.requests), 1)

    def test_a_code_without_details_has_a_reason(self) -> None:
        self.assertEqual(self.outcomes(batch, Failure(grpc.StatusCode.UNIMPLEMENTED)), ["METHOD_UNKNOWN"] * 2)
        self.assertEqual(self.outcomes(batch, Failure(grpc.StatusCode.UNAVAILABLE)), ["BACKEND_UNAVAILABLE"] * 2)
        self.assertEqual(self.outcomes(batch, Failure(grpc.StatusCode.DATA_LOSS)), ["INTERNAL"] * 2)

    def test_a_reason_of_a_newer_server_leaves_the_code(self) -> None:
        newer = Failure(grpc.StatusCode.UNAVAILABLE, "ON_HOLIDAY")
        self.assertEqual(self.outcomes(batch, newer), ["BACKEND_UNAVAILABLE"] * 2)

    def test_a_deadline_passes(self) -> None:
        def short(client: Any) -> Any:
            return client.memory.add_memory(memory_pb2.AddMemoryRequest(), timeout=0.05)

        for is_async in (False, True):
            self.server.reset()
            self.server.takes = 0.3
            self.assertEqual(self.outcome_now(short, is_async), "DEADLINE_EXCEEDED")
        for timeout in (0, -1, float("nan"), float("inf"), "soon"):

            def wrong(client: Any, timeout: Any = timeout) -> Any:
                return client.memory.add_memory(memory_pb2.AddMemoryRequest(), timeout=timeout)

            self.assertEqual(self.outcomes(wrong), ["FIELD_INVALID"] * 2)

    def test_a_stream_is_begun_anew_only_while_nothing_of_it_was_given(self) -> None:
        for is_async in (False, True):
            self.server.reset(UNAVAILABLE)
            self.server.messages = 0
            self.assertEqual(self.outcome_now(stream, is_async), "answered")
            self.assertEqual(len(self.server.requests), 2)
        self.assertEqual(self.outcomes(stream, UNAVAILABLE), ["message BACKEND_UNAVAILABLE"] * 2)
        self.assertEqual(len(self.server.requests), 1)

    def test_a_stream_that_is_left_ends_on_the_server(self) -> None:
        self.server.reset()
        self.server.goes_on = True
        with recorda.connect(f"127.0.0.1:{self.server.port}") as client:
            for _ in stream(client):
                break
            gc.collect()
            self.assertTrue(self.server.left.wait(5))

        async def leave() -> None:
            async with recorda.connect_async(f"127.0.0.1:{self.server.port}") as client:
                async for _ in stream(client):
                    break
                gc.collect()
                await asyncio.get_running_loop().run_in_executor(None, self.server.left.wait, 5)
                self.assertTrue(self.server.left.is_set())

        self.server.reset()
        self.server.goes_on = True
        asyncio.run(leave())

    def test_a_task_that_is_cancelled_cancels_its_call(self) -> None:
        async def cancel() -> None:
            async with recorda.connect_async(f"127.0.0.1:{self.server.port}") as client:
                task = asyncio.ensure_future(client.agent("ana").stream("x").__anext__())
                while not self.server.requests:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                await asyncio.get_running_loop().run_in_executor(None, self.server.left.wait, 5)
                self.assertTrue(self.server.left.is_set())

        self.server.reset()
        self.server.messages = 0
        self.server.goes_on = True
        asyncio.run(cancel())

    def test_a_closed_client_calls_no_more(self) -> None:
        def sync_closed(client: Any) -> Any:
            client.close()
            return read(client)

        async def async_closed(client: Any) -> Any:
            await client.aclose()
            return await read(client)

        self.assertEqual(self.outcome(sync_closed, False), "CANCELLED")
        self.assertEqual(self.outcome(async_closed, True), "CANCELLED")
        self.assertEqual(self.server.requests, [])

    def test_the_key_goes_with_each_call(self) -> None:
        self.outcomes(read, api_key="rk_secret")
        self.assertEqual(self.server.metadata[0]["authorization"], "Bearer rk_secret")

    def test_the_hash_of_the_user_goes_with_each_call_that_names_one(self) -> None:
        def streamed(client: Any) -> Any:
            retrieve = memory_pb2.RetrieveMemoriesRequest(scope={"user_id": "ana"}, query="x")
            return client.memory.stream_retrieve_memories(memory_pb2.StreamRetrieveMemoriesRequest(retrieve=retrieve))

        def added(client: Any) -> Any:
            one = memory_pb2.AddMemoryRequest(memory={"scope": {"user_id": "ana"}})
            return client.memory.batch_add_memories(memory_pb2.BatchAddMemoriesRequest(requests=[one]))

        # As the TypeScript client has it.
        for call, expected in ((added, "c52"), (streamed, "c52"), (read, None), (batch, None)):
            self.outcomes(call)
            found = [metadata.get("recorda-user-hash") for metadata in self.server.metadata]
            self.assertEqual(found, [expected] * len(found), call)
            self.assertTrue(found)
        self.assertEqual(
            _user_hash.user_hash_headers("José 🎿"),
            ((_user_hash.USER_HASH_HEADER, "4c7"),),
        )

    def revisions_sent(self) -> List[Any]:
        return [metadata.get("recorda-user-revision") for metadata in self.server.metadata]

    def test_the_revision_of_a_user_is_sent_back_with_the_users_next_call(self) -> None:
        request = memory_pb2.RetrieveMemoriesRequest
        ana, ben = (request(scope={"user_id": user}, query="x") for user in ("ana", "ben"))
        streamed = memory_pb2.StreamRetrieveMemoriesRequest(retrieve=ana)

        with recorda.connect(f"127.0.0.1:{self.server.port}") as client:
            self.server.reset()
            # A failed attempt and the end of a stream tell it, too.
            self.server.revisions, self.server.script = ["7", "8", "9", "11", "10"], []
            client.memory.retrieve_memories(ana)
            self.server.script = [UNAVAILABLE]
            client.memory.retrieve_memories(ana)
            for _ in client.memory.stream_retrieve_memories(streamed):
                pass
            for asked in (ana, ana, ben, request(query="x")):
                client.memory.retrieve_memories(asked)
            self.assertEqual(self.revisions_sent(), [None, "7", "8", "9", "11", "11", None, None])

        async def run() -> None:
            async with recorda.connect_async(f"127.0.0.1:{self.server.port}") as client:
                await client.memory.retrieve_memories(ana)
                self.server.script = [UNAVAILABLE]
                await client.memory.retrieve_memories(ana)
                async for _ in client.memory.stream_retrieve_memories(streamed):
                    pass
                for asked in (ana, ana, ben, request(query="x")):
                    await client.memory.retrieve_memories(asked)

        self.server.reset()
        self.server.revisions = ["7", "8", "9", "11", "10"]
        asyncio.run(run())
        self.assertEqual(self.revisions_sent(), [None, "7", "8", "9", "11", "11", None, None])

    def test_the_revisions_of_the_users_who_called_last_are_remembered(self) -> None:
        seen = UserRevisions()
        for user in range(SEEN_USERS):
            seen.see(str(user), [("recorda-user-revision", "1")])
        for trailers in ([("recorda-user-revision", "9")], [("recorda-user-revision", "10")], [], None):
            seen.see("0", trailers)
        for wrong in ("9", "none", "12345678901234567"):
            seen.see("0", [("recorda-user-revision", wrong)])
        seen.see("another", [("other", "2"), ("recorda-user-revision", "1")])
        self.assertEqual(seen.headers("0"), (("recorda-user-revision", "10"),))
        self.assertEqual([seen.headers(user) for user in ("1", None)], [(), ()])
        self.assertEqual(seen.headers("2"), seen.headers("another"))

    def test_nobody_is_there(self) -> None:
        with recorda.connect("127.0.0.1:1", tries=1) as client, self.assertRaises(recorda.RecordaError) as caught:
            client.agent("ana").get("lt_1", timeout=2)
        self.assertEqual(caught.exception.reason, "BACKEND_UNAVAILABLE")
        self.assertIn("127.0.0.1:1", caught.exception.message)

    def test_an_option_that_there_is_not_is_refused(self) -> None:
        with recorda.connect(f"127.0.0.1:{self.server.port}") as client:
            ana: Any = client.agent("ana")
            for call in (
                lambda: ana.retrieve("x", topk=1),
                lambda: ana.persona.set("a", 1, typo=True),
                lambda: ana.scoped(session="x"),
                lambda: client.agent("ana", session="x"),  # type: ignore[call-arg]
                lambda: recorda.connect("localhost:1", apikey="rk_x"),  # type: ignore[call-arg]
            ):
                with self.assertRaises(TypeError):
                    call()
            for call in (
                lambda: ana.add("x", key="k"),
                lambda: ana.add({"a": 1}, type="working", speaker="Ben"),
                lambda: ana.add({"a": 1}),
                lambda: ana.add({"a": 1, "b": 2}, type="working"),
                lambda: ana.add("x", type="persona"),
                lambda: ana.documents.get("bookings"),
            ):
                with self.assertRaises(recorda.RecordaError) as caught:
                    call()
                self.assertEqual(caught.exception.reason, "FIELD_INVALID")


class Connecting(unittest.TestCase):
    def setUp(self) -> None:
        cleared = {name: value for name, value in os.environ.items() if not name.startswith("RECORDA_")}
        patch = mock.patch.dict(os.environ, cleared, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def refusal(self, *args: Any, **options: Any) -> recorda.RecordaError:
        with self.assertRaises(recorda.RecordaError) as caught:
            recorda.connect(*args, **options).close()
        self.assertEqual(caught.exception.reason, "FIELD_INVALID")
        return caught.exception

    def test_addresses(self) -> None:
        for address, target, is_sealed, is_loopback in (
            ("localhost:50051", "localhost:50051", None, True),
            ("[::1]:7", "[::1]:7", None, True),
            ("recorda://memory.example.org", "memory.example.org:50051", None, False),
            ("recorda://localhost:9", "localhost:9", None, True),
            ("grpcs://memory.example.org:443", "memory.example.org:443", True, False),
            ("grpc://10.0.0.1:1/", "10.0.0.1:1", False, False),
        ):
            found = parse_address(address)
            self.assertEqual((found.target, found.is_sealed, found.is_loopback), (target, is_sealed, is_loopback))

    def test_other_addresses_are_refused(self) -> None:
        for address in (
            "localhost",
            "localhost:",
            "ftp://localhost:1",
            "unix:/tmp/x",
            "localhost:1/path",
            "x:99999999",
        ):
            self.assertEqual(self.refusal(address).violations[0].field, "address", address)
        for address in ("http://localhost:50052", "https://memory.example.org", "http://a b"):
            self.assertEqual(self.refusal(address).violations[0].field, "address", address)
        self.assertIn("HTTP", self.refusal("http://localhost:50052").message)

    def test_the_environment(self) -> None:
        self.assertIn("RECORDA_URL", self.refusal().message)
        os.environ["RECORDA_URL"] = "memory.example.org:50051"
        recorda.connect().close()
        os.environ["RECORDA_API_KEY"] = "no key"
        self.assertEqual(self.refusal().violations[0].field, "api_key")
        os.environ["RECORDA_API_KEY"] = "rk_secret"
        # The key was read: it is not sent in the clear.
        self.assertEqual(self.refusal().violations[0].field, "tls")

    def test_no_key_goes_in_the_clear(self) -> None:
        for address in ("10.0.0.1:50051", "recorda://10.0.0.1", "grpc://10.0.0.1:1"):
            self.assertIn("sent unencrypted", self.refusal(address, api_key="rk_secret").message)
            recorda.connect(address, api_key="rk_secret", tls=False).close()
        recorda.connect("localhost:1", api_key="rk_secret").close()
        recorda.connect("10.0.0.1:50051", api_key="rk_secret", tls=True).close()
        recorda.connect("grpcs://10.0.0.1", api_key="rk_secret").close()

    def test_what_contradicts_itself_is_refused(self) -> None:
        for address, options, field in (
            ("grpcs://x", {"tls": False}, "tls"),
            ("grpc://x", {"tls": True}, "tls"),
            ("grpc://x", {"tls": recorda.TlsOptions()}, "tls"),
            ("localhost:1", {"tls": "yes"}, "tls"),
            ("localhost:1", {"tries": 0}, "tries"),
            ("localhost:1", {"tries": 1.5}, "tries"),
            ("localhost:1", {"tries": 11}, "tries"),
        ):
            self.assertEqual(self.refusal(address, **options).violations[0].field, field)


class Errors(unittest.TestCase):
    def test_an_error_is_pickled_whole(self) -> None:
        error = recorda.RecordaError("QUOTA_EXCEEDED", "full", quota=recorda.QuotaViolation("user:ana", 1, 1))
        back = pickle.loads(pickle.dumps(error))
        self.assertEqual((repr(back), back.code, back.quota), (repr(error), "RESOURCE_EXHAUSTED", error.quota))


class Values(unittest.TestCase):
    def refused(self, call: Callable[[], Any]) -> str:
        with self.assertRaises(recorda.RecordaError) as caught:
            call()
        return caught.exception.violations[0].field

    def test_values_come_back_as_they_were(self) -> None:
        for value in (None, True, 0, -1, 1.5, 2**53, "é", [], [1, [None]], {"a": {"b": []}}):
            back = from_value(to_value(value, "value"))
            self.assertEqual((back, type(back)), (value, type(value)))
        self.assertEqual(str(from_value(to_value(-0.0, "value"))), "-0.0")

    def test_what_json_cannot_say_is_refused_by_its_path(self) -> None:
        wrong: Any
        for wrong in (float("nan"), float("inf"), 2**53 + 1, {1, 2}, b"x", "\ud800", datetime.now(timezone.utc)):
            self.assertEqual(self.refused(lambda wrong=wrong: to_value({"a": [0, wrong]}, "value")), "value.a[1]")
        keyed: Any = {1: "one"}
        self.assertEqual(self.refused(lambda: to_value(keyed, "value")), "value")

    def test_a_time_needs_a_zone(self) -> None:
        client = recorda.connect("localhost:1")
        self.assertEqual(self.refused(lambda: client.agent("ana").retrieve("x", now=datetime(2026, 1, 1))), "now")
        client.close()


if __name__ == "__main__":
    unittest.main()
