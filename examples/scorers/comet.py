#!/usr/bin/env python3
"""Scores with a COMET model: assay score -r ref.txt -s src.txt out.txt -m 'external(cmd="python3 comet.py")'

Needs: pip install unbabel-comet
"""
import argparse
import importlib.util
import json
import os
import sys

# The folder of this script comes first on the path, and the script has the name of the package.
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != here]

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--model", default="Unbabel/wmt22-comet-da", help="name on the model hub, or a .ckpt file")
parser.add_argument("--qe", action="store_true", help="the model reads no references, as CometKiwi")
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--gpus", type=int, default=0)
given = parser.parse_args()

if importlib.util.find_spec("comet") is None:
    sys.exit("comet.py needs a package: pip install unbabel-comet")

# Only answers go to standard output; whatever the libraries print goes to standard error.
answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(2, 1)
requests = open(0, encoding="utf-8")


def say(value):
    answers.write(json.dumps(value) + "\n")


model = None


def score(group):
    """One score for each request. With several references it is the mean over them."""
    global model
    if model is None:  # not before it is needed: all scores may be in the cache
        from comet import download_model, load_from_checkpoint

        path = given.model if os.path.exists(given.model) else download_model(given.model)
        model = load_from_checkpoint(path)
    data, owners = [], []
    for index, request in enumerate(group):
        texts = {"src": request["source"], "mt": request["hypothesis"]}
        for reference in [None] if given.qe else request["references"]:
            data.append(texts if reference is None else {**texts, "ref": reference})
            owners.append(index)
    scores = model.predict(data, batch_size=given.batch, gpus=given.gpus, progress_bar=False).scores
    sums, counts = [0.0] * len(group), [0] * len(group)
    for owner, value in zip(owners, scores):
        sums[owner] += float(value)
        counts[owner] += 1
    return [total / count for total, count in zip(sums, counts)]


say(
    {
        "name": "COMET-QE" if given.qe else "COMET",
        "version": os.path.basename(given.model),
        "direction": "higher",
        "reads": ["source"] if given.qe else ["source", "references"],
        "batch": given.batch * 16,
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
