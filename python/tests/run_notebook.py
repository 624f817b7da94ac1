"""Runs a notebook and prints what its cells display, as JSON: `python run_notebook.py FILE`."""

import json
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

path = Path(sys.argv[1])
notebook = nbformat.read(path, as_version=4)
NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
print(json.dumps([cell.outputs for cell in notebook.cells if cell.cell_type == "code"]))
