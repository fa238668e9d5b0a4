"""Decides when a failed call is repeated: if the server was unreachable or overloaded, and nothing can be done twice by that."""

from __future__ import annotations

import random

from ._constants import RETRY_FIRST, RETRY_GROWTH, RETRY_JITTER
from .errors import RecordaError


def retry_wait(error: RecordaError, tried: int, tries: int, is_repeatable: bool, seconds_left: float) -> float:
    """Returns the seconds to wait before the call is repeated after it failed `tried` times; raises the error if it may not be."""
    most = RETRY_FIRST * RETRY_GROWTH ** (tried - 1)
    wait = (error.retry_after or 0) + most * (1 - RETRY_JITTER * random.random())
    # These were refused before they began.
    may_repeat = error.reason in ("OVERLOADED", "RATE_LIMITED") or (is_repeatable and error.code == "UNAVAILABLE")
    if tried >= tries or not may_repeat or wait >= seconds_left:
        raise error
    return wait
