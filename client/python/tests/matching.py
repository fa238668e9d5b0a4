"""Whether an answer is as a case says: client/cases/README.md describes patterns."""

from __future__ import annotations

import json
import math
import re
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, List, Optional

Operator = Callable[[Any, Any], bool]


def mismatches(pattern: Any, value: Any, path: str = "answer") -> List[str]:
    """What is wrong, each with its path; nothing where the value is as the pattern says."""
    if pattern is None:
        return [] if value is None else [f"{path}: {shown(value)} where nothing was expected"]
    if isinstance(pattern, list):
        if not isinstance(value, (list, tuple)) or len(value) != len(pattern):
            return [f"{path}: {shown(value)} where a list of {len(pattern)} was expected"]
        return [wrong for at, part in enumerate(pattern) for wrong in mismatches(part, value[at], f"{path}.{at}")]
    if isinstance(pattern, dict):
        name = next(iter(pattern), "")
        if name.startswith("$"):
            is_right = OPERATORS[name](pattern[name], value)
            return [] if is_right else [f"{path}: {shown(value)} is not {name} {shown(pattern[name])}"]
        if not isinstance(value, dict):
            return [f"{path}: {shown(value)} where {shown(pattern)} was expected"]
        return [wrong for key, part in pattern.items() for wrong in mismatches(part, value.get(key), f"{path}.{key}")]
    is_same = kind_of(pattern) is kind_of(value) and pattern == value
    return [] if is_same else [f"{path}: {shown(value)} where {shown(pattern)} was expected"]


def kind_of(value: Any) -> type:
    """One for all numbers; True is none."""
    return float if isinstance(value, int) and not isinstance(value, bool) else type(value)


def at_least(operand: float, value: Any) -> bool:
    try:
        return not isinstance(value, bool) and float(value) >= operand
    except (TypeError, ValueError):
        return False


def has(operand: List[Any], value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(
        any(not mismatches(part, element) for element in value) for part in operand
    )


def same_number(operand: str, value: Any) -> bool:
    if kind_of(value) is not float:
        return False
    expected = float(operand)
    return expected == value and math.copysign(1, expected) == math.copysign(1, value)


def time_of(value: Any) -> Optional[datetime]:
    """Of a time as RFC 3339 writes it, with any number of digits; None of anything else."""
    found = (
        re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(?:Z|\+00:00)", value)
        if isinstance(value, str)
        else None
    )
    if found is None:
        return None
    seconds = datetime.strptime(found[1], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    return seconds + timedelta(microseconds=round(float(found[2] or 0) * 1e6))


OPERATORS: Dict[str, Operator] = {
    "$any": lambda operand, value: value is not None,
    "$not": lambda operand, value: bool(mismatches(operand, value)),
    "$matches": lambda operand, value: isinstance(value, str) and re.search(operand, value) is not None,
    "$atLeast": at_least,
    "$length": lambda operand, value: isinstance(value, (list, tuple)) and len(value) == operand,
    "$has": has,
    "$time": lambda operand, value: time_of(value) is not None and time_of(value) == time_of(operand),
    "$number": same_number,
}


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:600]
