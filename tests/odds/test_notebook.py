"""The notebook in `examples/` runs from its first cell to its last."""

import warnings
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "odds.ipynb"


def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        NotebookClient(
            notebook, timeout=120, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
        ).execute()
    shown = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output
    ]
    assert sum("text/html" in output["data"] for output in shown) >= 8
    assert any("vegaEmbed" in str(output["data"].get("text/html")) for output in shown)


def test_it_is_kept_without_outputs():
    """What it shows depends on the machine that runs it."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code")
