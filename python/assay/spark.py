"""Scores the rows of a Spark DataFrame where they are, on all cores of a cluster.

    import assay.spark

    assay.spark.score(df, metrics=["bleu", "chrf"])                     # of all rows, as assay.score returns it
    assay.spark.score(df, metrics=["bleu", "chrf"], by="domain")        # a DataFrame with a row for each domain
    assay.spark.score(df, metrics=["bleu", "chrf"], segments=True)      # the DataFrame with a score for each row

Every Python worker of Spark has one `assay pipe`, which counts batches of rows. Only sums of statistics travel. They are exact, so the
scores are those of one process, to the last digit, for any partitioning.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _texts
from ._errors import AssayError, ProcessError, UsageError
from ._process import pipe
from ._results import ScoreResult
from ._version import __version__

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from typing_extensions import Literal

__all__ = ["score"]

Columns = Union[str, Sequence[str]]

#: A request has so many rows or bytes of text, or a few more: enough to make its cost negligible, and little memory.
_MOST_ROWS = 50_000
_MOST_BYTES = 16_000_000
#: Groups that one request adds up.
_MOST_GROUPS = 20_000


@overload
def score(
    df: "DataFrame",
    metrics: Optional[Union[str, Iterable[str]]] = ...,
    *,
    hypothesis: Columns = ...,
    reference: Optional[Columns] = ...,
    source: Optional[str] = ...,
    by: None = ...,
    segments: "Literal[False]" = ...,
    empty_references: str = ...,
    nulls: str = ...,
    prepared: Optional[Union[str, "os.PathLike[str]"]] = ...,
) -> ScoreResult: ...


@overload
def score(
    df: "DataFrame",
    metrics: Optional[Union[str, Iterable[str]]] = ...,
    *,
    hypothesis: Columns = ...,
    reference: Optional[Columns] = ...,
    source: Optional[str] = ...,
    by: Columns,
    segments: "Literal[False]" = ...,
    empty_references: str = ...,
    nulls: str = ...,
    prepared: Optional[Union[str, "os.PathLike[str]"]] = ...,
) -> "DataFrame": ...


@overload
def score(
    df: "DataFrame",
    metrics: Optional[Union[str, Iterable[str]]] = ...,
    *,
    hypothesis: Columns = ...,
    reference: Optional[Columns] = ...,
    source: Optional[str] = ...,
    by: None = ...,
    segments: "Literal[True]",
    empty_references: str = ...,
    nulls: str = ...,
    prepared: Optional[Union[str, "os.PathLike[str]"]] = ...,
) -> "DataFrame": ...


def score(
    df: "DataFrame",
    metrics: Optional[Union[str, Iterable[str]]] = None,
    *,
    hypothesis: Columns = "hypothesis",
    reference: Optional[Columns] = None,
    source: Optional[str] = None,
    by: Optional[Columns] = None,
    segments: bool = False,
    empty_references: str = "error",
    nulls: str = "error",
    prepared: Optional[Union[str, "os.PathLike[str]"]] = None,
) -> Union[ScoreResult, "DataFrame"]:
    """Scores the rows of a DataFrame, in any partitioning.

    `hypothesis` is a column of texts, or several, which are then systems. `reference` is a column of texts, a column of arrays of texts,
    or several columns of texts; by default the column `reference` or `references`. `source` is needed only for metrics that read it, which
    by default take the column `source`.

    Returns the scores of all rows, as `assay.score` does; with `by`, a DataFrame with a row for each combination of values in these
    columns; with `segments=True`, the DataFrame with a column of scores for each metric.

    `nulls="skip"` leaves rows out that lack a text; by default they are an error. `empty_references` is `"error"`, `"missing"` or
    `"keep"`. `prepared` is a file of `assay prepare`, for metrics such as NIST that learn from the references of the whole test set.
    """
    _check_spark()
    if by is not None and segments:
        raise UsageError("by and segments cannot be used together. Score segments first, or leave one out.")
    if nulls not in ("error", "skip"):
        raise UsageError(f"nulls must be 'error' or 'skip', not {nulls!r}.")
    plan = _plan(df, metrics, hypothesis, reference, source, empty_references, nulls, prepared)
    if segments:
        return _segments(df, plan)
    if by is not None:
        return _by(df, plan, _named(df, by, "by"))
    return _all(df, plan)


def _check_spark() -> None:
    for package in ("pyspark", "pyarrow"):
        try:
            __import__(package)
        except ImportError:
            raise ProcessError(
                f"assay.spark needs {package}, which is not installed. Run: pip install 'assay[spark]=={__version__}'"
            ) from None
    import pyspark

    if int(pyspark.__version__.split(".")[0]) < 4:
        raise ProcessError(f"assay.spark needs PySpark 4, not {pyspark.__version__}. Run: pip install 'pyspark>=4'")


@dataclass(frozen=True)
class _Plan:
    """What a worker needs to know; sent to all of them."""

    #: Columns of texts: one for each system.
    hypotheses: List[str]
    references: List[str]
    #: Whether the only column of references holds arrays.
    has_arrays: bool
    source: Optional[str]
    metrics: Optional[List[str]]
    empty_references: str
    nulls: str
    #: The name of a file that Spark gives to every worker.
    prepared: Optional[str]
    #: What `count` says about the metrics.
    counted: List[Dict[str, Any]]

    @property
    def columns(self) -> List[str]:
        return list(dict.fromkeys([*self.hypotheses, *self.references, *([self.source] if self.source else [])]))

    @property
    def scores(self) -> List[str]:
        """Names of columns of scores, by system and metric."""
        names = [each["metric"] for each in self.counted]
        if len(self.hypotheses) == 1:
            return names
        return [f"{system} {name}" for system in self.hypotheses for name in names]


def _named(df: "DataFrame", columns: Columns, what: str) -> List[str]:
    names = [columns] if isinstance(columns, str) else list(columns)
    if not names:
        raise UsageError(f"{what} names no column.")
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f"{what} must be the name of a column, not {name!r}.")
        if name not in df.columns:
            raise UsageError(f"{what}: the DataFrame has no column {name}. It has {', '.join(df.columns)}.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{what}: {twice} is given twice.")
    return names


def _plan(
    df: "DataFrame",
    metrics: Any,
    hypothesis: Columns,
    reference: Optional[Columns],
    source: Optional[str],
    empty_references: str,
    nulls: str,
    prepared: Any,
) -> _Plan:
    """Checks everything that can be known before a job starts."""
    from pyspark.sql.types import ArrayType, StringType

    hypotheses = _named(df, hypothesis, "hypothesis")
    if reference is None:
        reference = next((name for name in ("reference", "references") if name in df.columns), [])
    references = _named(df, reference, "reference") if reference else []
    sources = _named(df, source, "source") if source is not None else [name for name in ("source",) if name in df.columns]
    types = {field.name: field.dataType for field in df.schema.fields}
    has_arrays = len(references) == 1 and isinstance(types[references[0]], ArrayType)
    for name in [*hypotheses, *references, *sources]:
        found = types[name]
        if has_arrays and name == references[0]:
            found = found.elementType  # type: ignore[attr-defined]
        if not isinstance(found, StringType):
            hint = " Several references are several columns, or one column of arrays." if name in references else ""
            raise UsageError(f"Column {name} has the type {types[name].simpleString()}; expected string.{hint}")
    typed = _texts.metric_list(metrics)
    path = os.fspath(prepared) if prepared is not None else None
    # One row of no meaning: this process knows the metrics, and finds faults before Spark starts.
    params = _params(typed, empty_references, path)
    params["files"] = [{"name": name, "texts": ["a"]} for name in hypotheses]
    if references:
        params["reference"] = [{"name": "the reference", "texts": ["a"]}]
    if sources:
        params["source"] = {"name": "the source", "texts": ["a"]}
    counted = pipe.ask("count", params)["result"]["metrics"]
    if path is not None:
        df.sparkSession.sparkContext.addFile(path)
    return _Plan(
        hypotheses=hypotheses,
        references=references,
        has_arrays=has_arrays,
        source=sources[0] if sources and (source is not None or any(each["readsSource"] for each in counted)) else None,
        metrics=typed,
        empty_references=empty_references,
        nulls=nulls,
        prepared=os.path.basename(path) if path is not None else None,
        counted=counted,
    )


def _params(metrics: Optional[List[str]], empty_references: str, prepared: Optional[str]) -> Dict[str, Any]:
    params = {"metric": metrics, "emptyReferences": empty_references, "prepared": prepared, "threads": 1}
    return {name: value for name, value in params.items() if value is not None}


# What the driver does.


def _all(df: "DataFrame", plan: _Plan) -> ScoreResult:
    parts = df.select(*map(_quoted, plan.columns)).mapInArrow(_CountAll(plan), "partition int, counted string")
    try:
        rows = parts.collect()
    except Exception as error:
        raise _clear(error) from error
    # Texts of the first rows show most mistakes, such as tokenised text.
    found = [json.loads(row["counted"]) for row in sorted(rows, key=lambda row: int(row["partition"]))]
    skipped = sum(each["skipped"] for each in found)
    notes = [f"{skipped} row{'s' if skipped != 1 else ''} left out: a text is null."] if skipped else []
    if not any(each["groups"] for each in found):
        raise UsageError(" ".join(["The DataFrame has no rows to score.", *notes]))
    [total] = _total(
        plan,
        [[group for each in found for group in each["groups"]]],
        statistics=True,
        emptyReferences=plan.empty_references,
        notes=[*notes, "The hash is that of the statistics, since rows of a DataFrame have no order."],
        warnings=next((each["warnings"] for each in found if each["groups"]), []),
    )
    return ScoreResult("merge", {"files": [{"name": "spark.json", "content": total["statistics"]}]}, plan.metrics)


def _by(df: "DataFrame", plan: _Plan, by: List[str]) -> "DataFrame":
    _check_free(by, ["segments", *plan.scores, "counted"])
    keys = df.select(*map(_quoted, by)).schema
    columns = list(dict.fromkeys([*by, *plan.columns]))
    parts = df.select(*map(_quoted, columns)).mapInArrow(_CountGroups(plan, by), _with(keys, counted="string"))
    # All sums of a group come to one worker.
    together = parts.repartition(*map(_quoted, by))
    found = _with(keys, segments="long", **{name: "double" for name in plan.scores})
    return together.mapInArrow(_TotalGroups(plan, by), found)


def _segments(df: "DataFrame", plan: _Plan) -> "DataFrame":
    _check_free(df.columns, plan.scores)
    return df.mapInArrow(_ScoreSegments(plan), _with(df.schema, **{name: "double" for name in plan.scores}))


def _check_free(taken: Sequence[str], names: Sequence[str]) -> None:
    # Spark does not tell upper from lower case.
    both = {name.lower() for name in taken} & {name.lower() for name in names}
    if both:
        raise UsageError(f"The result needs a column {min(both)}, which is there already. Rename yours: df.withColumnRenamed.")


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _with(schema: Any, **columns: str) -> Any:
    from pyspark.sql.types import DoubleType, LongType, StringType, StructField, StructType

    kinds = {"double": DoubleType, "long": LongType, "string": StringType}
    return StructType([*schema.fields, *(StructField(name, kinds[kind]()) for name, kind in columns.items())])


_RAISED = re.compile(r"^(?:.*\s)?assay\.(UsageError|ProcessError|AssayError): (.*)$", re.MULTILINE)


def _clear(error: Exception) -> Exception:
    """What a worker raised, without the traces of Java and Python around it."""
    text = str(error)
    if "No module named 'assay'" in text:
        return ProcessError(
            f"The Python of Spark's workers has no assay. Run on each node: pip install assay=={__version__}, or set "
            f"PYSPARK_PYTHON to a Python that has it before the session starts. Here that is {sys.executable}."
        )
    found = _RAISED.findall(text)
    if not found:
        return error
    kind, message = found[-1]
    return {"UsageError": UsageError, "ProcessError": ProcessError}.get(kind, AssayError)(message)


# What the workers do.


def _total(plan: _Plan, groups: List[List[Dict[str, Any]]], **more: Any) -> List[Dict[str, Any]]:
    """Adds up the parts of each group and scores the sums."""
    params = {"systems": plan.hypotheses, "metrics": plan.counted, "groups": groups, **more}
    params["metrics"] = [{k: v for k, v in each.items() if k != "readsSource"} for each in plan.counted]
    return pipe.ask("total", params)["result"]["groups"]


class _Worker:
    """Takes batches of rows and counts them, many at once."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan

    def __call__(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        try:
            yield from self.run(batches)
        except UsageError as error:
            from pyspark import TaskContext

            task = TaskContext.get()
            where = f"partition {task.partitionId()}" if task else "a partition"
            raise UsageError(f"In {where}: {error}") from None

    def run(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        raise NotImplementedError

    def gathered(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.Table"]:
        """Batches of Spark as larger tables, whose columns keep their chunks: nothing is copied."""
        import pyarrow

        waiting: List["pyarrow.RecordBatch"] = []
        rows = size = 0
        for batch in batches:
            if batch.num_rows == 0:
                continue
            waiting.append(batch)
            rows += batch.num_rows
            size += batch.nbytes
            if rows >= _MOST_ROWS or size >= _MOST_BYTES:
                yield pyarrow.Table.from_batches(waiting)
                waiting, rows, size = [], 0, 0
        if waiting:
            yield pyarrow.Table.from_batches(waiting)

    def complete(self, table: "pyarrow.Table") -> Optional["pyarrow.ChunkedArray"]:
        """Which rows have all texts; None if all have."""
        import pyarrow.compute as pc

        missing = None
        for name in self.plan.columns:
            column = table.column(name)
            if column.null_count:
                if self.plan.nulls == "error":
                    raise UsageError(
                        f"{column.null_count} of {table.num_rows} rows have no {name} (null). "
                        "Fill it in with df.fillna, or pass nulls='skip' to leave these rows out."
                    )
                missing = pc.is_null(column) if missing is None else pc.or_(missing, pc.is_null(column))
        return None if missing is None else pc.invert(missing)

    def count(self, table: "pyarrow.Table", **more: Any) -> Dict[str, Any]:
        """Counts rows that have all texts."""
        plan = self.plan
        prepared = None
        if plan.prepared is not None:
            from pyspark import SparkFiles

            prepared = SparkFiles.get(plan.prepared)
        params = _params(plan.metrics, plan.empty_references, prepared)
        files, attached = _files(table, plan)
        result: Dict[str, Any] = pipe.ask("count", {**params, **files, **more}, attached=attached)["result"]
        found = [each["signature"] for each in result["metrics"]]
        expected = [each["signature"] for each in plan.counted]
        if found != expected:
            raise ProcessError(
                f"This worker counts {', '.join(found)}, but the driver {', '.join(expected)}. "
                "Install the same version of assay, and what its metrics need, on all nodes."
            )
        return result


class _CountAll(_Worker):
    """The sums of a partition, in one row."""

    def run(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow
        from pyspark import TaskContext

        task = TaskContext.get()
        partition = task.partitionId() if task else 0
        groups: List[Dict[str, Any]] = []
        warnings: List[Any] = []
        skipped = 0
        for table in self.gathered(batches):
            complete = self.complete(table)
            if complete is not None:
                before = table.num_rows
                table = table.filter(complete)
                skipped += before - table.num_rows
            if table.num_rows == 0:
                continue
            result = self.count(table, check=partition == 0 and not groups)
            warnings = warnings or result["warnings"]
            groups.extend(result["groups"])
        if len(groups) > 1:
            [total] = _total(self.plan, [groups])
            groups = [{name: total[name] for name in ("segments", "references", "sums")}]
        found = json.dumps({"groups": groups, "warnings": warnings, "skipped": skipped})
        columns = [pyarrow.array([partition], pyarrow.int32()), pyarrow.array([found])]
        yield pyarrow.RecordBatch.from_arrays(columns, ["partition", "counted"])


class _CountGroups(_Worker):
    """The sums of every group in a batch of rows, a row each."""

    def __init__(self, plan: _Plan, by: List[str]) -> None:
        super().__init__(plan)
        self.by = by

    def run(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        for table in self.gathered(batches):
            complete = self.complete(table)
            if complete is not None:
                table = table.filter(complete)
            if table.num_rows == 0:
                continue
            numbers, keys = _groups(table, self.by)
            groups = self.count(table, groups=numbers, check=False)["groups"]
            counted = pyarrow.array([json.dumps(group) for group in groups], pyarrow.string())
            yield from keys.append_column("counted", counted).to_batches()


class _TotalGroups(_Worker):
    """The scores of groups, from their sums."""

    def __init__(self, plan: _Plan, by: List[str]) -> None:
        super().__init__(plan)
        self.by = by

    def run(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        found = [batch for batch in batches if batch.num_rows > 0]
        if not found:
            return
        table = pyarrow.Table.from_batches(found).combine_chunks()
        numbers, keys = _groups(table, self.by)
        parts: List[List[Dict[str, Any]]] = [[] for _ in range(keys.num_rows)]
        for number, counted in zip(numbers, table.column("counted").to_pylist()):
            parts[number].append(json.loads(counted))
        for start in range(0, len(parts), _MOST_GROUPS):
            totals = _total(self.plan, parts[start : start + _MOST_GROUPS])
            rows = keys.slice(start, len(totals))
            rows = rows.append_column("segments", pyarrow.array([each["segments"] for each in totals], pyarrow.int64()))
            scores = [[float(value) for ofSystem in each["scores"] for value in ofSystem] for each in totals]
            for name, values in zip(self.plan.scores, zip(*scores)):
                rows = rows.append_column(name, pyarrow.array(values, pyarrow.float64()))
            yield from rows.to_batches()


class _ScoreSegments(_Worker):
    """The rows with their scores; null where a text is missing."""

    def run(self, batches: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        for table in self.gathered(batches):
            complete = self.complete(table)
            texts = table.select(self.plan.columns)
            if complete is not None:
                texts = texts.filter(complete)
            by_metric: List[List[List[Any]]] = [[[] for _ in self.plan.hypotheses] for _ in self.plan.counted]
            if texts.num_rows > 0:
                by_metric = self.count(texts, scores=True, check=False)["scores"]
            names = iter(self.plan.scores)
            for s in range(len(self.plan.hypotheses)):
                for of_metric in by_metric:
                    values = (float(value) for value in of_metric[s])
                    if complete is not None:
                        known = complete.to_pylist()
                        values = iter([next(values) if each else None for each in known])  # type: ignore[misc]
                    table = table.append_column(next(names), pyarrow.array(list(values), pyarrow.float64()))
            yield from table.to_batches()


def _groups(table: "pyarrow.Table", by: List[str]) -> Tuple[List[int], "pyarrow.Table"]:
    """The number of the group of every row, and the values of each group."""
    import pyarrow
    import pyarrow.compute as pc

    code: Any = pyarrow.scalar(0, pyarrow.int64())
    encoded = []
    for name in by:
        column = table.column(name).combine_chunks()
        try:
            each = pc.dictionary_encode(column, null_encoding="encode")
        except pyarrow.ArrowNotImplementedError:
            raise UsageError(f"by: cannot group by {name} of the type {column.type}. Use texts, numbers or dates.") from None
        encoded.append(each)
        code = pc.add(pc.multiply(code, len(each.dictionary)), pc.cast(each.indices, pyarrow.int64()))
    both = pc.dictionary_encode(code)
    codes = both.dictionary
    columns = []
    for each in reversed(encoded):
        size = len(each.dictionary)
        rest = pc.divide(codes, size)
        columns.append(each.dictionary.take(pc.subtract(codes, pc.multiply(rest, size))))
        codes = rest
    return both.indices.to_pylist(), pyarrow.Table.from_arrays(columns[::-1], by)


def _files(table: "pyarrow.Table", plan: _Plan) -> Tuple[Dict[str, Any], List[List[Any]]]:
    """Texts as parameters of a request: lines of bytes where every text is a line, else JSON."""
    references: List[Any] = [table.column(name) for name in plan.references]
    if plan.has_arrays:
        references = _unpacked(references[0])
    wanted: List[Tuple[str, str, Any]] = [
        *(("files", name, table.column(name)) for name in plan.hypotheses),
        *(("reference", f"reference {number}", texts) for number, texts in enumerate(references, 1)),
        *(("source", "the source", table.column(name)) for name in ([plan.source] if plan.source else [])),
    ]
    attached: List[List[Any]] = []
    for _, _, texts in wanted:
        lines = None if isinstance(texts, str) else _lines(texts)
        if lines is None:
            attached = []
            break
        attached.append(lines)
    files: Dict[str, Any] = {}
    for number, (parameter, name, texts) in enumerate(wanted):
        file: Dict[str, Any] = {"name": name}
        if attached:
            file["attached"] = number
        elif isinstance(texts, str):
            file = {"name": "references.jsonl", "content": texts}
        else:
            file["texts"] = texts.to_pylist()
        if parameter == "source":
            files[parameter] = file
        else:
            files.setdefault(parameter, []).append(file)
    return files, attached


def _unpacked(arrays: "pyarrow.ChunkedArray") -> List[Any]:
    """A column for each reference, if all rows have as many; else JSON lines."""
    import pyarrow.compute as pc

    counts = pc.unique(pc.list_value_length(arrays)).to_pylist()
    flat = pc.list_flatten(arrays)
    if flat.null_count:
        raise UsageError(f"{flat.null_count} references in arrays are null. Remove them, for example with array_compact.")
    if 0 in counts:
        raise UsageError("A row has no reference: its array is empty. Filter such rows out.")
    if len(counts) == 1:
        return [pc.list_element(arrays, number) for number in range(counts[0])]
    return ["".join(json.dumps({"references": each}, ensure_ascii=False) + "\n" for each in arrays.to_pylist())]


def _lines(texts: "pyarrow.ChunkedArray") -> Optional[List[Any]]:
    """Texts as lines of UTF-8, in buffers; None if a text has a line break or is not a line as it is."""
    import pyarrow
    import pyarrow.compute as pc

    kind = pyarrow.LargeListArray if pyarrow.types.is_large_string(texts.type) else pyarrow.ListArray
    between = pyarrow.scalar("\n", texts.type)
    pieces: List[Any] = []
    for chunk in texts.chunks:
        if len(chunk) == 0:
            continue
        # All bytes of the texts, and maybe of others: searching a byte that is not there is faster than joining and counting.
        _, _, found = chunk.buffers()
        if found is not None and any(re.search(byte, found) for byte in (b"\n", b"\r")) and _has_breaks(chunk):
            return None
        joined = pc.binary_join(kind.from_arrays([0, len(chunk)], chunk), between)
        pieces += [joined[0].as_buffer(), b"\n"]
    return None if pieces and bytes(pieces[0][:3]) == b"\xef\xbb\xbf" else pieces


def _has_breaks(texts: "pyarrow.Array") -> bool:
    import pyarrow.compute as pc

    return bool(pc.any(pc.or_(pc.match_substring(texts, "\n"), pc.ends_with(texts, "\r"))).as_py())
