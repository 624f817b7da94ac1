"""Writes test/wmt09.cases.json: what sacreBLEU says of the WMT09 outputs, in full precision.

Usage: python wmt09.py DATA OUT, where DATA is the folder wmt09-ranking. TER is slow, so it has the first 100 segments.
"""
import json
import pathlib
import sys

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

data, out = map(pathlib.Path, sys.argv[1:])


def lines(path):
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def scores(metric, segment_metric, texts, references):
    segments = [segment_metric.sentence_score(text, [reference]).score for text, reference in zip(texts, references)]
    return {
        "corpus": metric.corpus_score(texts, [references]).score,
        "sum": sum(segments),
        "some": segments[:: max(1, len(segments) // 8)],
    }


cases = {"sacrebleu": sacrebleu.__version__, "systems": {}}
for pair in sorted((data / "outputs").iterdir()):
    references = lines(data / f"text/newstest2009.{pair.name.split('-')[1]}.txt")
    for system in sorted(pair.glob("*.txt")):
        texts = lines(system)
        cases["systems"][f"{pair.name}/{system.stem}"] = {
            "bleu": scores(BLEU(), BLEU(effective_order=True), texts, references),
            "bleu(case=lc)": scores(BLEU(lowercase=True), BLEU(lowercase=True, effective_order=True), texts, references),
            "chrf": scores(CHRF(), CHRF(), texts, references),
            "chrf(nw=2)": scores(CHRF(word_order=2), CHRF(word_order=2), texts, references),
            "ter": scores(TER(), TER(), texts[:100], references[:100]),
        }
        print(pair.name, system.stem, file=sys.stderr)
out.write_text(json.dumps(cases, indent=1) + "\n")
