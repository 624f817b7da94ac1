"""The metrics of sacreBLEU."""

from typing import Any, Dict, Type

from ._base import Metric, Score, Signature
from .bleu import BLEU, BLEUScore
from .chrf import CHRF, CHRFScore
from .ter import TER, TERScore

METRICS: Dict[str, Type[Metric[Any]]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

__all__ = ["BLEU", "BLEUScore", "CHRF", "CHRFScore", "METRICS", "Metric", "Score", "Signature", "TER", "TERScore"]
