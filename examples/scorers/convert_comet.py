"""Converts a regression model of the package unbabel-comet into a folder that Assay reads.

    pip install unbabel-comet onnx
    python convert_comet.py wmt22-comet-da/checkpoints/model.ckpt wmt22-comet-da-onnx
    assay score … -s src.txt -m 'comet(model=wmt22-comet-da-onnx)'

The folder holds model.onnx (pieces of a sentence to its vector: layers mixed and pooled as the model does), head.onnx (features of output,
source and reference to the score), tokenizer.json and assay.json. Models that read output and source as one text (CometKiwi, XCOMET)
cannot be converted.
"""
import json
import pathlib
import sys

# The folder of this script comes first on the path, and a script in it has the name of the package.
here = pathlib.Path(__file__).resolve().parent
sys.path[:] = [path for path in sys.path if pathlib.Path(path or ".").resolve() != here]

import torch  # noqa: E402
from comet import load_from_checkpoint  # noqa: E402


class Sentence(torch.nn.Module):
    """A sentence as one vector."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        return self.model.get_sentence_embedding(input_ids, attention_mask)


def main(checkpoint, folder):
    model = load_from_checkpoint(checkpoint).eval().cpu().float()
    name = type(model).__name__
    if name not in ("RegressionMetric", "ReferencelessRegression"):
        sys.exit(f"{checkpoint} is a {name}, which reads several texts as one. Only regression models can be converted.")
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    tokenizer = model.encoder.tokenizer
    sample = tokenizer(["An example .", "Another one"], return_tensors="pt", padding=True)
    inputs = (sample["input_ids"], sample["attention_mask"])
    sentence = Sentence(model)
    with torch.no_grad():
        vectors = sentence(*inputs)
        torch.onnx.export(
            sentence,
            inputs,
            str(target / "model.onnx"),
            input_names=["input_ids", "attention_mask"],
            output_names=["sentence_embedding"],
            dynamic_axes={name: {0: "texts", 1: "pieces"} for name in ("input_ids", "attention_mask")}
            | {"sentence_embedding": {0: "texts"}},
            opset_version=17,
            dynamo=False,
        )
        parts = 6 if name == "RegressionMetric" else 4
        features = vectors.repeat(1, parts)
        torch.onnx.export(
            model.estimator,
            (features,),
            str(target / "head.onnx"),
            input_names=["features"],
            output_names=["score"],
            dynamic_axes={"features": {0: "rows"}, "score": {0: "rows"}},
            opset_version=17,
            dynamo=False,
        )
    tokenizer.backend_tokenizer.save(str(target / "tokenizer.json"))
    longest = min(tokenizer.model_max_length, model.encoder.max_positions)
    (target / "assay.json").write_text(json.dumps({"max_length": longest}) + "\n")
    print(f"{target}: use comet{'' if parts == 6 else '-qe'}(model={target})")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
