# Finds a Python and hands the command on to tasks.py, which does everything.
#   make lab               make lab ARGS="zh --port 9000"              make lab PYTHON=/path/to/python
# A Python may be found that does not run, or is too old or too new for the locked versions: so it is tried.
.PHONY: help lab lecture assignment questions site notebooks bundle agree todo check test machines bench lint torch model lock package release lessons links pictures clean

help lab lecture assignment questions site notebooks bundle agree todo check test machines bench lint torch model lock package release lessons links pictures clean:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.14 python3.11 python; do \
	  "$$python" -c "import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))" 2>/dev/null && break; \
	done; \
	if "$$python" -c "" 2>/dev/null || { python=python3 && "$$python" -c "" 2>/dev/null; }; \
	then exec "$$python" tasks.py $(@:help=) $(ARGS); \
	else echo "There is no Python here: install version 3.11 or newer from python.org."; exit 1; fi
