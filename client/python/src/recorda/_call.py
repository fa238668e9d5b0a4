"""What calls share, whether they use asyncio or not."""

from __future__ import annotations

import math
import sys
import time
from typing import Dict, Optional, Tuple

from ._constants import DEFAULT_TIMEOUT
from .errors import field_error

Metadata = Tuple[Tuple[str, str], ...]


def deadline_of(timeout: Optional[float]) -> float:
    """The deadline by the clock of `time.monotonic`, in seconds."""
    seconds = DEFAULT_TIMEOUT if timeout is None else timeout
    if not (isinstance(seconds, (int, float)) and seconds > 0 and math.isfinite(seconds)):
        raise field_error("timeout", f"must be a number of seconds over 0, not {seconds!r}.")
    return time.monotonic() + seconds


def seconds_to(deadline: float) -> float:
    return deadline - time.monotonic()


def trace_headers() -> Metadata:
    """Returns headers that name the span of a call, like `traceparent`, if the program uses OpenTelemetry."""
    propagate = sys.modules.get("opentelemetry.propagate")
    if propagate is None:
        return ()
    carrier: Dict[str, str] = {}
    propagate.inject(carrier)
    return tuple(carrier.items())
