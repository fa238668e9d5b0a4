"""Runs the cases of every client, with and without asyncio, and prints a line of JSON for each.

RECORDA_TEST_CASES=… python run_cases.py cases.json
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import sys
import uuid
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, Optional

from google.protobuf import json_format
from matching import mismatches, time_of
from plain import plain, plain_error, report, snake

import recorda
from recorda.types import Append, Neighbors, NewStep, Remove, Replace, ToolCall, ToolResult, Turn

SERVERS = json.loads(os.environ["RECORDA_TEST_CASES"])
DEFAULT_SCOPE = {"userId": "${user}", "agentId": "coach", "sessionId": "monday"}


class Run:
    """One case, with the client of `connect` or of `connect_async`."""

    def __init__(self, case: Dict[str, Any], is_async: bool) -> None:
        self.case = case
        key = case.get("key")
        address = SERVERS["addresses"][case.get("server", "open")]
        connect: Any = recorda.connect_async if is_async else recorda.connect
        self.client = connect(address, api_key=SERVERS["keys"].get(key, key))
        self.kept: Dict[str, Any] = {"user": str(uuid.uuid4())}

    async def run(self) -> Optional[str]:
        """What is wrong; None where nothing is."""
        try:
            for at, step in enumerate(self.case["steps"]):
                wrong = await self.step(step)
                if wrong:
                    return f"step {at + 1} ({step['call']}):\n" + "\n".join(wrong)
            return None
        finally:
            await settled(self.client.aclose() if hasattr(self.client, "aclose") else self.client.close())

    async def step(self, step: Dict[str, Any]) -> Any:
        try:
            answer = await self.call(step)
        except recorda.RecordaError as error:
            if "error" not in step:
                raise
            return mismatches(self.filled(step["error"], True), plain_error(error), "error")
        if "error" in step:
            return [f"an answer where an error was expected: {answer}"]
        wrong = mismatches(self.filled(step["expect"], True), answer) if "expect" in step else []
        for name, path in step.get("keep", {}).items():
            self.kept[name] = value_at(answer, path)
        return wrong

    async def call(self, step: Dict[str, Any]) -> Any:
        root, *path = step["call"].split(".")
        if root in ("memory", "context", "admin"):
            return await self.whole_call(root, path[0], step)
        scope = self.filled({**self.case.get("scope", DEFAULT_SCOPE), **step.get("scope", {})})
        args = {snake(name): value for name, value in self.filled(step.get("args", {})).items()}
        ids = {snake(name): value for name, value in scope.items()}
        handle = self.client.agent(**ids) if root == "agent" else self.client.conversation(**ids)
        for name in path[:-1]:
            handle = getattr(handle, name)
            if name == "ordered":
                handle = handle(args.pop("collection"))
        answer = getattr(handle, snake(path[-1]))(**adapted(step["call"], args))
        if isinstance(answer, (recorda.HitStream, recorda.AsyncHitStream)):
            hits = await settled(answer, step.get("take"))
            return {"hits": plain(hits), **report(answer)}
        return plain(await settled(answer, step.get("take")))

    async def whole_call(self, service: str, name: str, step: Dict[str, Any]) -> Any:
        method = getattr(getattr(self.client, service), snake(name))
        module = sys.modules["recorda._services"]
        request_type: Any = getattr(module, f"_{service}_SERVICE_{snake(name)}".upper()).request
        request = json_format.ParseDict(self.filled(step.get("request", {})), request_type())
        answer = await settled(method(request), step.get("take"))
        return [as_json(part) for part in answer] if isinstance(answer, list) else as_json(answer)

    def filled(self, value: Any, is_pattern: bool = False) -> Any:
        """A value whose `${name}` are replaced by what was kept; and of arguments, values that JSON cannot say."""
        if isinstance(value, str):
            whole = re.fullmatch(r"\$\{(\w+)\}", value)
            if whole:
                return self.kept[whole[1]]
            return re.sub(r"\$\{(\w+)\}", lambda found: str(self.kept[found[1]]), value)
        if isinstance(value, list):
            return [self.filled(part, is_pattern) for part in value]
        if not isinstance(value, dict):
            return value
        parts = {self.filled(key): self.filled(part, is_pattern) for key, part in value.items()}
        name = next(iter(parts), "")
        if name == "$repeat":
            text, count = parts[name]
            return text * count
        if not is_pattern and name == "$time":
            return time_of(parts[name])
        return float(parts[name]) if not is_pattern and name == "$number" else parts


def as_json(message: Any) -> Any:
    return json_format.MessageToDict(message, always_print_fields_with_no_presence=True)


async def settled(answer: Any, take: Optional[int] = None) -> Any:
    """What was awaited, or the list of what was streamed, at most so many."""
    if inspect.isawaitable(answer):
        return await answer
    elements = []
    if hasattr(answer, "__aiter__"):
        async for element in answer:
            elements.append(element)
            if len(elements) == take:
                break
        return elements
    if hasattr(answer, "__next__"):
        for element in answer:
            elements.append(element)
            if len(elements) == take:
                break
        return elements
    return answer


def value_at(answer: Any, path: str) -> Any:
    for name in path.split("."):
        answer = answer[int(name)] if isinstance(answer, list) else answer[name]
    return answer


def adapted(call: str, args: Dict[str, Any]) -> Dict[str, Any]:
    """The arguments of a verb as this client takes them: what are objects in other languages are classes here."""
    if isinstance(args.get("target"), dict):
        args["target"] = SimpleNamespace(**args["target"])
    if call == "agent.update":
        args.update({snake(name): value for name, value in args.pop("patch").items()})
    if call == "conversation.append":
        turns = args["turns"]
        args["turns"] = turn_of(turns) if isinstance(turns, dict) else [turn_of(turn) for turn in turns]
    for name, adapt in ADAPTERS.items():
        if name in args:
            args[name] = adapt(args[name])
    for name, other in (("from", "start"), ("to", "end")):
        if name in args:
            args[other] = end_of(args.pop(name))
    return args


def snaked(value: Dict[str, Any]) -> Dict[str, Any]:
    return {snake(name): part for name, part in value.items()}


def step_of(step: Any) -> Any:
    return NewStep(**snaked(step)) if isinstance(step, dict) else step


def turn_of(turn: Dict[str, Any]) -> Turn:
    parts = snaked(turn)
    if "tool_calls" in parts:
        parts["tool_calls"] = [ToolCall(**snaked(call)) for call in parts["tool_calls"]]
    return Turn(**parts)


def end_of(end: Any) -> Any:
    if isinstance(end, list):
        return [end_of(part) for part in end]
    return (end["name"], end.get("type", "")) if isinstance(end, dict) else end


def write_of(write: Dict[str, Any]) -> Any:
    if "append" in write:
        return Append(write["append"])
    if "remove" in write:
        return Remove(write["remove"], write.get("etag", ""))
    return Replace(write["replace"], write["data"], write.get("etag", ""))


ADAPTERS: Dict[str, Any] = {
    "step": step_of,
    "steps": lambda steps: [step_of(step) for step in steps],
    "neighbors": lambda neighbors: Neighbors(**snaked(neighbors)),
    "writes": lambda writes: [write_of(write) for write in writes],
    "tools": lambda tools: {tool["name"]: tool["text"] for tool in tools},
    "tool_results": lambda results: [ToolResult(ToolCall(**snaked(r["call"])), r["content"]) for r in results],
}


async def main(file: Dict[str, Any]) -> None:
    for one in file["matching"]:
        if (not mismatches(one["pattern"], one["value"])) != one["matches"]:
            raise SystemExit(f"The runner matches wrongly: {one}")
    for case in file["cases"]:
        for is_async in (False, True):
            try:
                error = await Run(case, is_async).run()
            except Exception as failure:
                error = f"{type(failure).__name__}: {failure}"
                if os.environ.get("RECORDA_TEST_TRACE"):
                    raise
            print(json.dumps({"name": case["name"], "door": "asyncio" if is_async else "sync", "error": error}))


asyncio.run(main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
