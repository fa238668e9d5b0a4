"""Constants that all clients of Recorda share: reasons of errors, waits between attempts, sizes. They are read from one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, NamedTuple

_CONSTANTS: Dict[str, Any] = json.loads(Path(__file__).with_name("_constants.json").read_text(encoding="utf-8"))


class Reason(NamedTuple):
    """The code and retryability of an error's reason."""

    code: str
    retryable: bool


REASONS: Dict[str, Reason] = {name: Reason(**values) for name, values in _CONSTANTS["errors"].items()}

_WIRE: Dict[str, Any] = _CONSTANTS["wire"]
_CONNECTING: Dict[str, int] = _CONSTANTS["connecting"]
_RETRYING: Dict[str, float] = _CONSTANTS["retrying"]

#: The default and the longest time of a call, in seconds.
DEFAULT_TIMEOUT: float = _WIRE["defaultDeadlineMs"] / 1000
LONGEST_TIMEOUT: float = _WIRE["deadlineMs"] / 1000
#: The largest answer, and the largest request of a call by its full name or of other calls, in bytes.
MESSAGE_BYTES: int = _WIRE["messageBytes"]
REQUEST_BYTES: int = _WIRE["requestBytes"]
REQUEST_BYTES_OF: Dict[str, int] = _WIRE["requestBytesOf"]

#: The default number of attempts of a call that may be repeated, and the largest number that can be set.
TRIES = int(_RETRYING["tries"])
MOST_TRIES = int(_RETRYING["mostTries"])
#: Seconds before the second attempt; each later wait is `RETRY_GROWTH` times longer, and a share of up to `RETRY_JITTER` of it is random.
RETRY_FIRST = _RETRYING["firstMs"] / 1000
RETRY_GROWTH = _RETRYING["growth"]
RETRY_JITTER = _RETRYING["jitter"]

#: The number of users whose revisions a client remembers.
SEEN_USERS: int = _CONSTANTS["seenUsers"]

#: Seconds before a followed stream is opened again: the first wait, and the longest.
RECONNECT_FIRST = _CONNECTING["firstReconnectMs"] / 1000
RECONNECT_LAST = _CONNECTING["lastReconnectMs"] / 1000

CHANNEL_OPTIONS = (
    ("grpc.primary_user_agent", "recorda-python"),
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    # Sizes are checked before sending, so that the error is the one that the server would give.
    ("grpc.max_send_message_length", -1),
    # A service configuration in DNS could switch on retries of writes.
    ("grpc.service_config_disable_resolution", 1),
    ("grpc.initial_reconnect_backoff_ms", _CONNECTING["firstReconnectMs"]),
    ("grpc.min_reconnect_backoff_ms", _CONNECTING["firstReconnectMs"]),
    ("grpc.max_reconnect_backoff_ms", _CONNECTING["lastReconnectMs"]),
    ("grpc.keepalive_time_ms", _CONNECTING["keepaliveMs"]),
    ("grpc.keepalive_timeout_ms", _CONNECTING["keepaliveTimeoutMs"]),
    # Two clients in one process do not share a connection, so closing one does not affect the other.
    ("grpc.use_local_subchannel_pool", 1),
)
