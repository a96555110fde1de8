"""The static site: every lesson a page in both languages, alive without a kernel, made of built notebooks.

python -m tools.site               write it to build/site
python -m tools.site --to FOLDER   or elsewhere
"""
