"""What tests in JupyterLab share: a notebook whose first cell is looked at, and what its kernel is asked."""

from tools.browser import NOTEBOOK, open_notebook, run_all, show_cell, write_notebook

# Runs a piece of code as a cell would be run, and gives what it prints.
ASK = f"""async code => {{
    const said = [];
    const future = {NOTEBOOK}.sessionContext.session.kernel.requestExecute({{code}});
    future.onIOPub = ({{header, content}}) => {{
        if (header.msg_type === 'stream') said.push(content.text);
        if (header.msg_type === 'error') said.push(content.evalue);
    }};
    await future.done;
    return said.join('');
}}"""
# All that a key press could do to a notebook.
CELLS = f"""(() => {{
    const {{ content }} = {NOTEBOOK};
    const cells = content.widgets.map(({{ model }}) => [model.type, model.sharedModel.getSource()]);
    const {{ activeCellIndex, mode, selectedCells }} = content;
    const collapsed = content.widgets.map(cell => [cell.inputHidden, cell.outputHidden]);
    const {{ kernel }} = {NOTEBOOK}.sessionContext.session;
    const boxes = document.querySelectorAll('dialog').length;
    const selected = selectedCells.length;
    return {{ cells, collapsed, activeCellIndex, mode, selected, kernel: kernel.id, boxes }};
}})()"""


def has(page, expression):
    """What an expression is in the kernel, as Python writes it."""
    return page.evaluate(ASK, f"print({expression}, end='')")


def first_cell(page, lab, name, source):
    """The first cell of a new notebook that has been run; another stands below it."""
    write_notebook(lab.root / f"{name}.ipynb", [source, "1"])
    open_notebook(page, lab, f"{name}.ipynb")
    run_all(page)
    return show_cell(page, 0)
