"""Leave the stored picture in a notebook where its widget cannot come back.

A widget lives in a kernel, or in what a notebook has saved of it. After a restart of the kernel neither is
there, and JupyterLab would show "Error displaying widget: model not found" in place of the picture.
"""

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


def drop_dead_widgets(model, **_):
    """Before a notebook is saved, take away each view of a widget that is not saved with it.

    JupyterLab's server calls this: it is the `pre_save_hook` in tools/jupyterlab.py.
    """
    content = model.get("content")
    if model.get("type") != "notebook" or not content or content.get("nbformat") != 4:
        return
    saved = content["metadata"].get("widgets", {}).get(STATE)
    if saved is None:  # then nothing is known of the widgets
        return
    for cell in content["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if VIEW in data and len(data) > 1 and data[VIEW]["model_id"] not in saved["state"]:
                del data[VIEW]
