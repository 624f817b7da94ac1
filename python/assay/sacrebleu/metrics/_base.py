"""What all metrics of sacreBLEU share. Statistics are counted by Assay; scores are made of them here, in Python's own arithmetic."""

from __future__ import annotations

import json
import logging
from typing import Any, Dict, Generic, List, Optional, Sequence, TypeVar

from ..._process import pipe

#: The version of sacreBLEU whose results these are.
VERSION = "2.6.0"

logger = logging.getLogger("sacrebleu")


class Score:
    """A score, its name, and the interval around it if there were resamples."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """The score as sacreBLEU prints it."""
        text = f"{self.score:.{width}f}"
        data: Dict[str, Any] = {"name": self.name, "score": float(text), "signature": signature}
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            interval = f"μ = {mean} ± {half}"
            text += f" ({interval})"
            if is_json:
                data.update(confidence_mean=float(mean), confidence_var=float(half), confidence=interval)
        if self._verbose:
            data["verbose_score"] = self._verbose
        if score_only:
            return text
        if is_json:
            for part in signature.split("|"):
                key, value = part.split(":")
                data[key] = value
            return json.dumps(data, indent=1, ensure_ascii=False)
        named = f"{self.name}|{signature}" if signature else self.name
        return f"{named} = {text}" + (f" {self._verbose}" if self._verbose else "")

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """The settings of a score, by key."""

    def __init__(self, full: str, short: str) -> None:
        self.info: Dict[str, Any] = _pairs(full)
        self._short_keys = dict(zip(self.info, _pairs(short)))

    def format(self, short: bool = False) -> str:
        keys = [key for key in self.info if key != "version"] + ["version"]
        return "|".join(
            f"{self._short_keys.get(key, key) if short else key}:{_yes_no(self.info[key])}"
            for key in keys
            if self.info[key] is not None
        )

    def update(self, key: str, value: Any) -> None:
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()


def _pairs(text: str) -> Dict[str, Any]:
    return {key: value for key, value in (part.split(":", 1) for part in text.split("|"))}


def _yes_no(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value


S = TypeVar("S", bound="Score")


class Metric(Generic[S]):
    """Counts and scores. The arguments are those of sacreBLEU; unequal lists are refused, which sacreBLEU cuts without a word."""

    _id: str
    _force = True

    def __init__(self, references: Optional[Sequence[Sequence[Optional[str]]]] = None) -> None:
        self._references = None if references is None else [_stream(stream) for stream in references]
        self._signature: Optional[Signature] = None
        self.n_bootstrap: Optional[int] = None
        self.seed: Optional[int] = None

    def _settings(self) -> Dict[str, Any]:
        """By the names they have in Assay."""
        raise NotImplementedError

    def _score(self, statistics: List[Any]) -> S:
        """The score of summed statistics."""
        raise NotImplementedError

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> S:
        """The score of one segment against its references."""
        name = type(self).__name__
        if not isinstance(hypothesis, str):
            raise TypeError(f"{name}: The argument `hyp` should be a string.")
        if isinstance(references, str) or not _is_list(references):
            raise TypeError(f"{name}: The argument `refs` should be a sequence of strings.")
        if any(not isinstance(each, str) and each is not None for each in references):
            raise TypeError(f"{name}: Each element of `refs` should be a string.")
        return self._count([hypothesis], [[each] for each in references], 1)

    def corpus_score(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[Optional[str]]]], n_bootstrap: int = 1
    ) -> S:
        """The score of all segments; each reference is a list with a text, or None, for every segment."""
        name = type(self).__name__
        if isinstance(hypotheses, str) or not _is_list(hypotheses):
            raise TypeError(f"{name}: `hyps` should be a sequence of strings.")
        texts = _stream(hypotheses)
        if any(each is None for each in texts):
            raise TypeError(f"{name}: Undefined line in hypotheses stream!")
        if any(not isinstance(each, str) for each in texts):
            raise TypeError(f"{name}: Each element of `hyps` should be a string.")
        if references is not None:
            if isinstance(references, str) or not _is_list(references):
                raise TypeError(f"{name}: `refs` should be a sequence of sequence of strings.")
            streams: List[Any] = list(references)
            if any(isinstance(each, str) or not _is_list(each) for each in streams):
                raise TypeError(f"{name}: Each element of `refs` should be a sequence of strings.")
            streams = [_stream(each) for each in streams]
            if any(not isinstance(text, str) and text is not None for each in streams for text in each):
                raise TypeError(f"{name}: `refs` should be a sequence of sequence of strings.")
        elif self._references is not None:
            streams = self._references
        else:
            raise RuntimeError("No references provided and the cache is empty.")
        return self._count(texts, streams, n_bootstrap)

    def _count(self, hypotheses: List[Any], references: List[List[Any]], n_bootstrap: int) -> S:
        if not self._force and sum(text.endswith(" .") for text in hypotheses) >= 100:
            logger.warning("That's 100 lines that end in a tokenized period ('.')")
            logger.warning("It looks like you forgot to detokenize your test data, which may hurt your score.")
            logger.warning(
                "If you insist your data is detokenized, or don't care, you can suppress this message with the `force` parameter."
            )
        params = {"metric": self._id, "hypotheses": hypotheses, "references": references, **self._settings()}
        if n_bootstrap > 1:
            params["confidenceN"] = n_bootstrap
        answer = pipe.ask("sacrebleu", {key: value for key, value in params.items() if value is not None})
        for warning in answer.get("warnings", []):
            logger.warning(warning)
        result = answer["result"]
        self._signature = Signature(result["signature"], result["shortSignature"])
        found = self._score(result["statistics"])
        if "confidence" in result:
            self.n_bootstrap = n_bootstrap
            found._mean, found._ci = result["confidence"]["mean"], result["confidence"]["halfWidth"]
        return found

    def get_signature(self) -> Signature:
        """The signature of the last score."""
        if self._signature is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        return self._signature


def _is_list(value: Any) -> bool:
    """Any series of things: also arrays, columns and generators, which sacreBLEU refuses."""
    return hasattr(value, "__iter__") and not isinstance(value, (bytes, dict))


def _stream(values: Any) -> List[Any]:
    return values.tolist() if hasattr(values, "tolist") else list(values)
