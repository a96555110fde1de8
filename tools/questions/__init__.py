"""Write all questions as learning platforms import them: python tasks.py questions

    --to FOLDER      where to; build/questions, if nothing is said
    --exam NUMBER    which exam: its number draws the numbers of the exam's questions; 1, if nothing is said

    attnlib-LANGUAGE.moodle.xml   for Moodle: a category for each lesson, and one for the exam on it
    attnlib-LANGUAGE.qti.zip      QTI 2.1, for OpenOlat, ONYX, TAO and others

Each answer that a known mistake gives keeps its reason. What a lesson shows with the explanation is taken
from the built notebook. Formulas are written as they are read, √d_k, so that a platform needs no TeX.
"""
