"""assay.spark on a standalone cluster of processes: a master and two workers on loopback, and an executor killed under way.

test/spark.systems.test.ts runs it, in an environment with PySpark, and reads the JSON that it prints.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

os.environ["PYSPARK_PYTHON"] = sys.executable

import pyspark  # noqa: E402
from pyspark.sql import SparkSession, functions  # noqa: E402

import assay  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples"
HOME = Path(pyspark.__file__).parent
METRICS = ["bleu", "chrf", "ter", "ribes"]


def lines(name):
    return (EXAMPLES / name).read_text(encoding="utf-8").rstrip("\n").split("\n")


def processes():
    """Parent and command line by process."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                parent = int(Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1])
                found[int(entry)] = (parent, Path(f"/proc/{entry}/cmdline").read_bytes().decode("utf-8", "replace"))
            except OSError:
                pass
    return found


def below(pid, found):
    children = [each for each, (parent, _) in found.items() if parent == pid]
    return [*children, *(deeper for child in children for deeper in below(child, found))]


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{port}"
        self.master = self.start("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
        self.wait(port)
        self.workers = [
            self.start("worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", str(folder / f"worker-{i}"), self.url)
            for i in range(2)
        ]  # fmt: skip

    def start(self, name, *words):
        log = open(self.folder / f"{name}-{time.time()}.log", "wb")
        command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *words]
        env = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
        return subprocess.Popen(command, stdout=log, stderr=log, env=env)

    def wait(self, port):
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("The master does not answer.")

    def executors(self):
        found = processes()
        return [
            pid for worker in self.workers for pid in below(worker.pid, found) if "CoarseGrainedExecutorBackend" in found[pid][1]
        ]

    def pipes(self):
        """The processes of Assay below each executor."""
        found = processes()
        return {executor: [pid for pid in below(executor, found) if "\0pipe\0" in found[pid][1]] for executor in self.executors()}

    def stop(self):
        for process in [*self.workers, self.master]:
            process.send_signal(signal.SIGTERM)
        for process in [*self.workers, self.master]:
            process.wait(60)


