"""TER as in sacreBLEU."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from ._base import Metric, Score


class TERScore(Score):
    """TER with its edits and the mean length of the references."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(Metric[TERScore]):
    """TER, with the arguments of sacreBLEU."""

    _id = "ter"

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Optional[Sequence[Sequence[Optional[str]]]] = None,
    ) -> None:
        super().__init__(references)
        self.normalized = normalized
        self.no_punct = no_punct
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive

    def _settings(self) -> Dict[str, Any]:
        return {
            "terNormalized": self.normalized,
            "terNoPunct": self.no_punct,
            "terAsianSupport": self.asian_support,
            "terCaseSensitive": self.case_sensitive,
        }

    def _score(self, statistics: List[Any]) -> TERScore:
        edits, length = statistics
        score = edits / length if length > 0 else 1.0 if edits > 0 else 0.0
        return TERScore(100 * score, edits, float(length))
