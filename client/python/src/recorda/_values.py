"""Converts between Python values and messages of the contract."""

from __future__ import annotations

import math
import numbers
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from google.protobuf import duration_pb2, struct_pb2, timestamp_pb2

from .errors import field_error

#: Any JSON value.
JsonValue = Union[None, bool, int, float, str, Sequence[Any], Mapping[str, Any]]
JsonObject = Mapping[str, JsonValue]

_EXACT = 2**53


def to_value(value: JsonValue, field: str) -> struct_pb2.Value:
    """Converts a value to JSON's. Raises FIELD_INVALID, naming `field`, for values that JSON cannot express."""
    if value is None:
        return struct_pb2.Value(null_value=struct_pb2.NULL_VALUE)
    if isinstance(value, bool):
        return struct_pb2.Value(bool_value=value)
    if isinstance(value, str):
        return struct_pb2.Value(string_value=_text(value, field))
    # NumPy's numbers are accepted, too.
    if isinstance(value, numbers.Real):
        return struct_pb2.Value(number_value=_number(value, field))
    if isinstance(value, Mapping):
        return struct_pb2.Value(struct_value=to_struct(value, field))
    if isinstance(value, (list, tuple)):
        parts = [to_value(part, f"{field}[{at}]") for at, part in enumerate(value)]
        return struct_pb2.Value(list_value=struct_pb2.ListValue(values=parts))
    raise field_error(field, f"must be of JSON, not {type(value).__name__}.")


def to_struct(value: JsonObject, field: str) -> struct_pb2.Struct:
    if not isinstance(value, Mapping):
        raise field_error(field, f"must be a dict, not {type(value).__name__}.")
    for key in value:
        if not isinstance(key, str):
            raise field_error(field, f"must have keys that are texts, not {key!r}.")
    return struct_pb2.Struct(fields={_text(k, field): to_value(part, f"{field}.{k}") for k, part in value.items()})


def maybe_struct(value: Optional[JsonObject], field: str) -> Optional[struct_pb2.Struct]:
    return None if value is None else to_struct(value, field)


def _number(value: Any, field: str) -> float:
    if isinstance(value, numbers.Integral) and abs(int(value)) > _EXACT:
        raise field_error(field, f"has more digits than numbers of JSON keep: send {value} as a text.")
    if not math.isfinite(value):
        raise field_error(field, f"must be a finite number, not {value}.")
    return float(value)


def _text(value: str, field: str) -> str:
    """Refuses half a surrogate pair, which is not text and which no message can hold."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise field_error(field, f"is no Unicode text: {error}.") from None
    return value


def from_value(value: struct_pb2.Value) -> Any:
    """Converts whole numbers to ints, as JSON would have them; -0.0 stays -0.0."""
    kind = value.WhichOneof("kind")
    if kind == "struct_value":
        return from_struct(value.struct_value)
    if kind == "list_value":
        parts: List[Any] = [from_value(part) for part in value.list_value.values]
        return parts
    if kind == "number_value":
        number = value.number_value
        is_whole = number.is_integer() and abs(number) <= _EXACT and not (number == 0 and math.copysign(1, number) < 0)
        return int(number) if is_whole else number
    if kind == "string_value":
        return value.string_value
    return value.bool_value if kind == "bool_value" else None


def from_struct(value: struct_pb2.Struct) -> Dict[str, Any]:
    return {key: from_value(part) for key, part in value.fields.items()}


def to_timestamp(value: datetime, field: str) -> timestamp_pb2.Timestamp:
    if not isinstance(value, datetime):
        raise field_error(field, f"must be a datetime, not {type(value).__name__}.")
    if value.tzinfo is None:
        raise field_error(field, "has no time zone: say datetime.now(timezone.utc), or value.astimezone().")
    stamp = timestamp_pb2.Timestamp()
    stamp.FromDatetime(value.astimezone(timezone.utc))
    return stamp


def maybe_timestamp(value: Optional[datetime], field: str) -> Optional[timestamp_pb2.Timestamp]:
    return None if value is None else to_timestamp(value, field)


_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def from_timestamp(stamp: timestamp_pb2.Timestamp) -> datetime:
    return _EPOCH + timedelta(seconds=stamp.seconds, microseconds=stamp.nanos // 1000)


def maybe_time(message: Any, field: str) -> Optional[datetime]:
    """Returns the time in a field of a message; None if it is not set."""
    return from_timestamp(getattr(message, field)) if message.HasField(field) else None


def to_duration(ms: float) -> duration_pb2.Duration:
    seconds, rest = divmod(ms, 1000)
    return duration_pb2.Duration(seconds=int(seconds), nanos=round(rest * 1e6))


#: The value that is sent for an unknown name: the server refuses it and names the field.
_UNKNOWN = -1


def to_enum(enum: Any, prefix: str, name: Optional[str]) -> Any:
    """Returns the value of `prefix` and a name in lower case; 0 for none."""
    if name is None:
        return 0
    full = prefix + str(name).upper()
    return enum.Value(full) if full in enum.keys() and name == name.lower() else _UNKNOWN  # noqa: SIM118


def from_enum(enum: Any, prefix: str, value: int) -> Optional[str]:
    """Returns the name of a value; None for 0, and for values of a newer server."""
    if value == 0 or value not in enum.values():
        return None
    name: str = enum.Name(value)
    return name[len(prefix) :].lower()
