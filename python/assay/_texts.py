"""Turns what Python has, such as lists, generators, arrays and data frames, into parameters of requests."""

from __future__ import annotations

import csv
import io
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from ._errors import UsageError

#: Texts, one for each segment.
Texts = Iterable[str]
#: The texts of one system, or of several by name, or the path of a file in any format that Assay reads.
Systems = Union[Texts, Mapping[str, Texts], "os.PathLike[str]", Sequence["os.PathLike[str]"]]
#: A reference, or a list of several, each with a text for every segment.
References = Union[Texts, Sequence[Texts], "os.PathLike[str]", Sequence["os.PathLike[str]"]]


def _name(value: object) -> str:
    return "None" if value is None else f"{type(value).__name__} {value!r}"[:60]


def texts(values: Any, what: str) -> List[str]:
    """A list of texts; every fault names its segment."""
    if isinstance(values, (str, bytes)):
        raise UsageError(f"{what} must be a list of texts, not one text. For a file, pass pathlib.Path(...).")
    if hasattr(values, "tolist"):
        values = values.tolist()
    try:
        found = list(values)
    except TypeError:
        raise UsageError(f"{what} must be a list of texts, not {_name(values)}.") from None
    for number, each in enumerate(found, 1):
        if isinstance(each, str):
            continue
        if isinstance(each, bytes):
            raise UsageError(f"{what}, segment {number}: expected a text, not bytes. Decode it: text.decode('utf-8').")
        raise UsageError(f"{what}, segment {number}: expected a text, not {_name(each)}.")
    return found


def _is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "to_csv")


def _several(values: Any, what: str) -> List[Any]:
    """Lists as they are; an iterator is read once."""
    try:
        return list(values)
    except TypeError:
        raise UsageError(f"{what} must be lists of texts, not {_name(values)}.") from None


def system_files(values: Any) -> List[Any]:
    """The parameter `files`."""
    if _is_frame(values):
        values = {str(column): values[column] for column in values.columns}
    if isinstance(values, Mapping):
        if not values:
            raise UsageError("There are no hypotheses: the mapping is empty.")
        return [
            os.fspath(each) if isinstance(each, os.PathLike) else {"name": str(name), "texts": texts(each, str(name))}
            for name, each in values.items()
        ]
    if isinstance(values, os.PathLike):
        return [os.fspath(values)]
    if not isinstance(values, (str, bytes)):
        values = values.tolist() if hasattr(values, "tolist") else _several(values, "hypotheses")
        if values and all(isinstance(each, os.PathLike) for each in values):
            return [os.fspath(each) for each in values]
        if values and not isinstance(values[0], (str, bytes)) and hasattr(values[0], "__iter__"):
            raise UsageError("hypotheses of several systems need names: pass a dictionary such as {'a': [...], 'b': [...]}.")
    return [{"name": "hypotheses", "texts": texts(values, "hypotheses")}]


def reference_files(values: Any) -> List[Any]:
    """The parameter `reference`."""
    if isinstance(values, os.PathLike):
        return [os.fspath(values)]
    if _is_frame(values):
        values = [values[column] for column in values.columns]
    if isinstance(values, Mapping):
        raise UsageError("references must be a list of texts, or a list of such lists, not a mapping.")
    if not isinstance(values, (str, bytes)):
        values = values.tolist() if hasattr(values, "tolist") else _several(values, "references")
        first = values[0] if values else None
        if first is not None and not isinstance(first, (str, bytes)) and (
            hasattr(first, "__iter__") or isinstance(first, os.PathLike)
        ):
            return [
                os.fspath(each) if isinstance(each, os.PathLike) else _reference(each, f"reference {number}")
                for number, each in enumerate(values, 1)
            ]
    return [_reference(values, "reference")]


def _reference(values: Any, what: str) -> Dict[str, Any]:
    return {"name": what, "texts": texts(values, what)}


def check_lengths(files: List[Any], references: List[Any]) -> None:
    """Before anything is sent, for a message in the terms of the call."""
    sizes = [(each["name"], len(each["texts"])) for each in [*files, *references] if isinstance(each, dict)]
    for name, size in sizes[1:]:
        if size != sizes[0][1]:
            raise UsageError(
                f"{sizes[0][0]} has {sizes[0][1]} segments, but {name} has {size}. All lists must be equally long."
            )


def source_file(values: Any) -> Any:
    return os.fspath(values) if isinstance(values, os.PathLike) else {"name": "source", "texts": texts(values, "source")}


def label_file(values: Any) -> Any:
    """Labels by name, a data frame, or a path."""
    if isinstance(values, os.PathLike):
        return os.fspath(values)
    columns = {str(name): list(values[name]) for name in (values.columns if _is_frame(values) else values)}
    return {"name": "labels.csv", "content": _csv(list(columns), zip(*columns.values()))}


def judgment_files(values: Any) -> List[Any]:
    """The parameter `files` of judgments: paths, or a data frame or a list of dictionaries with the columns of a format that Assay reads."""
    if isinstance(values, os.PathLike):
        return [os.fspath(values)]
    wrong = "judgments must be a path (pathlib.Path), a data frame or a list of dictionaries."
    if isinstance(values, (str, bytes)):
        raise UsageError(wrong)
    if _is_frame(values):
        names = [str(column) for column in values.columns]
        return [_judgments(names, values.itertuples(index=False, name=None))]
    rows = _several(values, "judgments")
    if rows and all(isinstance(each, os.PathLike) for each in rows):
        return [os.fspath(each) for each in rows]
    if not all(isinstance(each, Mapping) for each in rows):
        raise UsageError(wrong)
    names = list(dict.fromkeys(str(key) for row in rows for key in row))
    return [_judgments(names, ([row.get(name, "") for name in names] for row in rows))]


#: Columns of the formats that separate them by commas; all others have tabs.
_OF_CSV = {"username", "system1id", "system1rank"}


def _judgments(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Dict[str, str]:
    if _OF_CSV & {name.lower() for name in names}:
        return {"name": "judgments.csv", "content": _csv(names, rows)}
    lines = ["\t".join(names)]
    for number, row in enumerate(rows, 1):
        cells = [_cell(value) for value in row]
        odd = next((cell for cell in cells if "\t" in cell or "\n" in cell), None)
        if odd is not None:
            raise UsageError(f"judgments, row {number}: {odd!r} has a tab or a line break, which the format cannot hold.")
        lines.append("\t".join(cells))
    return {"name": "judgments.tsv", "content": "\n".join(lines) + "\n"}


def _cell(value: Any) -> str:
    """Nothing for None and NaN; a whole number without a point, which pandas adds where a column has gaps."""
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _csv(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return written.getvalue()


def option_params(options: Mapping[str, Any]) -> Dict[str, Any]:
    """Options by the names they have elsewhere, in Python's spelling: `input_format` for `inputFormat`."""
    return {_camel(name): _plain(value) for name, value in options.items() if value is not None}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        return value.item()  # a number of NumPy
    if isinstance(value, (tuple, list, set, frozenset)):
        return [_plain(each) for each in value]
    return value


def metric_list(metrics: Optional[Union[str, Iterable[str]]]) -> Optional[List[str]]:
    if metrics is None:
        return None
    return [metrics] if isinstance(metrics, str) else [str(each) for each in metrics]
