"""Close the widgets of a cell's earlier run when the cell runs again.

ipywidgets keeps every widget that was ever made: in Python, in the browser, and in the saved file.
"""

from typing import Any

from ipywidgets import Widget

from classroom.web.saving import VIEW

_held: dict[str, list] = {}  # cell -> what it made or showed when it last ran
_fresh: dict[str, list] = {}  # the same for the cell that runs now


def hold(thing: Any) -> None:
    """Let the running cell hold this thing; once it has run, close what it held before.

    A thing that another cell also holds stays open, because it is seen there. Where there are no cells,
    everything stays open.
    """
    cell = _running_cell()
    if cell is not None and not any(thing is other for other in _fresh.setdefault(cell, [])):
        _fresh[cell].append(thing)


def view(thing: Any, widget: Widget) -> dict[str, Any]:
    """Let the running cell hold a thing; return the view of its widget, opened again, by MIME type."""
    _open(widget)
    hold(thing)
    return {VIEW: {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}}


def _open(widget):
    """Open a closed widget again, with its children, its layout and its style."""
    for part in _parts(widget):
        _open(part)
    widget.open()


def close(widget: Widget) -> None:
    """Close a widget with its children, its layout and its style."""
    for part in _parts(widget):
        close(part)
    widget.close()
    vars(widget).pop("_repr_mimebundle_", None)  # ipywidgets puts it there so that it is never shown again


def _parts(widget):
    values = [getattr(widget, name) for name in widget.keys]
    inner = [part for value in values for part in (value if isinstance(value, tuple) else [value])]
    return [part for part in inner if isinstance(part, Widget)]


def _shell():
    """Return the running IPython, if any."""
    from IPython import get_ipython

    return get_ipython()


def _running_cell():
    """Return the id of the running cell, which JupyterLab, Notebook and VS Code send; None elsewhere."""
    shell = _shell()
    if not hasattr(shell, "get_parent"):
        return None
    if _tidy_up not in shell.events.callbacks["post_run_cell"]:
        shell.events.register("post_run_cell", _tidy_up)
    return (shell.get_parent() or {}).get("metadata", {}).get("cellId")


def _tidy_up(result):
    """After a cell has run, close what it held before and no cell holds now.

    What has a method `settle` is told that its cell has run, and what stood in its place before.
    """
    cell = result.info.cell_id
    before, now = _held.pop(cell, []), _fresh.pop(cell, [])
    if now:
        _held[cell] = now
    for k, thing in enumerate(now):
        if hasattr(thing, "settle"):
            thing.settle(before[k] if k < len(before) else None)
    seen = {id(thing) for things in _held.values() for thing in things}
    for thing in before:
        if id(thing) not in seen:
            thing.close()
            _forget(thing)


def _forget(thing):
    """Remove a thing from IPython's history: Out[7] and _7, and the last three outputs _, __ and ___."""
    shell = _shell()
    history = shell.user_ns.get("_oh", {})
    numbers = [number for number, shown in history.items() if shown is thing]
    recent = [name for name in ("_", "__", "___") if getattr(shell.displayhook, name) is thing]
    for number in numbers:
        del history[number]
    for name in recent:
        setattr(shell.displayhook, name, "")  # as it is before the first cell
    for names in (shell.user_ns, shell.user_ns_hidden):
        names.update(dict.fromkeys(recent, ""))
        for number in numbers:
            names.pop(f"_{number}", None)
