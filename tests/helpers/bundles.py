"""Skip what needs deno's bundler where it cannot be had."""

import os
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tools.bundle import BundleError, bundle


def need_bundler():
    """Skip the test where deno cannot fetch esbuild from npm; in CI it fails instead."""
    if reason := _reason():
        required = os.environ.get("CI") == "true" or os.environ.get("ATTNLIB_BROWSER") == "required"
        (pytest.fail if required else pytest.skip)(f"deno cannot bundle here: {reason}")


@cache
def _reason():
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.js"
        probe.write_text("export const one = 1;\n", "utf-8")
        try:
            bundle([probe], Path(folder) / "made")
        except BundleError as error:
            return str(error).splitlines()[0]
    return ""
