"""The address of a server, as `connect` and RECORDA_URL give it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

from .errors import field_error

_PORT = "50051"
#: Whether the address itself says that the connection uses TLS, or that it does not.
_SCHEMES = {"recorda": None, "grpc": False, "grpcs": True}
_FORM = re.compile(r"(?:([a-z][a-z0-9+.-]*)://)?(([\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?)(/.*)?", re.ASCII)
_LOOPBACK = re.compile(r"localhost|127\.\d+\.\d+\.\d+|\[::1\]")
_FORMS = "localhost:50051 or recorda://localhost (grpcs:// with TLS, grpc:// without)"


@dataclass(frozen=True)
class Address:
    """A parsed address."""

    target: str
    is_sealed: Optional[bool]
    is_loopback: bool


def parse_address(address: str) -> Address:
    """Parses an address. Raises FIELD_INVALID if the text is not one."""
    found = _FORM.fullmatch(address)
    scheme, _, host, port, path = found.groups() if found else (None, "", "", None, None)
    if scheme in ("http", "https"):
        message = f"is of HTTP, which this client does not speak: give the address of gRPC, like {_FORMS}."
        raise field_error("address", message)
    if not host or (scheme or "recorda") not in _SCHEMES:
        raise field_error("address", f"must be like {_FORMS}.")
    if path not in (None, "/"):
        raise field_error("address", "must have no path.")
    if port is None and scheme is None:
        raise field_error("address", f"must include the port, for example {host}:{_PORT}, or be {_FORMS}.")
    is_loopback = _LOOPBACK.fullmatch(host) is not None
    return Address(f"{host}:{port or _PORT}", _SCHEMES[scheme or "recorda"], is_loopback)
