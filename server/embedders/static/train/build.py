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
from association import associate
from distillation import Lesson, distil
from packing import pack_map, pack_table
from spanish_lexicon import spanish_lexicon, write_lexicon
from table import Table, load_table
from teacher import Teacher, export_teacher, token_vectors
from theme_pairs import theme_pairs
from tokens import TEACHER_FILES
from tuning import AdviceLesson, AdviceMap, ThemeLesson, tune

SEED = 1
PAIRS = 25_000
EPOCHS = 4.0
QUICK_SHARE = 0.25
ADVICE_PAIRS = 80_000
THEME_PAIRS = 60_000
TUNING_STEPS = 600
MAP_STEPS = 300
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


def tuned(shop: Workshop, table: Table, plain: Lesson) -> tuple[Table, AdviceMap]:
    """The table tuned for themes and advice, its topics brought together, and the map of queries on it."""
    chosen = np.random.default_rng(SEED).permutation(len(plain.texts))[:PLAIN_TEXTS_BESIDE_ADVICE]
    beside = Lesson([plain.texts[at] for at in chosen], plain.vectors[chosen])
    advice = advice_lesson(shop)
    table, _ = tune(table, beside, advice, theme_lesson(shop), TUNING_STEPS, SEED)
    return tune(associate(table), beside, advice, None, MAP_STEPS, SEED)


def advice_lesson(shop: Workshop) -> AdviceLesson:
    """Requests for advice and preferences, with the teacher's vectors."""
    pairs = advice_pairs(ADVICE_PAIRS, SEED)
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.request, pair.preference)))
    numbers = {text: number for number, text in enumerate(texts)}
    vectors = shop.teacher_vectors("teacher, advice", texts)
    requests = vectors[[numbers[pair.request] for pair in pairs]]
    return AdviceLesson(pairs, requests, vectors[[numbers[pair.preference] for pair in pairs]])


def theme_lesson(shop: Workshop) -> ThemeLesson:
    """Questions about themes and statements of them, with the teacher's vectors."""
    pairs = theme_pairs(THEME_PAIRS, SEED)
    texts = [pair.question for pair in pairs] + [pair.statement for pair in pairs]
    vectors = shop.teacher_vectors("teacher, themes", texts)
    return ThemeLesson(pairs, vectors[:THEME_PAIRS], vectors[THEME_PAIRS:])


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
    table, advice_map = tuned(shop, table, plain)
    pack_table(table.rows, table.pairs, options.out / "table-en-es.bin")
    pack_map((advice_map.matrix, advice_map.keys, advice_map.values), options.out / "advice-map.f16")
    shutil.copyfile(TEACHER_FILES / "vocab.txt", options.out / "vocab.txt")
    written = sum(path.stat().st_size for path in options.out.iterdir() if path.suffix in (".bin", ".f16", ".txt"))
    print(f"Wrote {written / 1e6:.1f} MB to {options.out}")


if __name__ == "__main__":
    main()
