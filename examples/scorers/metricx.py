#!/usr/bin/env python3
"""Scores with MetricX-24: assay score -r ref.txt -s src.txt out.txt -m 'external(cmd="python3 metricx.py")'

Needs: pip install torch transformers sentencepiece protobuf
"""
import argparse
import importlib.util
import json
import os
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--model", default="google/metricx-24-hybrid-large-v2p6")
parser.add_argument("--tokenizer", default="google/mt5-xl")
parser.add_argument("--qe", action="store_true", help="score without references")
parser.add_argument("--batch", type=int, default=16)
parser.add_argument("--length", type=int, default=1536, help="longest input in pieces; the rest is cut")
parser.add_argument("--device", default="cpu", help="such as cuda")
given = parser.parse_args()

missing = [name for name in ("torch", "transformers", "sentencepiece") if importlib.util.find_spec(name) is None]
if missing:
    sys.exit("metricx.py needs packages: pip install torch transformers sentencepiece protobuf")

# Only answers go to standard output; whatever the libraries print goes to standard error.
answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(2, 1)
requests = open(0, encoding="utf-8")


def say(value):
    answers.write(json.dumps(value) + "\n")


# MetricX is an mT5 whose score is the logit of this piece, <extra_id_10>, at the first step of the decoder.
SCORE_PIECE = 250089
loaded = None


def load():
    """Not before it is needed: all scores may be in the cache."""
    global loaded
    if loaded is None:
        from transformers import AutoTokenizer, MT5ForConditionalGeneration

        model = MT5ForConditionalGeneration.from_pretrained(given.model).to(given.device).eval()
        loaded = AutoTokenizer.from_pretrained(given.tokenizer, use_fast=False, legacy=False), model
    return loaded


def inputs_of(request):
    texts = f"source: {request['source']} candidate: {request['hypothesis']}"
    return [texts] if given.qe else [f"{texts} reference: {reference}" for reference in request["references"]]


def predict(texts):
    import torch

    tokenizer, model = load()
    # The model was trained without the piece that ends a text.
    pieces = [tokenizer(text, truncation=True, max_length=given.length)["input_ids"][:-1] for text in texts]
    longest = max(map(len, pieces))
    ids = torch.tensor([each + [0] * (longest - len(each)) for each in pieces], device=given.device)
    mask = torch.tensor([[1] * len(each) + [0] * (longest - len(each)) for each in pieces], device=given.device)
    start = torch.zeros((len(pieces), 1), dtype=torch.long, device=given.device)
    with torch.no_grad():
        logits = model(input_ids=ids, attention_mask=mask, decoder_input_ids=start).logits
    return [min(25.0, max(0.0, float(value))) for value in logits[:, 0, SCORE_PIECE]]


def score(group):
    """One score for each request. With several references it is the mean over them."""
    owned = [(index, text) for index, request in enumerate(group) for text in inputs_of(request)]
    sums, counts = [0.0] * len(group), [0] * len(group)
    for at in range(0, len(owned), given.batch):
        part = owned[at : at + given.batch]
        for (owner, _), value in zip(part, predict([text for _, text in part])):
            sums[owner] += value
            counts[owner] += 1
    return [total / count for total, count in zip(sums, counts)]


say(
    {
        "name": "MetricX-QE" if given.qe else "MetricX",
        "version": os.path.basename(given.model),
        "direction": "lower",
        "range": [0, 25],
        "reads": ["source"] if given.qe else ["source", "references"],
        "batch": given.batch * 8,
    }
)
group = []
for line in requests:
    if line.strip():
        group.append(json.loads(line))
        continue
    # An empty line ends a group.
    for request, value in zip(group, score(group) if group else []):
        say({"id": request["id"], "score": value})
    group = []
