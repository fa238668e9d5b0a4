"""The header by which a proxy can send the calls of a user to the same one of several servers."""

from __future__ import annotations

from typing import Optional, Tuple

from google.protobuf.message import Message

USER_HASH_HEADER = "recorda-user-hash"
# The messages in a request that may name its user.
_PLACES = ("scope", "memory", "retrieve", "requests")


def user_hash_headers(user: Optional[str]) -> Tuple[Tuple[str, str], ...]:
    """Returns the header for the calls of a user. It does not identify the user, since proxies log headers."""
    return () if user is None else ((USER_HASH_HEADER, f"{_hash_of(user) & 0xFFF:03x}"),)


def user_of(request: Message) -> Optional[str]:
    """Returns the user whose data a request concerns; the first one's, if it has several."""
    fields = request.DESCRIPTOR.fields_by_name
    if "user_id" in fields:
        user: str = getattr(request, "user_id")  # noqa: B009
        return user or None
    for place in _PLACES:
        if place not in fields:
            continue
        found = getattr(request, place)
        if place == "requests":
            found = found[0] if found else None
        user_found = None if found is None else user_of(found)
        if user_found is not None:
            return user_found
    return None


def _hash_of(text: str) -> int:
    """As client/user-hash.ts has it: FNV-1a with the finalizer of MurmurHash3."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return value ^ (value >> 16)
