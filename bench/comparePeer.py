"""A paired test of sacreBLEU's. It counts the statistics of all segments anew, which is timed apart and taken off."""
import sys
import time

from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

test, name, samples, reference, *systems = sys.argv[1:]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


references = [lines(reference)]
outputs = [(path, lines(path)) for path in systems]


def metric():
    return {"bleu": BLEU, "chrf": CHRF}[name](references=references)


counted = metric()
started = time.perf_counter()
for _, output in outputs:
    counted._extract_corpus_statistics(output, None)
counting = time.perf_counter() - started

tested = metric()
started = time.perf_counter()
PairedTest(outputs, {name: tested}, None, test_type=test, n_samples=int(samples))()
print(f"first: {time.perf_counter() - started - counting}")
