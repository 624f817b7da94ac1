"""Assay: metrics, significance tests, explanations and human judgments for machine translation.

    import assay

    result = assay.score(hypotheses, references, metrics=["bleu", "chrf"])
    result.scores["hypotheses"]["bleu"]
    result.to_pandas()
"""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from . import _texts, spark
from ._errors import AssayError, ProcessError, UsageError
from ._process import pipe as _pipe
from ._results import (
    CompareResult,
    Comparison,
    ExplainResult,
    MetaResult,
    Metric,
    RankResult,
    Result,
    ScoreResult,
    Table,
)
from ._texts import References, Systems, Texts
from ._version import __version__

__all__ = [
    "AssayError",
    "CompareResult",
    "Comparison",
    "ExplainResult",
    "MetaResult",
    "Metric",
    "ProcessError",
    "RankResult",
    "Result",
    "ScoreResult",
    "Table",
    "UsageError",
    "__version__",
    "compare",
    "explain",
    "meta",
    "metrics",
    "rank",
    "score",
    "spark",
]

Metrics = Union[str, Iterable[str]]


def _params(
    hypotheses: Any, references: Any, wanted: Optional[Metrics], source: Any, labels: Any, options: Mapping[str, Any]
) -> Dict[str, Any]:
    files = _texts.system_files(hypotheses)
    params: Dict[str, Any] = {"files": files, **_texts.option_params(options)}
    if references is not None:
        params["reference"] = _texts.reference_files(references)
        _texts.check_lengths(files, params["reference"])
    if wanted is not None:
        params["metric"] = _texts.metric_list(wanted)
    if source is not None:
        params["source"] = _texts.source_file(source)
    if labels is not None:
        params["labels"] = _texts.label_file(labels)
    return params


def score(
    hypotheses: Systems,
    references: Optional[References] = None,
    metrics: Optional[Metrics] = None,
    *,
    source: Optional[Union[Texts, "os.PathLike[str]"]] = None,
    labels: Any = None,
    segments: bool = False,
    **options: Any,
) -> ScoreResult:
    """Scores one or more systems, as `assay score` does.

    `hypotheses` are the texts of one system, or of several by name; `references` are the texts of one reference, or a list of several
    references. `labels` are lists by name, such as `{"domain": [...]}`. Other options are those of the command: `confidence=True`.
    """
    params = _params(hypotheses, references, metrics, source, labels, options)
    if segments:
        params["segments"] = True
    return ScoreResult("score", params)


def compare(
    hypotheses: Systems,
    references: Optional[References] = None,
    metrics: Optional[Metrics] = None,
    *,
    source: Optional[Union[Texts, "os.PathLike[str]"]] = None,
    labels: Any = None,
    **options: Any,
) -> CompareResult:
    """Compares two or more systems, as `assay compare` does: `assay.compare({"base": ..., "new": ...}, references)`."""
    return CompareResult("compare", _params(hypotheses, references, metrics, source, labels, options))


def explain(
    hypotheses: Systems,
    references: References,
    metrics: Optional[Metrics] = None,
    *,
    segment: Optional[Union[int, str]] = None,
    source: Optional[Union[Texts, "os.PathLike[str]"]] = None,
    labels: Any = None,
    **options: Any,
) -> ExplainResult:
    """Explains scores step by step, as `assay explain` does; `segment` is a number from 1 or a range such as "1-5"."""
    params = _params(hypotheses, references, metrics, source, labels, options)
    if segment is not None:
        params["segment"] = segment
    return ExplainResult("explain", params)


def rank(judgments: Any, **options: Any) -> RankResult:
    """Ranks systems by human judgments, as `assay rank` does. Judgments are paths, a data frame or a list of dictionaries."""
    return RankResult("rank", {"files": _texts.judgment_files(judgments), **_texts.option_params(options)})


def meta(folder: Union[str, "os.PathLike[str]"], metrics: Optional[Metrics] = None, **options: Any) -> MetaResult:
    """Evaluates metrics against human judgments in the folder of a shared task, as `assay meta` does."""
    params = {"folder": os.fspath(folder), **_texts.option_params(options)}
    if metrics is not None:
        params["metric"] = _texts.metric_list(metrics)
    return MetaResult("meta", params)


def metrics() -> List[Dict[str, Any]]:
    """All metrics with their options, as `assay metrics --format json` lists them."""
    return _pipe.ask("metrics", {})["result"]
