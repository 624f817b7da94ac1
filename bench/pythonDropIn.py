"""The drop-in of assay against sacreBLEU, in one process: seconds of a call on the same lists, transfer included, best of several."""
import json
import resource
import sys
import time

hypothesis, reference, repeat = sys.argv[1:]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


texts, references = lines(hypothesis), [lines(reference)]

before = time.process_time()
started = time.perf_counter()
import assay.sacrebleu as ours  # noqa: E402

ours.corpus_bleu(texts[:10], [references[0][:10]])
wall = time.perf_counter() - started
# With the process, which ends here, and what it took to find Node.
from assay._process import pipe  # noqa: E402

pipe.close()
spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
found = {"first": {"wall": wall, "cpu": sum(use.ru_utime + use.ru_stime for use in spent) - before}}

import sacrebleu as theirs  # noqa: E402

for name, settings in {"bleu": {}, "chrf": {}, "chrf++": {"word_order": 2}}.items():
    function = "corpus_bleu" if name == "bleu" else "corpus_chrf"

    def timed(package):
        begun = time.perf_counter()
        score = getattr(package, function)(texts, references, **settings)
        return time.perf_counter() - begun, score.score

    # Taking turns, so that other work on the machine slows down both.
    runs = [(timed(ours), timed(theirs)) for _ in range(int(repeat))]
    assert all(a[1] == b[1] for a, b in runs), f"{name}: {runs}"
    found[name] = [min(run[who][0] for run in runs) for who in (0, 1)]

print(json.dumps(found))
