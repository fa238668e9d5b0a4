"""Tells who watches how far a long run is."""

import sys
import time


class Progress:
    """One line that is written over on a terminal, a line every half minute elsewhere."""

    def __init__(self, told: str, total: int) -> None:
        self.told, self.total = told, total
        self.started = self.last_told = time.monotonic()

    def reached(self, count: int, remark: str = "") -> None:
        """Says that `count` of the total are done."""
        now = time.monotonic()
        done = count >= self.total
        on_terminal = sys.stderr.isatty()
        if not done and now - self.last_told < (0.2 if on_terminal else 30):
            return
        self.last_told = now
        took = now - self.started
        left = "" if done or count == 0 else f", {took / count * (self.total - count):.0f} s left"
        line = f"  {self.told}: {count:,} of {self.total:,}, {took:.0f} s{left} {remark}"
        print(
            f"\r\x1b[K{line}" if on_terminal else line,
            end="" if on_terminal and not done else "\n",
            file=sys.stderr,
            flush=True,
        )
