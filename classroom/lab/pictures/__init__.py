"""Pictures of single lessons: each returns a Picture, and refuses the same as those of attnlib.draw.plots."""

from classroom.lab.pictures._between import between
from classroom.lab.pictures._clocks import clocks
from classroom.lab.pictures._clusters import clusters
from classroom.lab.pictures._cubes import cubes
from classroom.lab.pictures._diagram import diagram
from classroom.lab.pictures._frame import frame
from classroom.lab.pictures._moves import moves
from classroom.lab.pictures._points import points
from classroom.lab.pictures._violins import violins

__all__ = ["between", "clocks", "clusters", "cubes", "diagram", "frame", "moves", "points", "violins"]
