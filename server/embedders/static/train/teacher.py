"""The teacher, all-MiniLM-L6-v2, as an int8 ONNX model: exported once, then asked for the vectors of texts."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel

from progress import Progress
from tokens import FIRST_TOKEN, LAST_TOKEN, MOST_TEACHER_TOKENS, TEACHER_FILES, VOCABULARY_SIZE, tokenizer

TEACHER_DIMENSIONS = 384
BATCH = 32
BLOCK = 16384


class PooledTeacher(torch.nn.Module):
    """The mean of the last layer over a text's tokens, normalised."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Vectors of a padded batch."""
        hidden = self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask[..., None].to(hidden.dtype)
        mean = (hidden * mask).sum(1) / mask.sum(1)
        return mean / mean.norm(dim=1, keepdim=True)


def export_teacher(path: Path) -> None:
    """Writes the teacher as an int8 ONNX model."""
    model = AutoModel.from_pretrained(TEACHER_FILES, attn_implementation="eager").eval()
    ids = torch.full((2, 8), FIRST_TOKEN, dtype=torch.long)
    batch, length = torch.export.Dim("batch", min=1, max=512), torch.export.Dim("length", min=2, max=512)
    whole = path.with_suffix(".f32.onnx")
    torch.onnx.export(
        PooledTeacher(model),
        (ids, torch.ones_like(ids)),
        str(whole),
        input_names=["input_ids", "attention_mask"],
        output_names=["vectors"],
        dynamo=True,
        dynamic_shapes=({0: batch, 1: length}, {0: batch, 1: length}),
        external_data=False,
        verbose=False,
    )
    quantize_dynamic(str(whole), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=False)
    whole.unlink()


def token_vectors() -> np.ndarray:
    """The teacher's mean for each token of the vocabulary alone: where the table starts from."""
    model = AutoModel.from_pretrained(TEACHER_FILES).eval()
    vectors = np.zeros((VOCABULARY_SIZE, TEACHER_DIMENSIONS), np.float32)
    with torch.inference_mode():
        for start in range(0, VOCABULARY_SIZE, 512):
            ids = torch.arange(start, min(VOCABULARY_SIZE, start + 512))
            texts = torch.stack([torch.full_like(ids, FIRST_TOKEN), ids, torch.full_like(ids, LAST_TOKEN)], 1)
            hidden = model(input_ids=texts, attention_mask=torch.ones_like(texts)).last_hidden_state
            vectors[start : start + len(ids)] = hidden.mean(1).numpy()
    return vectors


class Teacher:
    """An exported teacher on a few threads that wait asleep."""

    def __init__(self, path: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.tokenizer = tokenizer()
        self.tokenizer.enable_truncation(MOST_TEACHER_TOKENS)

    def vectors(self, texts: list[str], told: str) -> np.ndarray:
        """Vectors of texts in half precision; `told` names them to who watches."""
        found = np.zeros((len(texts), TEACHER_DIMENSIONS), np.float16)
        progress = Progress(told, len(texts))
        for start in range(0, len(texts), BLOCK):
            block = texts[start : start + BLOCK]
            found[start : start + len(block)] = self.block_vectors(block)
            progress.reached(start + len(block))
        return found

    def block_vectors(self, texts: list[str]) -> np.ndarray:
        """Vectors of some texts, those of like length together."""
        encodings = self.tokenizer.encode_batch(texts)
        found = np.zeros((len(texts), TEACHER_DIMENSIONS), np.float32)
        by_length = np.argsort([len(encoding.ids) for encoding in encodings], kind="stable")
        for start in range(0, len(texts), BATCH):
            chosen = by_length[start : start + BATCH]
            ids = np.zeros((len(chosen), max(len(encodings[index].ids) for index in chosen)), np.int64)
            mask = np.zeros_like(ids)
            for row, index in enumerate(chosen):
                own = encodings[index].ids
                ids[row, : len(own)] = own
                mask[row, : len(own)] = 1
            found[chosen] = self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return found
