"""chrF as in sacreBLEU."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from ._base import Metric, Score


class CHRFScore(Score):
    """chrF, or chrF++ with word n-grams."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta


class CHRF(Metric[CHRFScore]):
    """chrF, with the arguments of sacreBLEU."""

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2

    _id = "chrf"

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Optional[Sequence[Sequence[Optional[str]]]] = None,
    ) -> None:
        super().__init__(references)
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.beta = beta
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing

    def _settings(self) -> Dict[str, Any]:
        return {
            "chrfCharOrder": self.char_order,
            "chrfWordOrder": self.word_order,
            "chrfBeta": self.beta,
            "chrfLowercase": self.lowercase,
            "chrfWhitespace": self.whitespace,
            "chrfEpsSmoothing": self.eps_smoothing,
        }

    def _score(self, statistics: List[Any]) -> CHRFScore:
        return CHRFScore(self._f_score(statistics), self.char_order, self.word_order, self.beta)

    def _f_score(self, statistics: List[Any]) -> float:
        """From counts of hypothesis, reference and matches for each order, in the order of operations of sacreBLEU."""
        tiny = 1e-16
        factor = self.beta**2
        score = precision_sum = recall_sum = 0.0
        orders = 0
        for i in range(self.order):
            hypothesis, reference, matches = statistics[3 * i : 3 * i + 3]
            precision = matches / hypothesis if hypothesis > 0 else tiny
            recall = matches / reference if reference > 0 else tiny
            below = factor * precision + recall
            score += ((1 + factor) * precision * recall / below) if below > 0 else tiny
            if hypothesis > 0 and reference > 0:
                precision_sum += precision
                recall_sum += recall
                orders += 1
        if self.eps_smoothing:
            return 100 * score / self.order
        if orders == 0 or not precision_sum + recall_sum:
            return 0.0
        precision, recall = precision_sum / orders, recall_sum / orders
        score = (1 + factor) * precision * recall
        score /= (factor * precision) + recall
        return 100 * score
