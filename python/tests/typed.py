"""What a type checker sees of the package."""

from pathlib import Path
from typing import List, Optional

import assay
from assay import sacrebleu

texts: List[str] = ["a b c d"]
result: assay.ScoreResult = assay.score(texts, [texts, texts], metrics=["bleu"], confidence=True)
score: float = result.scores["hypotheses"]["bleu"]
p: Optional[float] = assay.compare({"a": texts, "b": texts}, texts).comparisons[0].p
assay.rank(Path("judgments.tsv")).to_pandas()
bleu: sacrebleu.metrics.BLEUScore = sacrebleu.corpus_bleu(texts, [texts])
bp: float = bleu.bp
wrong: str = assay.score(texts, texts).score  # expect: error
