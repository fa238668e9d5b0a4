"""Makes the folder of an ONNX embedder: `python make_folder.py SOURCE FOLDER`.

SOURCE is the folder of a sentence transformer as Hugging Face lays it out. Its weights become 8-bit numbers.
"""

import shutil
import sys
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel

BESIDE = ("tokenizer.json", "tokenizer_config.json", "sentence_bert_config.json", "1_Pooling/config.json")
MOST_TOKENS = 512


class LastLayer(torch.nn.Module):
    """The vectors of a text's tokens: Recorda pools them."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Of a padded batch."""
        return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state


def export(source: Path, folder: Path) -> None:
    """Writes `onnx/model.onnx`."""
    model = AutoModel.from_pretrained(source, attn_implementation="eager").eval()
    ids = torch.ones((2, 8), dtype=torch.long)
    batch, length = torch.export.Dim("batch", min=1, max=MOST_TOKENS), torch.export.Dim("length", min=2, max=MOST_TOKENS)
    whole = folder / "onnx" / "model.f32.onnx"
    whole.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        LastLayer(model),
        (ids, torch.ones_like(ids)),
        str(whole),
        input_names=["input_ids", "attention_mask"],
        output_names=["last_hidden_state"],
        dynamo=True,
        dynamic_shapes=({0: batch, 1: length}, {0: batch, 1: length}),
        external_data=False,
        verbose=False,
    )
    quantize_dynamic(str(whole), str(folder / "onnx" / "model.onnx"), weight_type=QuantType.QInt8, per_channel=True)
    whole.unlink()


def main() -> None:
    """As the command line says."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    export(source, folder)
    for name in BESIDE:
        if (source / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, folder / name)


main()
