"""A drop-in for sacreBLEU 2.6.0: its classes and functions, results and signatures, computed by Assay.

    from assay import sacrebleu                # instead of import sacrebleu
    from assay.sacrebleu.metrics import BLEU   # instead of from sacrebleu.metrics import BLEU

Test sets, downloads and tests between systems are not here. For the latter, use `assay.compare`.
"""

from . import compat, metrics
from .compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from .metrics import BLEU, CHRF, TER
from .metrics._base import VERSION as __version__

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "__version__",
    "compat",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "metrics",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]
