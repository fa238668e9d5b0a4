"""Makes the built-in embedder's files: main.py runs this in its environment."""

import argparse
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

import texts as own_texts
from advice_pairs import advice_pairs
from advice_tuning import AdviceLesson, AdviceMap, tune_for_advice
from association import associate
from distillation import Lesson, distil
from packing import pack_map, pack_table
from spanish_lexicon import spanish_lexicon, write_lexicon
from table import Table, load_table
from teacher import Teacher, export_teacher, token_vectors
from tokens import TEACHER_FILES

SEED = 1
PAIRS = 25_000
EPOCHS = 4.0
QUICK_SHARE = 0.25
ADVICE_PAIRS = 80_000
ADVICE_STEPS = 600
PLAIN_TEXTS_BESIDE_ADVICE = 300_000
HERE = Path(__file__).parent


class Workshop:
    """Where stages keep what they made, under names that change with what it was made from."""

    def __init__(self, cache: Path, threads: int) -> None:
        self.cache, self.threads = cache, threads
        cache.mkdir(parents=True, exist_ok=True)

    def kept(self, name: str, make: Callable[[Path], None]) -> Path:
        """The file of that name, made if it is not there; one half made is never found."""
        path = self.cache / name
        if not path.exists():
            print(f"{name.split('-')[0]}…", flush=True)
            half = path.with_name("half-" + path.name)
            make(half)
            half.rename(path)
        return path

    def teacher_vectors(self, told: str, texts: list[str]) -> np.ndarray:
        """The teacher's vectors of texts."""
        teacher = self.kept("teacher.onnx", export_teacher)
        name = f"vectors-{fingerprint(*texts)}.npy"
        return np.load(self.kept(name, lambda path: save(path, Teacher(teacher, self.threads).vectors(texts, told))))


def fingerprint(*parts: str) -> str:
    """A short name for what the parts say."""
    return hashlib.sha1("\0".join(parts).encode()).hexdigest()[:16]


def save(path: Path, array: np.ndarray) -> None:
    """np.save that keeps the path as it is."""
    with path.open("wb") as file:
        np.save(file, array)


def source(*names: str) -> str:
    """The code a stage's outcome depends on."""
    return "".join((HERE / name).read_text(encoding="utf-8") for name in names)


def lesson(shop: Workshop, share: float) -> Lesson:
    """Our own texts, or a share of them, with the teacher's vectors."""
    texts = own_texts.texts({kind: int(count * share) for kind, count in own_texts.COUNTS.items()}, SEED)
    return Lesson(texts, shop.teacher_vectors("teacher", texts))


def distilled(shop: Workshop, plain: Lesson) -> Table:
    """The table as the teacher's texts make it."""
    alone = shop.kept("tokens.npy", lambda path: save(path, token_vectors()))
    made_from = fingerprint(
        *plain.texts, source("distillation.py", "words/phrases.txt", "words/topics.txt"), f"{EPOCHS} {PAIRS}"
    )
    made = shop.kept(
        f"distilled-{made_from}.npz", lambda path: distil(plain, np.load(alone), PAIRS, EPOCHS, SEED).save(path)
    )
    return load_table(made)


def advised(shop: Workshop, table: Table, plain: Lesson) -> tuple[Table, AdviceMap]:
    """The table tuned for advice, and the map of queries."""
    pairs = advice_pairs(ADVICE_PAIRS, SEED)
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.request, pair.preference)))
    numbers = {text: number for number, text in enumerate(texts)}
    vectors = shop.teacher_vectors("teacher, advice", texts)
    requests = vectors[[numbers[pair.request] for pair in pairs]]
    preferences = vectors[[numbers[pair.preference] for pair in pairs]]
    chosen = np.random.default_rng(SEED).permutation(len(plain.texts))[:PLAIN_TEXTS_BESIDE_ADVICE]
    beside = Lesson([plain.texts[at] for at in chosen], plain.vectors[chosen])
    return tune_for_advice(table, beside, AdviceLesson(pairs, requests, preferences), ADVICE_STEPS, SEED)


def main() -> None:
    """All stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    os.nice(10)
    torch.set_num_threads(options.threads)
    shop = Workshop(options.cache, options.threads)
    options.out.mkdir(parents=True, exist_ok=True)

    write_lexicon(spanish_lexicon(), options.out / "lexicon-es.txt")
    plain = lesson(shop, QUICK_SHARE if options.quick else 1.0)
    table = distilled(shop, plain)
    table, advice_map = advised(shop, table, plain)
    pack_table(associate(table).rows, table.pairs, options.out / "table-en-es.bin")
    pack_map((advice_map.matrix, advice_map.keys, advice_map.values), options.out / "advice-map.f16")
    shutil.copyfile(TEACHER_FILES / "vocab.txt", options.out / "vocab.txt")
    written = sum(path.stat().st_size for path in options.out.iterdir() if path.suffix in (".bin", ".f16", ".txt"))
    print(f"Wrote {written / 1e6:.1f} MB to {options.out}")


if __name__ == "__main__":
    main()
