"""CPU time of assay.spark against one process, for BLEU, chrF and TER, with the session up and everything warm.

    ASSAY_COMMAND=dist/command/assay.cjs python bench/sparkOverhead.py [rows] [runs]

Needs pyspark 4, pyarrow, numpy and the assay wheel. Both score the same made-up rows: one process reads text files with one thread, Spark
reads Parquet in a session with two cores. Counted is the CPU time of all processes: Java, Python workers and Node. Runs alternate, and the
least of each counts, since other work on the machine only adds.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession

import assay
import assay.spark

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
METRICS = ["bleu", "chrf", "ter"]


def made_up(rows, seed=1, errors=0.3):
    """Sentences of about 25 words by Zipf's law, and outputs that get every third word wrong; every other output moves some words."""
    random = numpy.random.default_rng(seed)
    letters = numpy.array(list("etaoinshrdlucmfwypvbgkjqxz"))
    words = ["".join(letters[(26 * random.random(n) ** 2).astype(int)]) for n in random.integers(2, 11, 20_000)]
    draw = lambda n: (20_000 ** random.random(n)).astype(int) - 1
    for _ in range(rows):
        n = int(5 + 20 * random.random() + 20 * random.random())
        reference = draw(n)
        output = numpy.where(random.random(n) < errors, draw(n), reference)
        if random.random() < 0.5:
            a, b = numpy.sort(random.integers(0, n + 1, 2))
            output = numpy.concatenate([output[:a], output[b:], output[a:b]])
        yield " ".join(words[i] for i in output) + ".", " ".join(words[i] for i in reference) + "."


def cpu_of_tree(pid):
    """Seconds of a process, its descendants, and those of them that ended."""
    tick = os.sysconf("SC_CLK_TCK")
    children, seconds = {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry))
        seconds[int(entry)] = sum(map(int, fields[11:15])) / tick
    found, waiting = 0.0, [pid]
    while waiting:
        each = waiting.pop()
        found += seconds.get(each, 0)
        waiting.extend(children.get(each, []))
    return found


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    with tempfile.TemporaryDirectory() as folder:
        outputs, references = map(list, zip(*made_up(rows)))
        for name, texts in ("hypothesis", outputs), ("reference", references):
            Path(folder, name).write_text("\n".join(texts) + "\n", encoding="utf-8")
        table = pyarrow.table({"hypothesis": outputs, "reference": references})
        pyarrow.parquet.write_table(table, Path(folder, "rows.parquet"), row_group_size=100_000)
        spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.memory", "2g")
            .config("spark.sql.files.maxPartitionBytes", "16m")
            .getOrCreate()
        )
        df = spark.read.parquet(str(Path(folder, "rows.parquet")))
        assay.spark.score(df.limit(2000), METRICS)
        single, cluster, found = [], [], []
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            printed = subprocess.run(
                [sys.executable, "-m", "assay", "score", "-r", "reference", "hypothesis", "-m", *METRICS, "-f", "json", "-j", "1"],
                cwd=folder, check=True, capture_output=True, text=True,
            ).stdout  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            single.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            expected = [cell["score"] for cell in json.loads(printed)["all"]["scores"][0]]
            start = cpu_of_tree(os.getpid())
            result = assay.spark.score(df, METRICS)
            cluster.append(cpu_of_tree(os.getpid()) - start)
            found.append(list(result.scores["hypothesis"].values()) == expected)
        print(
            json.dumps(
                {
                    "rows": rows,
                    "partitions": df.rdd.getNumPartitions(),
                    "oneProcess": [round(each, 1) for each in single],
                    "spark": [round(each, 1) for each in cluster],
                    "ratio": round(min(cluster) / min(single), 3),
                    "sameScores": all(found),
                }
            )
        )


if __name__ == "__main__":
    main()
