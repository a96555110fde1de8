"""Which cell of a notebook holds which widget, so that those of its earlier runs do not pile up.

ipywidgets keeps every widget that was ever made: in Python, in the browser, and in the file that is saved.
"""

from ipywidgets import Widget

_held: dict[str, list] = {}  # cell -> what it made or showed when it last ran
_fresh: dict[str, list] = {}  # the same for the cell that runs now


def hold(thing):
    """The cell that runs now has made or shown this thing: what it held before is closed when it has run.

    A thing that another cell holds too stays, since it is seen there. Where there are no cells, all stay.
    """
    cell = _running_cell()
    if cell is not None and not any(thing is other for other in _fresh.setdefault(cell, [])):
        _fresh[cell].append(thing)


def reopen(widget):
    """Let a widget that was closed, and all that it is made of, be shown again."""
    for part in _parts(widget):
        reopen(part)
    widget.open()


def close(widget):
    """Close a widget and all that it is made of: its children, its layout, its style."""
    for part in _parts(widget):
        close(part)
    widget.close()
    vars(widget).pop("_repr_mimebundle_", None)  # by which ipywidgets would have it never be shown again


def _parts(widget):
    values = [getattr(widget, name) for name in widget.keys]
    inner = [part for value in values for part in (value if isinstance(value, tuple) else [value])]
    return [part for part in inner if isinstance(part, Widget)]


def _shell():
    """The IPython that runs, if any."""
    from IPython import get_ipython

    return get_ipython()


def _running_cell():
    """The id of the cell that runs, as JupyterLab, Notebook and VS Code tell it; None elsewhere."""
    shell = _shell()
    if not hasattr(shell, "get_parent"):
        return None
    if _tidy_up not in shell.events.callbacks["post_run_cell"]:
        shell.events.register("post_run_cell", _tidy_up)
    return (shell.get_parent() or {}).get("metadata", {}).get("cellId")


def _tidy_up(result):
    """A cell has run: close what it held before and no cell holds now."""
    cell = result.info.cell_id
    before, now = _held.pop(cell, []), _fresh.pop(cell, [])
    if now:
        _held[cell] = now
    seen = {id(thing) for things in _held.values() for thing in things}
    for thing in before:
        if id(thing) not in seen:
            thing.close()
            _forget(thing)


def _forget(thing):
    """Let IPython let go of a thing: it keeps what a cell shows as Out[7] and _7, and three such as _."""
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
