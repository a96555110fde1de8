"""The lessons in JupyterLite, where Python itself runs in the browser, with all that they need in one folder.

python -m tools.lite --pyodide PLACE   write it to build/run, where `python -m tools.site` takes it from
"""
