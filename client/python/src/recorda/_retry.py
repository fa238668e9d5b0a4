"""When a call that failed is made again: for want of a server or of room, where that can do nothing twice."""

from __future__ import annotations

import random

from ._constants import RETRY_FIRST, RETRY_GROWTH, RETRY_JITTER
from .errors import RecordaError


def retry_wait(error: RecordaError, tried: int, tries: int, is_repeatable: bool, seconds_left: float) -> float:
    """Seconds to wait before the call is made again after it failed `tried` times; raises the error where it may not be."""
    most = RETRY_FIRST * RETRY_GROWTH ** (tried - 1)
    wait = (error.retry_after or 0) + most * (1 - RETRY_JITTER * random.random())
    # These were refused before they began.
    may_repeat = error.reason in ("OVERLOADED", "RATE_LIMITED") or (is_repeatable and error.code == "UNAVAILABLE")
    if tried >= tries or not may_repeat or wait >= seconds_left:
        raise error
    return wait
