"""Reads the authored words and templates of words/."""

from pathlib import Path

WORDS = Path(__file__).parent / "words"


def lines(name: str) -> list[str]:
    """The lines of a word file, without comments and empty ones."""
    text = (WORDS / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def sections(name: str) -> dict[str, list[str]]:
    """The lines of a word file under each of its [headings]."""
    found: dict[str, list[str]] = {}
    for line in lines(name):
        if line.startswith("[") and line.endswith("]"):
            found[line[1:-1]] = current = []
        else:
            current.append(line)
    return found


def named_lists(name: str, between: str = ", ") -> dict[str, list[str]]:
    """A list per line, its name before the colon."""
    pairs = (line.split(": ", 1) for line in lines(name))
    return {key: rest.split(between) for key, rest in pairs}


def entries(name: str) -> list[tuple[str, list[str]]]:
    """`word = translation/translation` lines."""
    pairs = (line.split(" = ", 1) for line in lines(name))
    return [(word, rest.split("/")) for word, rest in pairs]


def listed(text: str) -> list[str]:
    """The parts of a comma-separated text."""
    return [part.strip() for part in text.split(",") if part.strip()]
