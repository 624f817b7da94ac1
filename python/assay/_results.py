"""Results: the data that the command prints as JSON, its tables, and what they become in pandas and Jupyter."""

from __future__ import annotations

import html
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from ._errors import UsageError
from ._process import pipe

if TYPE_CHECKING:
    import pandas

Value = Union[str, float, int, None]
Row = Dict[str, Value]


@dataclass(frozen=True)
class Table:
    """A table as people read it."""

    columns: List[str]
    rows: List[List[str]]
    caption: Optional[str] = None
    #: By column: whether its numbers are aligned on the right.
    right: List[bool] = field(default_factory=list)

    def to_pandas(self) -> "pandas.DataFrame":
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

    def _repr_html_(self) -> str:
        def cell(tag: str, text: str, column: int) -> str:
            align = "right" if column < len(self.right) and self.right[column] else "left"
            return f'<{tag} style="text-align:{align}">{html.escape(text)}</{tag}>'

        head = "".join(cell("th", title, c) for c, title in enumerate(self.columns))
        body = "".join("<tr>" + "".join(cell("td", text, c) for c, text in enumerate(row)) + "</tr>" for row in self.rows)
        caption = f"<caption>{html.escape(self.caption)}</caption>" if self.caption else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(cell: Any) -> str:
    if isinstance(cell, str):
        return cell
    if "text" in cell:
        return cell["text"]
    return "NaN" if cell["value"] is None else f"{cell['value']:.{cell['digits']}f}"


def _value(cell: Any) -> Value:
    if isinstance(cell, dict) and "value" in cell:
        return cell["value"]
    text = _text(cell)
    if text == "":
        return None
    try:
        return float(text) if any(mark in text for mark in ".eEnN") else int(text)
    except ValueError:
        return text


def _table(data: Dict[str, Any]) -> Table:
    return Table(
        columns=[column["title"] for column in data["columns"]],
        rows=[[_text(cell) for cell in row] for row in data["rows"]],
        caption=data.get("caption"),
        right=[column["align"] == "right" for column in data["columns"]],
    )


def _rows(report: Dict[str, Any]) -> List[Row]:
    """Rows of all tables. A column of which one value is no number holds texts."""
    found: List[Row] = []
    for table in report["tables"]:
        names = [column["title"] for column in table["columns"]]
        columns = []
        for place in range(len(names)):
            cells = [row[place] for row in table["rows"]]
            values = [_value(cell) for cell in cells]
            if any(isinstance(value, str) for value in values):
                values = [_text(cell) for cell in cells]
            columns.append(values)
        found.extend(dict(zip(names, values)) for values in zip(*columns))
    return found


_FORMS = {".html": "html", ".md": "markdown", ".tex": "latex", ".txt": "text", ".csv": "csv", ".tsv": "tsv"}


#: Methods whose pages have charts.
_WITH_CHARTS = ("score", "merge", "compare", "rank", "meta")


class Result:
    """What a command found."""

    #: What the command prints with `--format json`.
    data: Dict[str, Any]
    #: What the command prints on standard error.
    warnings: List[str]
    #: Its tables, as people read them.
    tables: List[Table]
    #: Its rows, with all digits.
    rows: List[Row]
    #: What the command prints.
    text: str

    def __init__(self, method: str, params: Dict[str, Any]) -> None:
        answer = pipe.ask(method, params, ["text", "tables", "rows"])
        self._asked = (method, params)
        self.data = answer["result"]
        self.warnings = answer.get("warnings", [])
        self.files: Dict[str, str] = answer.get("files", {})
        shown = answer["shown"]
        self.text = shown["text"]
        self._report = shown["tables"]
        self.tables = [_table(table) for table in self._report["tables"]]
        self.rows = _rows(shown["rows"])

    def to_pandas(self) -> "pandas.DataFrame":
        """Its rows as a data frame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def show(self, form: str) -> str:
        """The result as text, markdown, latex, html, csv or tsv. It is computed again."""
        method, params = self._asked
        return pipe.ask(method, params, [form])["shown"][form]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the result to a file, in the form that its extension says: .html, .md, .tex, .txt, .csv or .tsv."""
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending not in _FORMS:
            raise UsageError(f"Cannot write {os.fspath(path)}: its name must end in {', '.join(_FORMS)}.")
        shown = self.show(_FORMS[ending])
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(shown)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        notes = [*self._report.get("answer", []), *self._report.get("findings", [])]
        said = "".join(f"<p><b>{html.escape(n['name'])}</b> {html.escape(n['text'])}</p>" for n in notes)
        below = "".join(
            f"<div><b>{html.escape(n['name'])}</b> {html.escape(n['text'])}</div>" for n in self._report.get("notes", [])
        )
        tables = "".join(table._repr_html_() for table in self.tables)
        return f'{said}{tables}{self._charts()}<div style="font-size:smaller">{below}</div>'

    def _charts(self) -> str:
        """The charts of its page, in a frame, because they have a style of their own."""
        if self._asked[0] not in _WITH_CHARTS:
            return ""
        page = self.show("html")
        charts = re.findall(r'<figure class="chart.*?</figure>', page, re.DOTALL)
        if not charts:
            return ""
        style = re.search(r"<style>.*?</style>", page, re.DOTALL)
        inside = f"<!doctype html>{style.group() if style else ''}<main>{''.join(charts)}</main>"
        return f'<iframe title="Charts" srcdoc="{html.escape(inside)}" style="width:100%;height:30em;border:0"></iframe>'


