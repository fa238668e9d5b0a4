"""The options of `connect`, and their values from the environment."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Optional, Tuple, Union

import grpc

from ._address import parse_address
from ._constants import MOST_TRIES
from .errors import field_error


@dataclass(frozen=True)
class TlsOptions:
    """The TLS settings of a connection. Each is in PEM."""

    #: The authorities that are trusted to sign the server's certificate; absent: those that gRPC trusts.
    ca: Union[str, bytes, None] = None
    #: The client certificate, if the server requires one, and its private key.
    cert: Union[str, bytes, None] = None
    key: Union[str, bytes, None] = None


@dataclass(frozen=True)
class Channel:
    """The settings of a channel."""

    target: str
    #: None: no TLS.
    credentials: Optional[grpc.ChannelCredentials]
    metadata: Tuple[Tuple[str, str], ...]
    tries: int


def asked(address: Optional[str], api_key: Optional[str], tls: Union[bool, TlsOptions, None], tries: int) -> Channel:
    """Checks the options. Raises FIELD_INVALID for options that cannot be combined; the message says what to do."""
    url = address if address is not None else os.environ.get("RECORDA_URL")
    if not url:
        raise field_error(
            "address",
            "is required: the address of the server, for example localhost:50051. It can also be set as RECORDA_URL.",
        )
    parsed = parse_address(url)
    key = api_key if api_key is not None else (os.environ.get("RECORDA_API_KEY") or None)
    if key is not None and not re.fullmatch(r"rk_[\w-]+", key, re.ASCII):
        raise field_error("api_key", "must be a key, for example rk_….")
    if isinstance(tries, bool) or not isinstance(tries, int) or not 1 <= tries <= MOST_TRIES:
        raise field_error("tries", f"must be a whole number from 1 to {MOST_TRIES}.")
    if not (tls is None or isinstance(tls, (bool, TlsOptions))):
        raise field_error("tls", "must be True, False or TlsOptions.")
    if parsed.is_sealed is not None and tls is not None and parsed.is_sealed != (tls is not False):
        said = "uses" if parsed.is_sealed else "does not use"
        raise field_error("tls", f"contradicts the address, which {said} TLS.")
    sealed = parsed.is_sealed if tls is None else tls
    if key is not None and not parsed.is_loopback and not sealed and tls is None:
        message = (
            "is not set, so the key would be sent unencrypted. "
            "Set tls=True, or tls=False if the network itself is encrypted."
        )
        raise field_error("tls", message)
    metadata = () if key is None else (("authorization", f"Bearer {key}"),)
    return Channel(parsed.target, _credentials(sealed), metadata, tries)


def _credentials(sealed: Union[bool, TlsOptions, None]) -> Optional[grpc.ChannelCredentials]:
    if not sealed:
        return None
    options = TlsOptions() if sealed is True else sealed
    return grpc.ssl_channel_credentials(_bytes(options.ca), _bytes(options.key), _bytes(options.cert))


def _bytes(pem: Union[str, bytes, None]) -> Optional[bytes]:
    return pem.encode() if isinstance(pem, str) else pem
