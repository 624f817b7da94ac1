"""Word alignments by systran-align, learned from the pairs of the file `pairs` in the folder that is the argument, and printed as links 0-0 1-2."""

import sys
from os.path import join

import systran_align

folder = sys.argv[1]
pairs_path, forward, backward = (join(folder, name) for name in ("pairs", "forward", "backward"))
systran_align.generate_alignment_probabilities(
    pairs_path, forward, backward, favor_diagonal=True, optimize_tension=True, variational_bayes=True
)
aligner = systran_align.Aligner(forward, backward)
with open(pairs_path, encoding="utf-8") as lines:
    for line in lines:
        source, target = (side.split() for side in line.split(" ||| "))
        links = aligner.align(source, target)["alignments"]
        print(" ".join(f"{s}-{t}" for s, t in sorted(links)))
