"""Hand-outs for print: a lesson, or a small book of all, as a PDF of A4 pages, with the answers at the end.

python -m tools.handout 03 zh      writes build/handout/03_scores.zh.pdf
python -m tools.handout en         writes the book, build/handout/book.en.pdf

Questions and exercises have room to write on. What answers them, and what a lesson folds, stands after its
last section, under the number that is beside the question.
"""
