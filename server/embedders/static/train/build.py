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
from advice_map import learn_advice_map
from advice_pairs import AdvicePair, advice_pairs
from association import associate
from distillation import Lesson, distil
from packing import pack_parts, pack_table, packed_table
from spanish_lexicon import spanish_lexicon, write_lexicon
from table import Table, load_table
from teacher import Teacher, export_teacher, token_vectors
from theme_map import learn_theme_map
from theme_pairs import theme_pairs
from tokens import TEACHER_FILES
from tuning import AdviceLesson, ThemeLesson, tune
from wide_advice_pairs import wide_advice_pairs

SEED = 1
PAIRS = 25_000
EPOCHS = 4.0
QUICK_SHARE = 0.25
# How many of the texts maps of queries are held in place by.
MAP_SHARE = 0.06
ADVICE_PAIRS = 80_000
WIDE_ADVICE_PAIRS = 60_000
THEME_PAIRS = 60_000
TUNING_STEPS = 600
ADVICE_MAP_STEPS = 300
THEME_MAP_STEPS = 400
PLAIN_TEXTS_BESIDE = 300_000
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


def made_table(shop: Workshop, plain: Lesson) -> Table:
    """The table distilled, tuned for themes and advice, its topics brought together."""
    chosen = np.random.default_rng(SEED).permutation(len(plain.texts))[:PLAIN_TEXTS_BESIDE]
    beside = Lesson([plain.texts[at] for at in chosen], plain.vectors[chosen])
    advice = advice_lesson(shop, advice_pairs(ADVICE_PAIRS, SEED))
    return associate(tune(distilled(shop, plain), beside, advice, theme_lesson(shop), TUNING_STEPS, SEED))


def write_maps(shop: Workshop, table: Table, out: Path) -> None:
    """What becomes of queries on a table as it is: documents' vectors are not touched by it."""
    advice = advice_lesson(shop, wide_advice_pairs(WIDE_ADVICE_PAIRS, SEED))
    texts = own_texts.texts({kind: int(count * MAP_SHARE) for kind, count in own_texts.COUNTS.items()}, SEED)
    asked = learn_advice_map(table, texts, advice, ADVICE_MAP_STEPS, SEED)
    pack_parts((asked.matrix, asked.keys, asked.values), out / "advice-map.bin")
    themed = learn_theme_map(table, texts, THEME_MAP_STEPS, SEED)
    pack_parts((themed.keys, themed.values), out / "theme-map.bin")


def advice_lesson(shop: Workshop, pairs: list[AdvicePair]) -> AdviceLesson:
    """Requests for advice and preferences, with the teacher's vectors."""
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
    parser.add_argument("--maps", action="store_true")
    options = parser.parse_args()
    os.nice(10)
    torch.set_num_threads(options.threads)
    shop = Workshop(options.cache, options.threads)
    options.out.mkdir(parents=True, exist_ok=True)

    packed = options.out / "table-en-es.bin"
    if options.maps:
        packed = packed if packed.exists() else HERE.parent / packed.name
    else:
        write_lexicon(spanish_lexicon(), options.out / "lexicon-es.txt")
        shutil.copyfile(TEACHER_FILES / "vocab.txt", options.out / "vocab.txt")
        table = made_table(shop, lesson(shop, QUICK_SHARE if options.quick else 1.0))
        pack_table(table.rows, table.pairs, packed)
    write_maps(shop, packed_table(packed), options.out)
    written = sum(path.stat().st_size for path in options.out.iterdir() if path.suffix in (".bin", ".txt"))
    print(f"Wrote {written / 1e6:.1f} MB to {options.out}")


if __name__ == "__main__":
    main()
