"""The revision of each user that a client has seen: the server tells it with each answer, and gets it back with the user's next call.

So no later answer is older, although servers over one PostgreSQL may read from a standby.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from typing import Any, Optional, Tuple

from ._constants import SEEN_USERS

USER_REVISION_HEADER = "recorda-user-revision"
_FORM = re.compile(r"[0-9]{1,16}")


class UserRevisions:
    """The revisions of the users who called last, for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: The user who called last is the last one.
        self._seen: OrderedDict[str, int] = OrderedDict()

    def headers(self, user: Optional[str]) -> Tuple[Tuple[str, str], ...]:
        """Returns the header for a user's next call. A call without it is answered from the primary."""
        if user is None:
            return ()
        with self._lock:
            revision = self._seen.get(user)
        return () if revision is None else ((USER_REVISION_HEADER, str(revision)),)

    def see(self, user: Optional[str], trailers: Any) -> None:
        """Remembers what the trailers of a call say of its user."""
        told = next((value for name, value in trailers or () if name == USER_REVISION_HEADER), None)
        if user is None or not isinstance(told, str) or not _FORM.fullmatch(told):
            return
        with self._lock:
            # Answers may arrive in another order than they were given.
            self._seen[user] = max(int(told), self._seen.get(user, 0))
            self._seen.move_to_end(user)
            if len(self._seen) > SEEN_USERS:
                self._seen.popitem(last=False)
