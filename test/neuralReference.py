"""Scores by a model, computed plainly: one text at a time, with the tokenizers in Rust, NumPy in double precision, and no batches."""
import json
import math
import sys
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer


def main():
    request = json.load(sys.stdin)
    folder = request["model"]
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if request["what"] == "ids":
        json.dump([tokenizer.encode(text).ids for text in request["texts"]], sys.stdout)
        return
    if request["what"] == "head":
        make_head(folder, request["size"])
        return
    session = onnxruntime.InferenceSession(f"{folder}/model.onnx", providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_inputs()]
    encoded = {}

    def encode(text):
        if text not in encoded:
            ids = np.array([tokenizer.encode(text).ids[:512]], dtype=np.int64)
            given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            vectors = session.run(["last_hidden_state"], {name: given[name] for name in names})[0][0]
            encoded[text] = (ids[0], vectors.astype(np.float64))
        return encoded[text]

    if request["what"] == "mbr":
        unit = lambda vector: vector / np.linalg.norm(vector)
        choices = []
        for texts in request["lists"]:
            matrix = np.array([unit(encode(text)[1].mean(0)) for text in texts])
            choices.append(int((matrix @ matrix.T).mean(1).argmax()))
        json.dump(choices, sys.stdout)
        return
    started = time.perf_counter()
    segments = request["segments"]
    found = {"bertscore": [], "idf": [], "mean": [], "cls": [], "comet": []}
    documents = [set(encode(each["reference"])[0][1:-1].tolist()) for each in segments]
    containing = {}
    for document in documents:
        for piece in document:
            containing[piece] = containing.get(piece, 0) + 1
    rarity = lambda piece: math.log((len(documents) + 1) / (containing.get(piece, 0) + 1))
    head = np.load(f"{folder}/head.npz") if request.get("comet") else None
    for place, each in enumerate(segments):
        output, reference = (encode(each[role]) for role in ("output", "reference"))
        found["bertscore"].append(bertscore(output, reference, lambda _: 1.0))
        found["idf"].append(bertscore(output, reference, rarity))
        found["mean"].append(100 * cosine(output[1].mean(0), reference[1].mean(0)))
        found["cls"].append(100 * cosine(output[1][0], reference[1][0]))
        if head is not None and place < request["comet"]:
            mt, ref, src = (each[1].mean(0) for each in (output, reference, encode(each["source"])))
            row = np.concatenate([mt, ref, mt * ref, abs(mt - ref), mt * src, abs(mt - src)])
            found["comet"].append(100 * float((np.tanh(row @ head["a"] + head["b"]) @ head["c"])[0]))
    found["seconds"] = time.perf_counter() - started
    json.dump(found, sys.stdout)


def bertscore(output, reference, weight):
    unit = lambda vectors: vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    similar = unit(output[1][1:-1]) @ unit(reference[1][1:-1]).T
    weigh = lambda ids: np.array([weight(int(piece)) for piece in ids[1:-1]])
    a, b = weigh(output[0]), weigh(reference[0])
    precision = float((similar.max(1) * a).sum() / a.sum())
    recall = float((similar.max(0) * b).sum() / b.sum())
    return [100 * precision, 100 * recall, 100 * 2 * precision * recall / (precision + recall)]


def cosine(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def make_head(folder, size):
    """A head with random weights, as ONNX and for NumPy."""
    from onnx import TensorProto, helper, numpy_helper, save

    random = np.random.default_rng(1)
    a = (random.standard_normal((6 * size, 32)) / math.sqrt(6 * size)).astype(np.float32)
    b = random.standard_normal(32).astype(np.float32)
    c = (random.standard_normal((32, 1)) / 6).astype(np.float32)
    weights = [numpy_helper.from_array(array, name) for name, array in (("a", a), ("b", b), ("c", c))]
    nodes = [
        helper.make_node("MatMul", ["features", "a"], ["x"]),
        helper.make_node("Add", ["x", "b"], ["y"]),
        helper.make_node("Tanh", ["y"], ["z"]),
        helper.make_node("MatMul", ["z", "c"], ["score"]),
    ]
    graph = helper.make_graph(
        nodes,
        "head",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["rows", 6 * size])],
        [helper.make_tensor_value_info("score", TensorProto.FLOAT, ["rows", 1])],
        weights,
    )
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), f"{folder}/head.onnx")
    np.savez(f"{folder}/head.npz", a=a, b=b, c=c)


main()