def main():
    good, terse, a, b = map(lines, ("good.txt", "terse.txt", "reference.A.en.txt", "reference.B.en.txt"))
    times = int(sys.argv[1])
    report = {}
    with tempfile.TemporaryDirectory() as name:
        cluster = Cluster(Path(name))
        try:
            forwarded = {f"spark.executorEnv.{key}": os.environ[key] for key in ("PYTHONPATH", "ASSAY_COMMAND", "ASSAY_NODE") if key in os.environ}
            builder = SparkSession.builder.master(cluster.url).config("spark.ui.enabled", "false")
            for key, value in {
                "spark.driver.host": "127.0.0.1",
                "spark.driver.bindAddress": "127.0.0.1",
                "spark.executor.memory": "512m",
                "spark.sql.shuffle.partitions": "4",
                **forwarded,
            }.items():
                builder = builder.config(key, value)
            spark = builder.getOrCreate()
            spark.sparkContext.setLogLevel("OFF")
            # Texts of several lines, and groups that every partition has.
            rows = [
                (i, i % 3, f"d{i % 2}", f"{i} {g}" if i % 50 else f"{i}\n{g}", t, f"{i} {x}", f"{i} {y}")
                for i, (g, t, x, y) in enumerate(list(zip(good, terse, a, b)) * times)
            ]
            names = ["i", "n", "domain", "hypothesis", "terse", "reference", "second"]
            df = spark.createDataFrame(rows, names).repartition(12).cache()
            columns = dict(zip(names, map(list, zip(*rows))))
            report["executors"] = 0
            df.count()
            killed = []
            done = threading.Event()

            def kill():
                """As soon as an executor counts."""
                while not done.is_set():
                    busy = [executor for executor, pipes in cluster.pipes().items() if pipes]
                    if len(busy) == 2:
                        report["executors"] = len(busy)
                        time.sleep(0.3)
                        report["pipes"] = cluster.pipes()[busy[0]]
                        os.kill(busy[0], signal.SIGKILL)
                        killed.append(busy[0])
                        return
                    time.sleep(0.02)

            killer = threading.Thread(target=kill)
            killer.start()
            result = assay.spark.score(df, METRICS)
            report["killedUnderWay"] = bool(killed)
            done.set()
            killer.join()
            expected = assay.score({"hypothesis": columns["hypothesis"]}, columns["reference"], METRICS)
            report["corpus"] = result.scores == expected.scores and result.data["all"]["segments"] == len(rows)
            report["metrics"] = result.data["metrics"] == expected.data["metrics"]
            time.sleep(1)
            report["executorsAfter"] = len(cluster.executors())
            report["orphans"] = [pid for pid in report.get("pipes", []) if pid in processes() and "\0pipe\0" in processes()[pid][1]]

            several = df.withColumn("both", functions.array("reference", "second"))
            both = assay.spark.score(several, ["bleu", "chrf"], hypothesis=["hypothesis", "terse"], reference="both")
            systems = {name: columns[name] for name in ("hypothesis", "terse")}
            report["arrays"] = both.scores == assay.score(systems, [columns["reference"], columns["second"]], ["bleu", "chrf"]).scores
            ragged = df.withColumn("ragged", functions.expr("IF(n = 0, array(reference, second), array(reference))"))
            uneven = assay.spark.score(ragged, "bleu", reference="ragged")
            missing = [text if n == 0 else "" for text, n in zip(columns["second"], columns["n"])]
            report["ragged"] = uneven.score == assay.score(columns["hypothesis"], [columns["reference"], missing], "bleu", empty_references="missing").score  # fmt: skip

            grouped = assay.spark.score(df, METRICS, by=["domain", "n"]).collect()
            report["groups"] = len(grouped) == 6 and all(
                [row[metric] for metric in METRICS]
                == list(
                    assay.score(
                        {"x": [t for t, d, n in zip(columns["hypothesis"], columns["domain"], columns["n"]) if (d, n) == (row["domain"], row["n"])]},
                        [t for t, d, n in zip(columns["reference"], columns["domain"], columns["n"]) if (d, n) == (row["domain"], row["n"])],
                        METRICS,
                    ).scores["x"].values()
                )
                for row in grouped
            )  # fmt: skip

            few = df.where("i < 300")
            scored = assay.spark.score(few, METRICS, segments=True).orderBy("i").collect()
            single = assay.score(columns["hypothesis"][:300], columns["reference"][:300], METRICS, segments=True).segments
            report["segments"] = [row[metric] for row in scored for metric in METRICS] == [row["score"] for row in single]

            holes = df.withColumn("hypothesis", functions.expr("IF(i % 10 = 3, NULL, hypothesis)"))
            kept = [i for i in columns["i"] if i % 10 != 3]
            skipped = assay.spark.score(holes, "bleu", nulls="skip")
            left = assay.score([columns["hypothesis"][i] for i in kept], [columns["reference"][i] for i in kept], "bleu")
            report["skipped"] = skipped.score == left.score and f"{len(rows) - len(kept)} rows left out" in skipped.text
            report["nullScores"] = assay.spark.score(holes, "bleu", nulls="skip", segments=True).where("bleu IS NULL").count() == len(rows) - len(kept)  # fmt: skip

            prepared = Path(name, "prepared.json")
            references = Path(name, "references.txt")
            plain = [(text.replace("\n", " "), other) for text, other in zip(columns["hypothesis"], columns["reference"])][:600]
            references.write_text("\n".join(other for _, other in plain) + "\n", encoding="utf-8")
            words = [sys.executable, "-m", "assay", "prepare", "-r", str(references), "-m", "nist", "-o", str(prepared)]
            subprocess.run(words, check=True)
            nist = assay.spark.score(spark.createDataFrame(plain, ["hypothesis", "reference"]).repartition(3), "nist", prepared=prepared)
            report["nist"] = nist.score == assay.score(*map(list, zip(*plain)), "nist").score

            # Texts that are lines go to the pipe as bytes: several batches in a request, in both types that Spark has for texts.
            one = spark.createDataFrame(plain, ["hypothesis", "reference"]).repartition(3)
            expected = assay.score(*map(list, zip(*plain)), METRICS).scores
            spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
            for large in "true", "false":
                spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", large)
                found = assay.spark.score(one, METRICS).scores["hypothesis"]
                report["lines"] = report.get("lines", True) and list(found.values()) == list(next(iter(expected.values())).values())
            spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")

            def fault(**wrong):
                try:
                    assay.spark.score(**{"df": df, **wrong})
                except assay.AssayError as error:
                    return f"{type(error).__name__}: {error}"

            report["faults"] = [
                fault(metrics="blue"),
                fault(metrics="nist"),
                fault(df=holes),
                fault(df=df.withColumn("reference", functions.lit(""))),
                fault(hypothesis="i"),
                fault(by="subject"),
                fault(df=df.withColumn("bleu", functions.lit(1)), metrics="bleu", segments=True),
            ]
            spark.stop()
        finally:
            cluster.stop()
    print(json.dumps(report))


if __name__ == "__main__":
    main()
