"""Show a picture at home on a dark page without a second picture: the browser's filter changes its colours.

To invert all colours would make blue orange, and the numbers in some cells hard to read: black is read on a
blue so dark that white is not read on its inverse. So the filter keeps a part of each hue, and adds a grey
that a table finds from how light the colour is. White becomes black, and black white; the numbers below,
which were found by a search, are such that every number is still read on its cell, at 4.5 : 1 or more.
"""

from urllib.parse import quote

import numpy as np

_LIGHTNESS = (1 / 6, 5 / 6, 0)  # how much red, green and blue count
_HUE = 0.57  # the part of each colour that is kept
# The grey that is added, for colours from black to white.
_GREY = (1, 0.85, 0.69, 0.61, 0.23, 0.13, 0.03, -0.07, -0.18, -0.32, -0.6)


def on_dark(colors: np.ndarray) -> np.ndarray:
    """Return what colours (..., 3) from 0 to 1 become on a dark page."""
    steps = np.linspace(0, 1, len(_GREY))
    return np.clip(_HUE * colors + np.interp(colors @ _LIGHTNESS, steps, _GREY)[..., None], 0, 1)


def _filter():
    """Return the same as an SVG filter, whose steps hold nothing below 0 or above 1."""
    least = -min(_GREY)
    row = " ".join(f"{part:.4f}" for part in _LIGHTNESS) + " 0 0 "
    table = " ".join(f"{(grey + least) / 2:.4g}" for grey in _GREY)
    steps = "".join(f"<feFunc{c} type='table' tableValues='{table}'/>" for c in "RGB")
    return (
        "<svg xmlns='http://www.w3.org/2000/svg'><filter id='dark' color-interpolation-filters='sRGB'>"
        f"<feColorMatrix values='{3 * row}0 0 0 1 0'/><feComponentTransfer>{steps}</feComponentTransfer>"
        f"<feComposite in2='SourceGraphic' operator='arithmetic' k2='2' k3='{_HUE}' k4='{-least}'/>"
        "</filter></svg>"
    )


# The theme of JupyterLab, VS Code or Colab, and of our site; elsewhere that of the reader's system.
STYLE = (
    f'<style>.attn-picture{{--dark:url("data:image/svg+xml,{quote(_filter(), " =:/.")}#dark")}}'
    '@media screen{:is([data-jp-theme-light="false"],.vscode-dark,'
    '.vscode-high-contrast:not(.vscode-high-contrast-light),:root[theme="dark"]) .attn-picture'
    "{filter:var(--dark)}}@media screen and (prefers-color-scheme:dark){:root:not([theme],"
    ":has([data-jp-theme-light],[data-vscode-theme-kind])) .attn-picture{filter:var(--dark)}}</style>"
)
