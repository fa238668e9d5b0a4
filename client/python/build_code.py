"""Makes the code that is not written by hand, whenever the package is built: `python build_code.py` makes it alone.

From the contract (../../proto): its messages with their types, and a typed method for each call, which knows from the descriptors
whether it may be repeated. From `aio`, the client for asyncio: the same for programs without it. What is made is in wheel and sdist,
and not in the repository, so that nothing of it can be out of date; an sdist, which has no contract beside it, keeps what it has.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tokenize
from pathlib import Path
from typing import Any, Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGE = HERE / "src" / "recorda"

SERVICES = {"memory": "MemoryService", "context": "ContextService", "admin": "AdminService"}


def make() -> None:
    """Makes everything anew, where the repository is around this folder."""
    if not (ROOT / "proto" / "recorda").is_dir():
        return
    make_messages()
    make_services()
    make_sync()
    shutil.copyfile(ROOT / "client" / "constants.json", PACKAGE / "_constants.json")
    shutil.copyfile(ROOT / "LICENSE", HERE / "LICENSE")


def protoc(*arguments: str) -> None:
    from grpc_tools import protoc as compiler

    included = str(Path(compiler.__file__).parent / "_proto")
    if compiler.main(["protoc", f"--proto_path={included}", *arguments]) != 0:
        raise SystemExit("protoc failed.")


def make_messages() -> None:
    folder = PACKAGE / "v1"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    protos = sorted(str(path) for path in (ROOT / "proto" / "recorda" / "v1").glob("*.proto"))
    source = PACKAGE.parent
    protoc(f"--proto_path={ROOT / 'proto'}", f"--python_out={source}", f"--pyi_out={source}", *protos)
    (folder / "__init__.py").write_text('"""The messages of the contract, recorda.v1."""\n', encoding="utf-8")
    # As descriptors, for a pool of our own: other packages bring these messages, too, and one pool takes a file once.
    details = ROOT / "server" / "rpc" / "error-details"
    protoc(
        f"--proto_path={details}",
        "--include_imports",
        f"--descriptor_set_out={PACKAGE / '_google_rpc.binpb'}",
        *(str(details / "google" / "rpc" / name) for name in ("status.proto", "error_details.proto")),
    )


def make_services() -> None:
    sys.path.insert(0, str(PACKAGE.parent))
    try:
        text = "\n".join(services_text())
    finally:
        sys.path.pop(0)
    (PACKAGE / "_services.py").write_text(text, encoding="utf-8")


def services_text() -> Iterator[str]:
    """A class for each service, with asyncio and without."""
    from importlib import import_module

    services = []
    modules = set()
    # Not by way of recorda/__init__.py, which imports what is being made.
    recorda = type(sys)("recorda")
    recorda.__path__ = [str(PACKAGE)]
    sys.modules["recorda"] = recorda
    for name, service_name in SERVICES.items():
        descriptor = import_module(f"recorda.v1.{name}_pb2").DESCRIPTOR.services_by_name[service_name]
        services.append(descriptor)
        for method in descriptor.methods:
            modules.update(module_of(message) for message in (method.input_type, method.output_type))
    for name in [name for name in sys.modules if name == "recorda" or name.startswith("recorda.")]:
        del sys.modules[name]
    yield '"""The calls of the contract. Made by build_code.py."""\n'
    yield "from __future__ import annotations\n"
    yield "from typing import Optional\n"
    yield "from ._calls_async import AsyncCalls, AsyncStream"
    yield "from ._calls_sync import Calls, Stream"
    yield "from ._method import Method"
    yield f"from .v1 import {', '.join(sorted(modules))}\n"
    for service in services:
        for method in service.methods:
            yield method_text(service, method)
    for service in services:
        yield from service_text(service, is_async=True)
        yield from service_text(service, is_async=False)


def module_of(message: Any) -> str:
    return f"{Path(message.file.name).stem}_pb2"


def type_of(message: Any) -> str:
    return f"{module_of(message)}.{message.name}"


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def constant_of(service: Any, method: Any) -> str:
    return f"_{snake(service.name)}_{snake(method.name)}".upper()


def method_text(service: Any, method: Any) -> str:
    is_read = method.GetOptions().idempotency_level != 0
    has_request_id = not is_read and "request_id" in method.input_type.fields_by_name
    return (
        f"{constant_of(service, method)} = Method(\n"
        f'    "/{service.full_name}/{method.name}", {type_of(method.input_type)}, {type_of(method.output_type)},\n'
        f"    is_read={is_read}, has_request_id={has_request_id},\n"
        ")"
    )


def service_text(service: Any, *, is_async: bool) -> Iterator[str]:
    prefix = "Async" if is_async else ""
    yield f"\n\nclass {prefix}{service.name}:"
    yield f'    """The calls of {service.full_name}, with its messages. `timeout` is in seconds; absent: 30."""\n'
    yield f"    def __init__(self, calls: {prefix}Calls) -> None:"
    yield "        self._calls = calls"
    for method in service.methods:
        gives = type_of(method.output_type)
        kind = "" if method.server_streaming or not is_async else "async "
        if method.server_streaming:
            gives = f"{prefix}Stream[{gives}]"
        how = "stream" if method.server_streaming else "unary"
        wait = "await " if kind else ""
        request = type_of(method.input_type)
        yield (
            f"\n    {kind}def {snake(method.name)}(\n"
            f"        self, request: {request}, *, timeout: Optional[float] = None\n"
            f"    ) -> {gives}:\n"
            f"        return {wait}self._calls.{how}({constant_of(service, method)}, request, timeout)"
        )
    yield ""


# Names of asyncio and those that stand in their place without it; other names lose `Async` or `async_` at their beginning.
PLAIN = {
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "StopAsyncIteration": "StopIteration",
    "aclose": "close",
    "_calls_async": "_calls_sync",
}


def make_sync() -> None:
    folder = PACKAGE / "_sync"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in sorted((PACKAGE / "aio").glob("*.py")):
        text = sync_text(path.read_text(encoding="utf-8"))
        (folder / path.name).write_text(text, encoding="utf-8")


def sync_text(text: str) -> str:
    """A module for asyncio as one without it: `await` and `async` go, and names change."""
    lines = text.splitlines(keepends=True)
    changes = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        (row, start), (_, end) = token.start, token.end
        if token.type == tokenize.STRING and "asyncio" in token.string and token.string.startswith('"""'):
            continue
        if token.string in ("async", "await"):
            # With the space behind it.
            changes.append((row, start, end + 1, ""))
        elif token.type == tokenize.NAME:
            plain = PLAIN.get(token.string) or re.sub("^Async(?=[A-Z])|^async_", "", token.string)
            if plain != token.string:
                changes.append((row, start, end, plain))
    for row, start, end, plain in reversed(changes):
        line = lines[row - 1]
        lines[row - 1] = line[:start] + plain + line[end:]
    head = "# Made of the module of this name in recorda/aio by build_code.py.\n"
    return head + "".join(lines).replace(" with asyncio", "").replace("async for", "for").replace("await ", "")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # Run by itself.
    pass
else:

    class CodeHook(BuildHookInterface[Any]):
        """Runs when wheel, sdist or an editable install is made."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            make()
            generated = ["v1", "_sync", "_services.py", "_constants.json", "_google_rpc.binpb"]
            build_data["artifacts"].extend(f"src/recorda/{name}" for name in generated)
            build_data["artifacts"].append("LICENSE")


if __name__ == "__main__":
    make()