@dataclass(frozen=True)
class Metric:
    """A metric of a result."""

    #: As it can be asked for: `bleu`, `chrF2++`.
    metric: str
    name: str
    higher_is_better: bool
    #: Every setting and the version.
    signature: Optional[str]


def _metrics(data: Dict[str, Any]) -> List[Metric]:
    return [
        Metric(each.get("metric", each["name"]), each["name"], each["higherIsBetter"], each.get("signature"))
        for each in data["metrics"]
    ]


class _Scores(Dict[str, float]):
    """Scores by the names of metrics, also found by what was typed for them."""

    def __init__(self, scores: Dict[str, float], typed: Dict[str, str]) -> None:
        super().__init__(scores)
        self._typed = typed

    def __missing__(self, key: str) -> float:
        if key in self._typed and self._typed[key] in self:
            return self[self._typed[key]]
        raise KeyError(f"There is no metric {key}. Known: {', '.join(self)}.")


class _MeasuredResult(Result):
    """Systems, measured by metrics."""

    @property
    def systems(self) -> List[str]:
        return self.data["systems"]

    @property
    def metrics(self) -> List[Metric]:
        return _metrics(self.data)


class ScoreResult(_MeasuredResult):
    """Scores of systems by metrics."""

    def __init__(self, method: str, params: Dict[str, Any], typed: Optional[List[str]] = None) -> None:
        super().__init__(method, params)
        self._typed: List[str] = typed or params.get("metric") or []

    @property
    def scores(self) -> Dict[str, Dict[str, float]]:
        """By system and metric: `result.scores["a"]["bleu"]`."""
        names = [metric.metric for metric in self.metrics]
        typed = dict(zip(self._typed, names)) if len(self._typed) <= len(names) else {}
        return {
            system: _Scores({name: float(cell["score"]) for name, cell in zip(names, cells) if cell is not None}, typed)
            for system, cells in zip(self.systems, self.data["all"]["scores"])
        }

    @property
    def score(self) -> float:
        """The only score, of one system by one metric."""
        found = [score for ofSystem in self.scores.values() for score in ofSystem.values()]
        if len(found) != 1:
            raise UsageError(f"There are {len(found)} scores. Choose one: result.scores[system][metric].")
        return found[0]

    @property
    def segments(self) -> List[Row]:
        """Scores of segments, if they were asked for with `segments=True`."""
        if "segments" not in self.files:
            raise UsageError("Scores of segments were not asked for. Call assay.score with segments=True.")
        head, *lines = self.files["segments"].rstrip("\n").split("\n")
        names = head.split("\t")
        cells = [line.split("\t") for line in lines]
        columns = [{"title": name} for name in names]
        return _rows({"tables": [{"columns": columns, "rows": cells}]})

    def segments_to_pandas(self) -> "pandas.DataFrame":
        import pandas

        return pandas.DataFrame(self.segments)


@dataclass(frozen=True)
class Comparison:
    """Two systems by one metric."""

    metric: str
    first: str
    second: str
    #: Score of the first minus score of the second.
    difference: float
    #: Confidence interval of the difference.
    low: Optional[float]
    high: Optional[float]
    p: Optional[float]
    #: After correction for multiple comparisons.
    corrected_p: Optional[float]
    #: The significantly better system, if any.
    better: Optional[str]


class CompareResult(_MeasuredResult):
    """Which system is better, and how certain that is."""

    @property
    def comparisons(self) -> List[Comparison]:
        def one(row: Row) -> Comparison:
            known: Dict[str, Any] = {name: row.get(name) for name in Comparison.__dataclass_fields__}
            return Comparison(**{**known, "better": known["better"] or None})

        return [one(row) for row in self.rows]


class RankResult(Result):
    """Systems ranked by people."""

    @property
    def rankings(self) -> List[Dict[str, Any]]:
        """By task: its systems from best to worst, as in the data of the command."""
        return self.data["rankings"]


class MetaResult(Result):
    """How well metrics agree with people."""

    @property
    def tasks(self) -> List[Dict[str, Any]]:
        return self.data["tasks"]


class ExplainResult(Result):
    """How scores are computed, step by step."""

    @property
    def parts(self) -> List[Dict[str, Any]]:
        """By segment, document or corpus: the steps of every metric."""
        return self.data["parts"]
