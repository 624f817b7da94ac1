"""A paired test of sacreBLEU's. It counts the statistics of all segments too, which is timed apart and taken off.

Randomisation draws `intervals` resamples for intervals; −1: none.
"""
import sys
import time

from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

test, name, samples, intervals, reference, *systems = sys.argv[1:]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


outputs = [(path, lines(path)) for path in systems]
metric = {"bleu": BLEU, "chrf": CHRF}[name](references=[lines(reference)])
count = metric._extract_corpus_statistics
counting = 0.0


def timed(*arguments):
    global counting
    started = time.perf_counter()
    counted = count(*arguments)
    counting += time.perf_counter() - started
    return counted


metric._extract_corpus_statistics = timed
started = time.perf_counter()
PairedTest(outputs, {name: metric}, None, test_type=test, n_samples=int(samples), n_ar_confidence=int(intervals))()
print(f"first: {time.perf_counter() - started - counting}")
