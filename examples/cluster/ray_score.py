"""Scores a test set in shards on a Ray cluster, and merges them. Each shard is one command, so Ray needs to know nothing else.

    python ray_score.py 16 -r ref.txt sys.txt -m bleu chrf ter

All nodes must see the files, the folder that this is run in, and `assay` on their PATH. A shard that is done is not counted again, so
run the same command again if something failed.
"""

import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def score_shard(shard, of, words):
    """The statistics file of one shard."""
    part = f"part-{shard}.json"
    command = ["assay", "score", *words, "--shard", f"{shard}/{of}", "--statistics", part, "-j", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
    return part


def main():
    of, words = int(sys.argv[1]), sys.argv[2:]
    # The working directory of the driver is that of the tasks, too.
    ray.init(log_to_driver=False)
    parts = ray.get([score_shard.remote(shard, of, words) for shard in range(1, of + 1)])
    sys.exit(subprocess.call(["assay", "merge", *parts, "--expect", str(of), "-f", "json"]))


if __name__ == "__main__":
    main()
