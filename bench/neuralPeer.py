"""The same scores by ONNX Runtime in Python: each distinct text once, texts of like length together, at most 64 texts and 2,048 pieces a run."""
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

if __name__ == "__main__":
    model, metric, *paths = sys.argv[1:]
    outputs, references = ([line.rstrip("\n") for line in open(path, encoding="utf-8")] for path in paths)
    tokenizer = Tokenizer.from_file(f"{model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(512)
    session = onnxruntime.InferenceSession(f"{model}/model.onnx", providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_inputs()]
    texts = list(dict.fromkeys([*outputs, *references]))
    pieces = dict(zip(texts, (each.ids for each in tokenizer.encode_batch(texts))))
    texts.sort(key=lambda text: -len(pieces[text]))
    vectors = {}
    at = 0
    while at < len(texts):
        longest = len(pieces[texts[at]])
        batch = texts[at : at + max(1, min(64, 2048 // longest))]
        ids = np.zeros((len(batch), longest), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, text in enumerate(batch):
            ids[row, : len(pieces[text])] = pieces[text]
            mask[row, : len(pieces[text])] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = session.run(["last_hidden_state"], {name: given[name] for name in names})[0]
        for row, text in enumerate(batch):
            own = hidden[row, : len(pieces[text])]
            vectors[text] = own.mean(0) if metric == "embedding" else own[1:-1] / np.linalg.norm(own[1:-1], axis=1, keepdims=True)
        at += len(batch)
    total = 0.0
    for output, reference in zip(outputs, references):
        a, b = vectors[output], vectors[reference]
        if metric == "embedding":
            total += float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))
        else:
            similar = a @ b.T
            p, r = similar.max(1).mean(), similar.max(0).mean()
            total += float(2 * p * r / (p + r))
    print(100 * total / len(outputs))
