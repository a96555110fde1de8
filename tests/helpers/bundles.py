"""How the tests bundle JavaScript, and where they cannot."""

import os
from functools import cache

import pytest

from tools.bundle import BundleError, bundle


def need_bundler(folder):
    """Skip the test where deno cannot fetch esbuild from npm; in CI it fails instead."""
    if reason := _reason(folder):
        required = os.environ.get("CI") == "true" or os.environ.get("ATTNLIB_BROWSER") == "required"
        (pytest.fail if required else pytest.skip)(f"deno cannot bundle here: {reason}")


@cache
def _reason(folder):
    probe = folder / "probe.js"
    probe.write_text("export const one = 1;\n", "utf-8")
    try:
        bundle([probe], folder / "probed")
    except BundleError as error:
        return str(error)
    return ""
