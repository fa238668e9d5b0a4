"""
Rebuilds the built-in embedder's files with one command, `npm run train`: makes an environment of its own, then runs
build.py in it. What a stage made is kept outside the repository, so a run that was ended goes on where it was.

MAPS=1           only what becomes of queries, on the table there is: no stored vector changes
QUICK=1          a quarter of the texts; the files go to the cache, not into the package
TRAIN_CACHE=DIR  where environment and stages are kept; by default ~/.cache/recorda-train
TRAIN_OUT=DIR    where the files go
THREADS=N        2 by default
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
WANTED_PYTHON = (3, 11)


def environment(cache: Path) -> Path:
    """The Python of an environment that has what requirements.txt pins."""
    wanted = (HERE / "requirements.txt").read_text(encoding="utf-8")
    place = cache / "environment"
    installed = place / "installed.txt"
    python = place / "bin" / "python"
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        print("Installing the training's requirements: about 3 GB, once", flush=True)
        venv.create(place, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True)
        installed.write_text(wanted, encoding="utf-8")
    return python


def main() -> None:
    """Environment, then build."""
    if sys.version_info < WANTED_PYTHON:
        sys.exit("The training needs Python 3.11 or newer")
    cache = Path(os.environ.get("TRAIN_CACHE") or Path.home() / ".cache" / "recorda-train")
    cache.mkdir(parents=True, exist_ok=True)
    quick = bool(os.environ.get("QUICK"))
    out = os.environ.get("TRAIN_OUT") or (cache / "quick" if quick else PACKAGE)
    command = [environment(cache), HERE / "build.py", "--cache", cache / "stages", "--out", out]
    command += ["--threads", os.environ.get("THREADS", "2")] + (["--quick"] if quick else [])
    command += ["--maps"] if os.environ.get("MAPS") else []
    settings = {"TOKENIZERS_PARALLELISM": "false", "HF_HUB_OFFLINE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run([str(part) for part in command], env={**os.environ, **settings}, check=False)
    if ended.returncode == 0:
        print(f"Its figures: npm run bench -- embedding --table {out}")
    sys.exit(ended.returncode)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Ended; the next run goes on here")
