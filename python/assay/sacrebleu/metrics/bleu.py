"""BLEU as in sacreBLEU."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence

from ._base import Metric, Score, logger

MAX_NGRAM_ORDER = 4


class BLEUScore(Score):
    """BLEU with what it is made of."""

    def __init__(
        self,
        score: float,
        counts: List[int],
        totals: List[int],
        precisions: List[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.prec_str = "/".join(f"{p:.1f}" for p in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEU(Metric[BLEUScore]):
    """BLEU, with the arguments of sacreBLEU."""

    SMOOTH_DEFAULTS: Dict[str, Optional[float]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = (
        "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K",
    )  # fmt: skip
    TOKENIZER_DEFAULT = "13a"

    _id = "bleu"

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: Optional[str] = None,
        smooth_method: str = "exp",
        smooth_value: Optional[float] = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Optional[Sequence[Sequence[Optional[str]]]] = None,
    ) -> None:
        super().__init__(references)
        assert smooth_method in self.SMOOTH_DEFAULTS, f"Unknown smooth_method {smooth_method!r}"
        if tokenize is not None and tokenize not in self.TOKENIZERS:
            raise KeyError(tokenize)
        self._force = force
        self.lowercase = lowercase
        self.tokenize = tokenize
        self.smooth_method = smooth_method
        self.smooth_value = smooth_value
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.trg_lang = trg_lang

    def _settings(self) -> Dict[str, Any]:
        return {
            "lowercase": self.lowercase,
            "tokenize": self.tokenize,
            "languagePair": f"-{self.trg_lang}" if self.trg_lang else None,
            "smoothMethod": self.smooth_method,
            "smoothValue": self.smooth_value,
            "maxNgramOrder": self.max_ngram_order,
            "effectiveOrder": self.effective_order,
        }

    @staticmethod
    def compute_bleu(
        correct: List[int],
        total: List[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: Optional[float] = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """BLEU of summed statistics, in the order of operations of sacreBLEU, so that the last digit is the same."""
        assert smooth_method in BLEU.SMOOTH_DEFAULTS, f"Unknown smooth_method {smooth_method!r}"
        value = BLEU.SMOOTH_DEFAULTS[smooth_method] if smooth_value is None else smooth_value
        bp = 1.0
        if sys_len < ref_len:
            bp = math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0
        precisions = [0.0] * max_ngram_order
        if not any(correct):
            return BLEUScore(0.0, correct, total, precisions, bp, sys_len, ref_len)
        halving = 1.0
        orders = max_ngram_order
        for n in range(max_ngram_order):
            if smooth_method == "add-k" and n > 0:
                correct[n] += value  # type: ignore[assignment, operator]
                total[n] += value  # type: ignore[assignment, operator]
            if total[n] == 0:
                break
            if effective_order:
                orders = n + 1
            if correct[n] != 0:
                precisions[n] = 100.0 * correct[n] / total[n]
            elif smooth_method == "exp":
                halving *= 2
                precisions[n] = 100.0 / (halving * total[n])
            elif smooth_method == "floor":
                precisions[n] = 100.0 * value / total[n]  # type: ignore[operator]
        logs = [math.log(p) if p != 0.0 else -9999999999 for p in precisions[:orders]]
        return BLEUScore(bp * math.exp(sum(logs) / orders), correct, total, precisions, bp, sys_len, ref_len)

    def _score(self, statistics: List[Any]) -> BLEUScore:
        order = self.max_ngram_order
        return self.compute_bleu(
            correct=statistics[2 : 2 + order],
            total=statistics[2 + order :],
            sys_len=statistics[0],
            ref_len=statistics[1],
            smooth_method=self.smooth_method,
            smooth_value=self.smooth_value,
            effective_order=self.effective_order,
            max_ngram_order=order,
        )

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> BLEUScore:
        if not self.effective_order:
            logger.warning("It is recommended to enable `effective_order` for sentence-level BLEU.")
        return super().sentence_score(hypothesis, references)
