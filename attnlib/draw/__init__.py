"""Pictures and printed numbers: the steps and their names, colours, one way to write a number, plots."""
